import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { address } from "./control.js";
import { filled, wholeList } from "./filled.js";
import { at, same } from "./narrow.js";
import { added, list } from "./operations.js";
import { holds, ids, page, pageOf, walkBack, walkForward } from "./pages.js";
import { answered, isRefusal, isSuccess, type Reply, refused } from "./send.js";
import { otherTeamKey } from "./settings.js";
import type { Step } from "./step.js";
import { ORIGINS, type Origin } from "./suppression.js";

export async function envelope(): Promise<void> {
  await filled();
  const all = await wholeList();
  assert.ok(all.length > 100, `${all.length} suppressions, where more than 100 were made`);
  await page({});
  const beyond = await page({ after: at(all, -1).id });
  holds(beyond, [], false);
}

async function limits(): Promise<void> {
  const all = await wholeList();
  for (const limit of [1, 2, 19, 20, 21, 99, 100]) holds(await page({ limit }), all.slice(0, limit), true);
}

async function limitOutOfRange(): Promise<void> {
  await filled();
  for (const limit of [0, -1]) refused(await list({ limit }));
  for (const limit of [101, 1000]) atMostAHundred(await list({ limit }));
}

async function limitThatIsNoCount(): Promise<void> {
  await filled();
  for (const limit of ["", "many", "1.5", "1e1", "99999999999999999999"]) atMostAHundred(await list({ limit }));
}

function atMostAHundred(reply: Reply): void {
  answered(reply);
  if (isRefusal(reply)) return;
  const { items, what } = pageOf(reply);
  assert.ok(items.length <= 100, `${what.slice(0, 60)}: ${items.length} items, where 100 is the maximum`);
}

async function defaultLimit(): Promise<void> {
  const all = await wholeList();
  holds(await page({}), all.slice(0, 20), true);
  holds(await page({ after: at(all, 4).id }), all.slice(5, 25), true);
  holds(await page({ before: at(all, 30).id }), all.slice(10, 30), true);
  for (const kind of ORIGINS) holds(await page({ origin: kind }), (await wholeList(kind)).slice(0, 20), true);
}

async function afterIsExclusive(): Promise<void> {
  const all = await wholeList();
  for (const index of [0, 1, 10, all.length - 3, all.length - 2, all.length - 1]) {
    const expected = all.slice(index + 1, index + 4);
    holds(await page({ limit: 3, after: at(all, index).id }), expected, index + 4 < all.length);
  }
}

async function beforeIsExclusive(): Promise<void> {
  const all = await wholeList();
  for (const index of [0, 1, 2, 3, 4, 10, all.length - 1]) {
    const expected = all.slice(Math.max(index - 3, 0), index);
    holds(await page({ limit: 3, before: at(all, index).id }), expected, index > 3);
  }
}

async function thereAndBack(): Promise<void> {
  const start = await page({ limit: 5 });
  const next = await page({ limit: 5, after: at(start.items, -1).id });
  holds(await page({ limit: 5, before: at(next.items, 0).id }), start.items, false);
}

async function bothCursors(): Promise<void> {
  const all = await wholeList();
  const [one, another] = [at(all, 2).id, at(all, 9).id];
  refused(await list({ after: one, before: another }));
  refused(await list({ after: another, before: one }));
  refused(await list({ after: one, before: one }));
  refused(await list({ after: one, before: another, limit: 5, origin: "manual" }));
}

async function unknownCursors(): Promise<void> {
  await filled();
  for (const id of [randomUUID(), "no-such-suppression", ""]) {
    answered(await list({ after: id }));
    answered(await list({ before: id }));
  }
}

async function originFilters(): Promise<void> {
  const all = await wholeList();
  for (const kind of ORIGINS) {
    const filtered = await wholeList(kind);
    const expected = all.filter((item) => item.origin === kind);
    // The order of a filtered list is as open as that of the whole.
    same(ids(filtered).sort(), ids(expected).sort(), `ids with origin=${kind}`);
    same(new Set(filtered.map((item) => item.origin)), new Set([kind]), `origins with origin=${kind}`);
  }
}

async function originWithAForeignCursor(): Promise<void> {
  const [bounce] = await wholeList("bounce");
  assert.ok(bounce, "no bounce in the list");
  const reply = await list({ origin: "manual", after: bounce.id });
  answered(reply);
  if (isRefusal(reply)) return;
  for (const item of pageOf(reply).items) same(item.origin, "manual", "origin after a cursor of another origin");
}

async function unknownOrigin(): Promise<void> {
  await filled();
  const reply = await list({ origin: "unsubscribe" });
  answered(reply);
  if (isSuccess(reply)) same(pageOf(reply).items, [], "suppressions of an origin that there is not");
}

async function hasMoreAtTheEdges(kind?: Origin): Promise<void> {
  const all = await wholeList(kind);
  for (const rest of [1, 2, 20]) {
    const after = at(all, -1 - rest).id;
    const before = at(all, rest).id;
    for (const limit of [rest, rest + 1]) {
      holds(await page({ origin: kind, limit, after }), all.slice(-rest), false);
      holds(await page({ origin: kind, limit, before }), all.slice(0, rest), false);
    }
    if (rest === 1) continue;
    holds(await page({ origin: kind, limit: rest - 1, after }), all.slice(-rest, -1), true);
    holds(await page({ origin: kind, limit: rest - 1, before }), all.slice(1, rest), true);
  }
}

async function walkBothWays(kind?: Origin): Promise<void> {
  const all = await wholeList(kind);
  const last = at(all, -1);
  for (const limit of [1, 7, 20, undefined]) {
    same(ids(await walkForward({ limit, origin: kind })), ids(all), `walked forward by ${limit ?? "default"}`);
    same(ids(await walkBack({ limit, origin: kind }, last.id)), ids(all.slice(0, -1)), `walked back by ${limit}`);
  }
}

async function additionsAreMet(): Promise<void> {
  const before = ids(await wholeList());
  const id = await added(address("one-more"));
  same(ids(await wholeList()).sort(), [...before, id].sort(), "the list after one addition");
}

async function cursorOfAnotherTeam(): Promise<void> {
  const ours = new Set(ids(await wholeList()));
  for (const name of ["after", "before"]) {
    const reply = await list({ [name]: at([...ours], 5), limit: 100 }, otherTeamKey);
    answered(reply);
    if (isRefusal(reply)) continue;
    const leaked = ids(pageOf(reply).items).filter((id) => ours.has(id));
    same(leaked, [], `seen with ${name} set to another team's suppression`);
  }
}

/** L1 to L8. */
export const LIST_SUPPRESSIONS: readonly Step[] = [
  { promise: "L1", title: "the envelope, and an empty page after the last", run: envelope },
  { promise: "L2", title: "limits from 1 to 100", run: limits },
  { promise: "L2", title: "limit below 1 refused, above 100 refused or clamped", run: limitOutOfRange },
  { promise: "L2", title: "a limit that is no count never gives more than 100", run: limitThatIsNoCount },
  { promise: "L3", title: "20 without a limit", run: defaultLimit },
  { promise: "L4", title: "after gives what follows, without the cursor", run: afterIsExclusive },
  { promise: "L4", title: "a cursor that there is not is no 5xx", run: unknownCursors },
  { promise: "L4", title: "another team's cursor shows nothing of that team", run: cursorOfAnotherTeam },
  { promise: "L5", title: "before gives what precedes, without the cursor", run: beforeIsExclusive },
  { promise: "L5", title: "there with after, back with before", run: thereAndBack },
  { promise: "L6", title: "both cursors are refused", run: bothCursors },
  { promise: "L7", title: "origin filters, and nothing is lost", run: originFilters },
  { promise: "L7", title: "origin filters after a cursor of another origin", run: originWithAForeignCursor },
  { promise: "L7", title: "an origin that there is not shows nothing", run: unknownOrigin },
  { promise: "L8", title: "has_more at both edges", run: () => hasMoreAtTheEdges() },
  ...ORIGINS.map((kind) => ({
    promise: "L8",
    title: `has_more at both edges, origin=${kind}`,
    run: () => hasMoreAtTheEdges(kind),
  })),
  { promise: "L8", title: "every item once, forward and back", run: () => walkBothWays() },
  ...ORIGINS.map((kind) => ({
    promise: "L8",
    title: `every item once, forward and back, origin=${kind}`,
    run: () => walkBothWays(kind),
  })),
  { promise: "L8", title: "an addition is met once", run: additionsAreMet },
];
