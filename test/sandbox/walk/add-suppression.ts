import { randomUUID } from "node:crypto";
import { address, mintSuppression } from "./control.js";
import { filled } from "./filled.js";
import { only, same, string, uuid } from "./narrow.js";
import { add, added, retrieved } from "./operations.js";
import { walkForward } from "./pages.js";
import { answered, call, isSuccess, refused, success } from "./send.js";
import { key, sameTeamKey } from "./settings.js";
import type { Step } from "./step.js";

async function addsForTheTeam(): Promise<void> {
  const email = address("added");
  const id = await added(email);
  same((await retrieved(id)).email, email, "the address that was added");
  same((await retrieved(id, sameTeamKey)).email, email, "the address, read with another key of the team");
}

async function emailIsRequired(): Promise<void> {
  const bodies: unknown[] = [{}, { mail: address("misnamed") }, [], null, "text", 7, [{ email: address("nested") }]];
  for (const body of bodies) refused(await call("POST", "/suppressions", { key, json: body }));
  refused(await call("POST", "/suppressions", { key }));
}

async function emailIsAString(): Promise<void> {
  for (const email of [null, 7, true, {}, [], [address("listed")]]) refused(await add(email));
}

async function bodyIsJson(): Promise<void> {
  for (const text of ['{"email":', `email=${address("form")}`, "", `{'email': '${address("quoted")}'}`]) {
    refused(await call("POST", "/suppressions", { key, text }));
  }
}

async function invalidAddressesAreNoDefect(): Promise<void> {
  const long = `${"x".repeat(5000)}@example.com`;
  for (const email of ["", " ", "no-address", "@", "a@b@c", `\u0000${address("nul")}`, "\ud800@example.com", long]) {
    answered(await add(email));
  }
}

async function answersObjectAndId(): Promise<void> {
  const reply = await add(address("answer"));
  const fields = success(reply);
  same(Object.keys(fields).sort(), ["id", "object"], `${reply.what}: fields`);
  same(fields.object, "suppression", `${reply.what}: object`);
  uuid(string(fields.id, `${reply.what}: id`), `${reply.what}: id`);
}

async function addedIsManual(): Promise<void> {
  await filled();
  const email = address("by-team");
  const id = await added(email);
  const listed = (await walkForward({ limit: 100 })).filter((item) => item.email === email);
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
  answered(again);
  if (isSuccess(again)) same(success(again).object, "suppression", `${again.what}: object`);
  const { email: kept, origin: kind } = await retrieved(email);
  same({ kept, kind }, { kept: email, kind: "manual" }, "an address added twice");
}

async function addingABouncedAddress(): Promise<void> {
  const { email } = await mintSuppression("first", "bounce", randomUUID());
  answered(await add(email));
  same((await retrieved(email)).email, email, "a bounced address, added");
}

/** A1 to A3. */
export const ADD_SUPPRESSION: readonly Step[] = [
  { promise: "A1", title: "an address is added", run: addsForTheTeam },
  { promise: "A1", title: "email is required", run: emailIsRequired },
  { promise: "A1", title: "email is a string", run: emailIsAString },
  { promise: "A1", title: "a body that is not JSON is refused", run: bodyIsJson },
  { promise: "A1", title: "no address is met with a 5xx", run: invalidAddressesAreNoDefect },
  { promise: "A2", title: "the answer holds object and id, nothing else", run: answersObjectAndId },
  { promise: "A3", title: "what was added is manual, without a source", run: addedIsManual },
  { promise: "A3", title: "an address added twice stays manual", run: addingTwice },
  { promise: "A1", title: "a bounced address, added, is still there", run: addingABouncedAddress },
];
