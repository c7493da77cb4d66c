import { asList, type Json } from "../openapi/document/document.js";
import { pointerTo } from "../openapi/document/pointer.js";
import type { Maker } from "./attempt/maker.js";
import { keywordOf, type Part, type SchemaAt, Unsatisfiable } from "./attempt/parts.js";
import { largest, smallest } from "./limits/limits.js";
import { between } from "./randomness.js";

/** Longer lists are not made. */
const MAX_ITEMS = 10_000;
const ITEM_TRIES = 30;

/** A list by its items and their number. @throws Unsatisfiable if there is none */
export function makeList(parts: readonly Part[], at: string, maker: Maker): Json[] {
  const { min, max, place } = itemBounds(parts);
  if (min > max) throw new Unsatisfiable(place, `at least ${min} items, but at most ${max}, are admitted`);
  const isUnique = keywordOf(parts, "uniqueItems").some(({ value }) => value === true);
  const wanted = wantedItems(parts, at, min, max, maker);
  const items: Json[] = [];
  while (items.length < wanted) {
    try {
      items.push(makeItem(parts, items, at, isUnique, maker));
    } catch (error) {
      if (!(error instanceof Unsatisfiable) || items.length < min) throw error;
      break;
    }
  }
  return items;
}

/** The admitted number of items. */
export function itemBounds(parts: readonly Part[]): { min: number; max: number; place: string } {
  const least = largest(parts, "minItems");
  const most = smallest(parts, "maxItems");
  const contained = parts.flatMap((part) => (part.schema.contains === undefined ? [] : [containedCount(part)]));
  const closed = parts.flatMap(({ schema }) =>
    schema.items === false || (schema.unevaluatedItems === false && schema.items === undefined)
      ? [longestPrefix(parts)]
      : [],
  );
  const min = Math.max(least?.value ?? 0, ...contained);
  const max = Math.min(most?.value ?? MAX_ITEMS, ...closed);
  return { min, max, place: (least ?? most)?.place ?? parts[0]?.pointer ?? "#" };
}

function containedCount({ schema }: Part): number {
  return typeof schema.minContains === "number" ? schema.minContains : 1;
}

function longestPrefix(parts: readonly Part[]): number {
  return Math.max(0, ...parts.map(({ schema }) => asList(schema.prefixItems).length));
}

function wantedItems(parts: readonly Part[], at: string, min: number, max: number, maker: Maker): number {
  const presence = maker.presence(at);
  if (maker.isLarge(at)) return min;
  const usual = Math.max(min, longestPrefix(parts));
  if (presence === "none") return min;
  if (presence === "random") return Math.min(max, Math.max(min, between(maker, usual, usual + 2)));
  return Math.min(max, Math.max(1, usual));
}

function makeItem(parts: readonly Part[], before: readonly Json[], at: string, isUnique: boolean, maker: Maker): Json {
  const place = pointerTo(at, before.length);
  const schemas = schemasOfItem(parts, before.length);
  const known = isUnique ? new Set(before.map((earlier) => JSON.stringify(earlier))) : undefined;
  let item = maker.make(schemas, place);
  for (let tries = 0; known?.has(JSON.stringify(item)); tries += 1) {
    if (tries === ITEM_TRIES) {
      const [unique] = keywordOf(parts, "uniqueItems");
      throw new Unsatisfiable(unique?.place ?? "#", `there are not more than ${before.length} different items`);
    }
    item = maker.vary(() => maker.make(schemas, place));
  }
  return item;
}

/** The schemas of one item (JSON Schema Core 2020-12, 10.3.1). */
function schemasOfItem(parts: readonly Part[], index: number): SchemaAt[] {
  const isPrefixed = parts.some(({ schema }) => index < asList(schema.prefixItems).length);
  const isDescribed = isPrefixed || parts.some(({ schema }) => schema.items !== undefined);
  return parts.flatMap((part) => {
    const { schema, pointer } = part;
    const prefix = asList(schema.prefixItems);
    const described: SchemaAt[] =
      index < prefix.length
        ? [{ schema: prefix[index], pointer: pointerTo(pointer, "prefixItems", index) }]
        : [{ schema: schema.items, pointer: pointerTo(pointer, "items") }];
    if (!isDescribed)
      described.push({ schema: schema.unevaluatedItems, pointer: pointerTo(pointer, "unevaluatedItems") });
    return [...described, ...containedSchemas(part, index, parts)];
  });
}

/** `contains` is for the items after the prefix, or for the first ones if there are no others. */
function containedSchemas(part: Part, index: number, parts: readonly Part[]): SchemaAt[] {
  const { schema, pointer } = part;
  if (schema.contains === undefined) return [];
  const contains = { schema: schema.contains, pointer: pointerTo(pointer, "contains") };
  const prefix = longestPrefix(parts);
  const first = itemBounds(parts).max > prefix ? prefix : 0;
  if (index >= first && index < first + containedCount(part)) return [contains];
  return schema.maxContains === undefined ? [] : [{ ...contains, schema: { not: contains.schema } }];
}
