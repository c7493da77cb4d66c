import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { address, mintSuppression } from "./control.js";
import { wholeList } from "./filled.js";
import { same } from "./narrow.js";
import { added, retrieve, retrieved } from "./operations.js";
import { ids, walkForward } from "./pages.js";
import { answered, call, refused, success } from "./send.js";
import { key, otherTeamKey, sameTeamKey } from "./settings.js";
import type { Step } from "./step.js";
import { ORIGINS, suppressionOf } from "./suppression.js";

async function byId(): Promise<void> {
  const bounced = await mintSuppression("first", "bounce", randomUUID());
  same(await retrieved(bounced.id), await retrieved(bounced.email), "one suppression by id and by address");
  same(await retrieved(bounced.id, sameTeamKey), await retrieved(bounced.id), "one suppression with two keys");
}

async function unknownSuppressions(): Promise<void> {
  for (const name of [randomUUID(), address("nobody"), "no-such-suppression", "100%", "\u0000", "a/b"]) {
    refused(await retrieve(name));
  }
}

// No two of these may be taken for one another, as an address decoded once too often or as a form would be.
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
  // "+" and "@" may stand in a path as themselves; only in a form would "+" be a space.
  const reply = await call("GET", `/suppressions/${email}`, { key });
  same(suppressionOf(success(reply), reply.what).id, id, "by an address that was not encoded");
}

async function byAddressOfEveryOrigin(): Promise<void> {
  for (const kind of ORIGINS) {
    const minted = await mintSuppression("first", kind, null, `${kind}+${randomUUID()}@example.com`);
    same((await retrieved(minted.email)).id, minted.id, `a ${kind} by its address`);
  }
}

async function byTheAddressShown(): Promise<void> {
  const mixed = `Mixed.Case.${randomUUID().toUpperCase()}@Example.COM`;
  const { id, email } = await retrieved(await added(mixed));
  same(email.toLowerCase(), mixed.toLowerCase(), "the address that is shown");
  same((await retrieved(email)).id, id, "by the address that is shown");
  answered(await retrieve(mixed.toLowerCase()));
}

async function suppressionsAreTheTeams(): Promise<void> {
  const email = address("private");
  const id = await added(email);
  refused(await retrieve(id, otherTeamKey));
  refused(await retrieve(email, otherTeamKey));
  const theirs = await walkForward({ limit: 100 }, otherTeamKey);
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
  { promise: "R1", title: "by id", run: byId },
  { promise: "R1", title: "an unknown id or address is refused", run: unknownSuppressions },
  { promise: "R1", title: "another team's key sees none of them", run: suppressionsAreTheTeams },
  { promise: "R2", title: "by address, whatever characters it has", run: byUnusualAddress },
  { promise: "R2", title: "by an address with + and @ as they are", run: byUnencodedAddress },
  { promise: "R2", title: "by address, for every origin", run: byAddressOfEveryOrigin },
  { promise: "R2", title: "by the address as it is shown", run: byTheAddressShown },
  { promise: "R2", title: "one address of two teams is two suppressions", run: oneAddressOfTwoTeams },
];
