import assert from "node:assert/strict";
import { array, at, boolean, same } from "./narrow.js";
import { list } from "./operations.js";
import { type Query, type Reply, success } from "./send.js";
import { key } from "./settings.js";
import { type Suppression, suppressionOf } from "./suppression.js";

interface Page {
  what: string;
  items: Suppression[];
  hasMore: boolean;
}

export function pageOf(reply: Reply): Page {
  const envelope = success(reply);
  same(envelope.object, "list", `${reply.what}: object`);
  const data = array(envelope.data, `${reply.what}: data`);
  return {
    what: reply.what,
    items: data.map((item, index) => suppressionOf(item, `${reply.what}: data[${index}]`)),
    hasMore: boolean(envelope.has_more, `${reply.what}: has_more`),
  };
}

export async function page(query: Query, as: string = key): Promise<Page> {
  return pageOf(await list(query, as));
}

export function ids(items: Suppression[]): string[] {
  return items.map((item) => item.id);
}

function eachOnce(items: Suppression[], what: string): void {
  const distinct = new Set(ids(items)).size;
  assert.equal(distinct, items.length, `${what}: ${items.length - distinct} met more than once`);
}

/** Follows `after` to the end: every suppression in the order of the list. */
export async function walkForward(query: Query, as: string = key): Promise<Suppression[]> {
  let seen: Suppression[] = [];
  let after: string | undefined;
  for (;;) {
    const { what, items, hasMore } = await page({ ...query, after }, as);
    seen = [...seen, ...items];
    // An item met again would also mean a walk without an end.
    eachOnce(seen, what);
    if (!hasMore) return seen;
    assert.ok(items.length > 0, `${what}: an empty page that says has_more`);
    after = at(items, -1).id;
  }
}

/** Follows `before` from one suppression to the start: everything before it, in the order of the list. */
export async function walkBack(query: Query, from: string): Promise<Suppression[]> {
  let seen: Suppression[] = [];
  let before = from;
  for (;;) {
    const { what, items, hasMore } = await page({ ...query, before });
    seen = [...items, ...seen];
    eachOnce(seen, what);
    if (!hasMore) return seen;
    assert.ok(items.length > 0, `${what}: an empty page that says has_more`);
    before = at(items, 0).id;
  }
}

export function holds(actual: Page, expected: Suppression[], hasMore: boolean): void {
  same(ids(actual.items), ids(expected), `${actual.what}: items`);
  same(actual.hasMore, hasMore, `${actual.what}: has_more`);
}
