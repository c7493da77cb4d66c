import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { same } from "../assertions.js";
import { address, createSuppression } from "../control.js";
import { wholeList } from "../list-content.js";
import { added, retrieve, retrieved } from "../operations.js";
import { ids, readForward } from "../pages.js";
import { call, handled, rejected, success } from "../send.js";
import { key, otherTeamKey, sameTeamKey } from "../settings.js";
import type { Step } from "../step.js";
import { ORIGINS, suppressionOf } from "../suppression.js";

async function byId(): Promise<void> {
  const bounced = await createSuppression("first", "bounce", randomUUID());
  same(await retrieved(bounced.id), await retrieved(bounced.email), "one suppression by id and by address");
  same(await retrieved(bounced.id, sameTeamKey), await retrieved(bounced.id), "one suppression with two keys");
}

async function unknownSuppressions(): Promise<void> {
  for (const name of [randomUUID(), address("nobody"), "no-such-suppression", "100%", "\u0000", "a/b"]) {
    rejected(await retrieve(name));
  }
}

// A server that decodes a path twice, or as a form, confuses two of these addresses.
function unusualAddresses(): string[] {
  const locals = ["a+b", "a%2bb", "a%b", "a%25b", "a%20b", "a/b", "a%2fb", "a?b=c", "a#b", "a&b=c", "o'brien"];
  const more = ["zoë", "łódź", "δοκιμή", "почта", "用户", "a!b", "a$b*c", "a^b`c", "{a|b}~", "a_b-c"];
  const run = randomUUID();
  return [...[...locals, ...more].map((local) => `${local}.${run}@example.com`), `a+%/?#&='é.${run}@example.com`];
}

async function byUnusualAddress(): Promise<void> {
  const made = new Map<string, string>();
  for (const email of unusualAddresses()) made.set(email, await added(email));
  for (const [email, id] of made) {
    const found = await retrieved(email);
    same([found.id, found.email], [id, email], `by the address ${email}`);
    same(await retrieved(id), found, `by the id of ${email}`);
  }
}

async function byUnencodedAddress(): Promise<void> {
  const email = `un+encoded.${randomUUID()}@example.com`;
  const id = await added(email);
  // A path may contain "+" and "@" unencoded (RFC 3986, section 3.3). Only in a form is "+" a space.
  const reply = await call("GET", `/suppressions/${email}`, { key });
  same(suppressionOf(success(reply), reply.label).id, id, "by an address that was not encoded");
}

async function byAddressOfEveryOrigin(): Promise<void> {
  for (const kind of ORIGINS) {
    const created = await createSuppression("first", kind, null, `${kind}+${randomUUID()}@example.com`);
    same((await retrieved(created.email)).id, created.id, `a ${kind} by its address`);
  }
}

async function byReturnedAddress(): Promise<void> {
  const mixed = `Mixed.Case.${randomUUID().toUpperCase()}@Example.COM`;
  const { id, email } = await retrieved(await added(mixed));
  same(email.toLowerCase(), mixed.toLowerCase(), "the returned address");
  same((await retrieved(email)).id, id, "by the returned address");
  handled(await retrieve(mixed.toLowerCase()));
}

async function suppressionsAreTheTeams(): Promise<void> {
  const email = address("private");
  const id = await added(email);
  rejected(await retrieve(id, otherTeamKey));
  rejected(await retrieve(email, otherTeamKey));
  const theirs = await readForward({ limit: 100 }, otherTeamKey);
  const ours = new Set(ids(await wholeList()));
  same(
    ids(theirs).filter((each) => ours.has(each)),
    [],
    "suppressions that two teams see",
  );
}

async function oneAddressOfTwoTeams(): Promise<void> {
  const email = address("shared");
  const ours = await added(email);
  const theirs = await added(email, otherTeamKey);
  assert.notEqual(ours, theirs, "two teams share one suppression");
  same((await retrieved(email)).id, ours, "the first team's suppression");
  same((await retrieved(email, otherTeamKey)).id, theirs, "the other team's suppression");
}

/** R1 to R2. */
export const RETRIEVE_SUPPRESSION: readonly Step[] = [
  { id: "R1", title: "by id", run: byId },
  { id: "R1", title: "an unknown id or address is rejected", run: unknownSuppressions },
  { id: "R1", title: "another team's key sees none of them", run: suppressionsAreTheTeams },
  { id: "R2", title: "by an address with unusual characters", run: byUnusualAddress },
  { id: "R2", title: "by an address with unencoded + and @", run: byUnencodedAddress },
  { id: "R2", title: "by address, for every origin", run: byAddressOfEveryOrigin },
  { id: "R2", title: "by the address as the API returns it", run: byReturnedAddress },
  { id: "R2", title: "one address of two teams is two suppressions", run: oneAddressOfTwoTeams },
];
