import assert from "node:assert/strict";
import { array, at, boolean, same } from "./assertions.js";
import { list } from "./operations.js";
import { type Query, type Reply, success } from "./send.js";
import { key } from "./settings.js";
import { type Suppression, suppressionOf } from "./suppression.js";

interface Page {
  label: string;
  items: Suppression[];
  hasMore: boolean;
}

export function pageOf(reply: Reply): Page {
  const envelope = success(reply);
  same(envelope.object, "list", `${reply.label}: object`);
  const data = array(envelope.data, `${reply.label}: data`);
  return {
    label: reply.label,
    items: data.map((item, index) => suppressionOf(item, `${reply.label}: data[${index}]`)),
    hasMore: boolean(envelope.has_more, `${reply.label}: has_more`),
  };
}

export async function page(query: Query, as: string = key): Promise<Page> {
  return pageOf(await list(query, as));
}

export function ids(items: Suppression[]): string[] {
  return items.map((item) => item.id);
}

function eachOnce(items: Suppression[], label: string): void {
  const distinct = new Set(ids(items)).size;
  assert.equal(distinct, items.length, `${label}: ${items.length - distinct} listed more than once`);
}

/** Reads every suppression with `after`, in the order of the list. */
export async function readForward(query: Query, as: string = key): Promise<Suppression[]> {
  let seen: Suppression[] = [];
  let after: string | undefined;
  for (;;) {
    const { label, items, hasMore } = await page({ ...query, after }, as);
    seen = [...seen, ...items];
    // A repeated item could also make this loop endless.
    eachOnce(seen, label);
    if (!hasMore) return seen;
    assert.ok(items.length > 0, `${label}: an empty page that says has_more`);
    after = at(items, -1).id;
  }
}

/** Reads every suppression before the one with the id `from` with `before`, in the order of the list. */
export async function readBackward(query: Query, from: string): Promise<Suppression[]> {
  let seen: Suppression[] = [];
  let before = from;
  for (;;) {
    const { label, items, hasMore } = await page({ ...query, before });
    seen = [...items, ...seen];
    eachOnce(seen, label);
    if (!hasMore) return seen;
    assert.ok(items.length > 0, `${label}: an empty page that says has_more`);
    before = at(items, 0).id;
  }
}

export function pageEquals(actual: Page, expected: Suppression[], hasMore: boolean): void {
  same(ids(actual.items), ids(expected), `${actual.label}: items`);
  same(actual.hasMore, hasMore, `${actual.label}: has_more`);
}
