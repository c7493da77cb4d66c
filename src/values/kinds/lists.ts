import { jsonText } from "#openapi/document/long-integer.js";
import { oncePer } from "#openapi/document/once-per.js";
import { asList, type Json } from "../../openapi/document/document.js";
import { pointerTo } from "../../openapi/document/pointer.js";
import { between } from "../random/randomness.js";
import { largest, smallest } from "../rules/limits.js";
import { keywordOf, type Part, type SchemaAt, Unsatisfiable } from "../rules/parts.js";
import type { ValuePlace } from "../rules/value-place.js";
import { SchemaList, type ValueRules } from "../rules/value-rules.js";
import type { Maker } from "./maker.js";

/** Longer lists are not made. */
const MAX_ITEMS = 10_000;
const ITEM_TRIES = 30;

/** The rules of some schemas for a list. */
interface ListRules {
  parts: readonly Part[];
  bounds: { min: number; max: number; place: string };
  isUnique: boolean;
  /** The number of items if nothing else is wanted. */
  usual: number;
  /** The index from which all items have the same schemas. */
  last: number;
  /** The schemas of the items up to that index, found when they are needed. */
  schemas: Map<number, SchemaList>;
}

const rulesOf = oncePer((parts: readonly Part[]): ListRules => {
  const bounds = itemBounds(parts);
  const prefix = longestPrefix(parts);
  const contained = parts.map((part) => (part.schema.contains === undefined ? 0 : containedCount(part)));
  return {
    parts,
    bounds,
    isUnique: keywordOf(parts, "uniqueItems").some(({ value }) => value === true),
    usual: Math.max(bounds.min, prefix),
    last: prefix + Math.max(0, ...contained),
    schemas: new Map(),
  };
});

/** A list by its items and their number. @throws Unsatisfiable if there is none */
export function makeList({ parts }: ValueRules, at: ValuePlace, maker: Maker): Json[] {
  const rules = rulesOf(parts);
  const { bounds, isUnique, usual } = rules;
  const { min, max, place } = bounds;
  if (min > max) throw new Unsatisfiable(place, `at least ${min} items, but at most ${max}, are admitted`);
  const wanted = wantedItems(bounds, usual, at, maker);
  const items: Json[] = [];
  const texts = isUnique ? new Set<string>() : undefined;
  while (items.length < wanted) {
    try {
      const item = makeItem(rules, items.length, at, texts, maker);
      items.push(item);
      texts?.add(jsonText(item));
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

function wantedItems({ min, max }: ListRules["bounds"], usual: number, at: ValuePlace, maker: Maker): number {
  const presence = maker.presence(at);
  if (presence === "none" || maker.isLarge(at)) return min;
  if (presence === "random") return Math.min(max, Math.max(min, between(maker, usual, usual + 2)));
  return Math.min(max, Math.max(1, usual));
}

/** @param known the items of a list whose items have to differ, as JSON */
function makeItem(rules: ListRules, index: number, at: ValuePlace, known: Set<string> | undefined, maker: Maker): Json {
  const place = at.to(index);
  const schemas = schemasOfItem(rules, index);
  const make = () => maker.make(schemas, place);
  let item = maker.isLifelike && index > 0 ? maker.vary(make) : make();
  for (let tries = 0; known?.has(jsonText(item)); tries += 1) {
    if (tries === ITEM_TRIES) {
      const [unique] = keywordOf(rules.parts, "uniqueItems");
      throw new Unsatisfiable(unique?.place ?? "#", `there are not more than ${index} different items`);
    }
    item = maker.vary(make);
  }
  return item;
}

/** The schemas of one item (JSON Schema Core 2020-12, 10.3.1). */
function schemasOfItem({ parts, last, schemas }: ListRules, index: number): SchemaList {
  const key = Math.min(index, last);
  let items = schemas.get(key);
  if (!items) {
    items = new SchemaList(findSchemasOfItem(parts, key));
    schemas.set(key, items);
  }
  return items;
}

function findSchemasOfItem(parts: readonly Part[], index: number): SchemaAt[] {
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
