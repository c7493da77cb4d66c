import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { at, same } from "../assertions.js";
import { address } from "../control.js";
import { fillList, wholeList } from "../list-content.js";
import { added, list } from "../operations.js";
import { ids, page, pageEquals, pageOf, readBackward, readForward } from "../pages.js";
import { handled, isRejection, isSuccess, type Reply, rejected } from "../send.js";
import { otherTeamKey } from "../settings.js";
import type { Step } from "../step.js";
import { ORIGINS, type Origin } from "../suppression.js";

async function envelope(): Promise<void> {
  await fillList();
  const all = await wholeList();
  assert.ok(all.length > 100, `${all.length} suppressions, where more than 100 were expected`);
  await page({});
  const beyond = await page({ after: at(all, -1).id });
  pageEquals(beyond, [], false);
}

async function limits(): Promise<void> {
  const all = await wholeList();
  for (const limit of [1, 2, 19, 20, 21, 99, 100]) pageEquals(await page({ limit }), all.slice(0, limit), true);
}

async function limitOutOfRange(): Promise<void> {
  await fillList();
  for (const limit of [0, -1]) rejected(await list({ limit }));
  for (const limit of [101, 1000]) atMostAHundred(await list({ limit }));
}

async function limitThatIsNotACount(): Promise<void> {
  await fillList();
  for (const limit of ["", "many", "1.5", "1e1", "99999999999999999999"]) atMostAHundred(await list({ limit }));
}

function atMostAHundred(reply: Reply): void {
  handled(reply);
  if (isRejection(reply)) return;
  const { items, label } = pageOf(reply);
  assert.ok(items.length <= 100, `${label.slice(0, 60)}: ${items.length} items, where at most 100 were expected`);
}

async function defaultLimit(): Promise<void> {
  const all = await wholeList();
  pageEquals(await page({}), all.slice(0, 20), true);
  pageEquals(await page({ after: at(all, 4).id }), all.slice(5, 25), true);
  pageEquals(await page({ before: at(all, 30).id }), all.slice(10, 30), true);
  for (const kind of ORIGINS) pageEquals(await page({ origin: kind }), (await wholeList(kind)).slice(0, 20), true);
}

async function afterIsExclusive(): Promise<void> {
  const all = await wholeList();
  for (const index of [0, 1, 10, all.length - 3, all.length - 2, all.length - 1]) {
    const expected = all.slice(index + 1, index + 4);
    pageEquals(await page({ limit: 3, after: at(all, index).id }), expected, index + 4 < all.length);
  }
}

async function beforeIsExclusive(): Promise<void> {
  const all = await wholeList();
  for (const index of [0, 1, 2, 3, 4, 10, all.length - 1]) {
    const expected = all.slice(Math.max(index - 3, 0), index);
    pageEquals(await page({ limit: 3, before: at(all, index).id }), expected, index > 3);
  }
}

async function thereAndBack(): Promise<void> {
  const start = await page({ limit: 5 });
  const next = await page({ limit: 5, after: at(start.items, -1).id });
  pageEquals(await page({ limit: 5, before: at(next.items, 0).id }), start.items, false);
}

async function bothCursors(): Promise<void> {
  const all = await wholeList();
  const [one, another] = [at(all, 2).id, at(all, 9).id];
  rejected(await list({ after: one, before: another }));
  rejected(await list({ after: another, before: one }));
  rejected(await list({ after: one, before: one }));
  rejected(await list({ after: one, before: another, limit: 5, origin: "manual" }));
}

async function unknownCursors(): Promise<void> {
  await fillList();
  for (const id of [randomUUID(), "no-such-suppression", ""]) {
    handled(await list({ after: id }));
    handled(await list({ before: id }));
  }
}

async function originFilters(): Promise<void> {
  const all = await wholeList();
  for (const kind of ORIGINS) {
    const filtered = await wholeList(kind);
    const expected = all.filter((item) => item.origin === kind);
    // The reference specifies the order of neither the filtered nor the whole list.
    same(ids(filtered).sort(), ids(expected).sort(), `ids with origin=${kind}`);
    same(new Set(filtered.map((item) => item.origin)), new Set([kind]), `origins with origin=${kind}`);
  }
}

async function originWithAForeignCursor(): Promise<void> {
  const [bounce] = await wholeList("bounce");
  assert.ok(bounce, "no bounce in the list");
  const reply = await list({ origin: "manual", after: bounce.id });
  handled(reply);
  if (isRejection(reply)) return;
  for (const item of pageOf(reply).items) same(item.origin, "manual", "origin after a cursor of another origin");
}

async function unknownOrigin(): Promise<void> {
  await fillList();
  const reply = await list({ origin: "unsubscribe" });
  handled(reply);
  if (isSuccess(reply)) same(pageOf(reply).items, [], "suppressions of an unknown origin");
}

async function hasMoreAtTheEdges(kind?: Origin): Promise<void> {
  const all = await wholeList(kind);
  for (const rest of [1, 2, 20]) {
    const after = at(all, -1 - rest).id;
    const before = at(all, rest).id;
    for (const limit of [rest, rest + 1]) {
      pageEquals(await page({ origin: kind, limit, after }), all.slice(-rest), false);
      pageEquals(await page({ origin: kind, limit, before }), all.slice(0, rest), false);
    }
    if (rest === 1) continue;
    pageEquals(await page({ origin: kind, limit: rest - 1, after }), all.slice(-rest, -1), true);
    pageEquals(await page({ origin: kind, limit: rest - 1, before }), all.slice(1, rest), true);
  }
}

async function readBothWays(kind?: Origin): Promise<void> {
  const all = await wholeList(kind);
  const last = at(all, -1);
  for (const limit of [1, 7, 20, undefined]) {
    same(ids(await readForward({ limit, origin: kind })), ids(all), `read forward by ${limit ?? "default"}`);
    same(ids(await readBackward({ limit, origin: kind }, last.id)), ids(all.slice(0, -1)), `read backward by ${limit}`);
  }
}

async function additionsAreListed(): Promise<void> {
  const before = ids(await wholeList());
  const id = await added(address("one-more"));
  same(ids(await wholeList()).sort(), [...before, id].sort(), "the list after one addition");
}

async function cursorOfAnotherTeam(): Promise<void> {
  const ours = new Set(ids(await wholeList()));
  for (const name of ["after", "before"]) {
    const reply = await list({ [name]: at([...ours], 5), limit: 100 }, otherTeamKey);
    handled(reply);
    if (isRejection(reply)) continue;
    const leaked = ids(pageOf(reply).items).filter((id) => ours.has(id));
    same(leaked, [], `seen with ${name} set to another team's suppression`);
  }
}

/** L1 to L8. */
export const LIST_SUPPRESSIONS: readonly Step[] = [
  { id: "L1", title: "the envelope, and an empty page after the last", run: envelope },
  { id: "L2", title: "limits from 1 to 100 are applied", run: limits },
  { id: "L2", title: "a limit below 1 is rejected, one above 100 rejected or clamped", run: limitOutOfRange },
  { id: "L2", title: "a limit that is not a count never returns more than 100 items", run: limitThatIsNotACount },
  { id: "L3", title: "20 items without a limit", run: defaultLimit },
  { id: "L4", title: "after returns the following items, without the cursor", run: afterIsExclusive },
  { id: "L4", title: "an unknown cursor does not cause a 5xx", run: unknownCursors },
  { id: "L4", title: "another team's cursor shows nothing of that team", run: cursorOfAnotherTeam },
  { id: "L5", title: "before returns the preceding items, without the cursor", run: beforeIsExclusive },
  { id: "L5", title: "before returns to the page that after left", run: thereAndBack },
  { id: "L6", title: "both cursors together are rejected", run: bothCursors },
  { id: "L7", title: "origin filters, and the three origins add up to the list", run: originFilters },
  { id: "L7", title: "origin filters after a cursor of another origin", run: originWithAForeignCursor },
  { id: "L7", title: "an unknown origin returns nothing", run: unknownOrigin },
  { id: "L8", title: "has_more at both edges", run: () => hasMoreAtTheEdges() },
  ...ORIGINS.map((kind) => ({
    id: "L8",
    title: `has_more at both edges, origin=${kind}`,
    run: () => hasMoreAtTheEdges(kind),
  })),
  { id: "L8", title: "every item once, forward and backward", run: () => readBothWays() },
  ...ORIGINS.map((kind) => ({
    id: "L8",
    title: `every item once, forward and backward, origin=${kind}`,
    run: () => readBothWays(kind),
  })),
  { id: "L8", title: "an added item is listed once", run: additionsAreListed },
];
