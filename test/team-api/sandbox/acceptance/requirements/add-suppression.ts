import { randomUUID } from "node:crypto";
import { only, same, string, uuid } from "../assertions.js";
import { address, createSuppression } from "../control.js";
import { fillList } from "../list-content.js";
import { add, added, retrieved } from "../operations.js";
import { readForward } from "../pages.js";
import { call, handled, isSuccess, rejected, success } from "../send.js";
import { key, sameTeamKey } from "../settings.js";
import type { Step } from "../step.js";

async function addsForTheTeam(): Promise<void> {
  const email = address("added");
  const id = await added(email);
  same((await retrieved(id)).email, email, "the address that was added");
  same((await retrieved(id, sameTeamKey)).email, email, "the address, read with another key of the team");
}

async function emailIsRequired(): Promise<void> {
  const bodies: unknown[] = [{}, { mail: address("misnamed") }, [], null, "text", 7, [{ email: address("nested") }]];
  for (const body of bodies) rejected(await call("POST", "/suppressions", { key, json: body }));
  rejected(await call("POST", "/suppressions", { key }));
}

async function emailIsAString(): Promise<void> {
  for (const email of [null, 7, true, {}, [], [address("listed")]]) rejected(await add(email));
}

async function bodyIsJson(): Promise<void> {
  for (const text of ['{"email":', `email=${address("form")}`, "", `{'email': '${address("quoted")}'}`]) {
    rejected(await call("POST", "/suppressions", { key, text }));
  }
}

async function invalidAddressesAreHandled(): Promise<void> {
  const long = `${"x".repeat(5000)}@example.com`;
  for (const email of ["", " ", "no-address", "@", "a@b@c", `\u0000${address("nul")}`, "\ud800@example.com", long]) {
    handled(await add(email));
  }
}

async function respondsWithObjectAndId(): Promise<void> {
  const reply = await add(address("response"));
  const fields = success(reply);
  same(Object.keys(fields).sort(), ["id", "object"], `${reply.label}: fields`);
  same(fields.object, "suppression", `${reply.label}: object`);
  uuid(string(fields.id, `${reply.label}: id`), `${reply.label}: id`);
}

async function addedIsManual(): Promise<void> {
  await fillList();
  const email = address("by-team");
  const id = await added(email);
  const listed = (await readForward({ limit: 100 })).filter((item) => item.email === email);
  for (const item of [await retrieved(id), await retrieved(email), only(listed, "the address in the list")]) {
    const { id: itemId, email: itemEmail, origin: kind, source_id } = item;
    same(
      { itemId, itemEmail, kind, source_id },
      { itemId: id, itemEmail: email, kind: "manual", source_id: null },
      email,
    );
  }
}

async function addingTwice(): Promise<void> {
  const email = address("twice");
  await added(email);
  const again = await add(email);
  handled(again);
  if (isSuccess(again)) same(success(again).object, "suppression", `${again.label}: object`);
  const { email: kept, origin: kind } = await retrieved(email);
  same({ kept, kind }, { kept: email, kind: "manual" }, "an address added twice");
}

async function addingABouncedAddress(): Promise<void> {
  const { email } = await createSuppression("first", "bounce", randomUUID());
  handled(await add(email));
  same((await retrieved(email)).email, email, "a bounced address that was added");
}

/** A1 to A3. */
export const ADD_SUPPRESSION: readonly Step[] = [
  { id: "A1", title: "an address is added", run: addsForTheTeam },
  { id: "A1", title: "email is required", run: emailIsRequired },
  { id: "A1", title: "email is a string", run: emailIsAString },
  { id: "A1", title: "a body that is not JSON is rejected", run: bodyIsJson },
  { id: "A1", title: "no address causes a 5xx", run: invalidAddressesAreHandled },
  { id: "A2", title: "the response has object and id, and nothing else", run: respondsWithObjectAndId },
  { id: "A3", title: "an added address is manual, without a source", run: addedIsManual },
  { id: "A3", title: "an address added twice stays manual", run: addingTwice },
  { id: "A1", title: "a bounced address that is added stays on the list", run: addingABouncedAddress },
];
