import { asList } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { keywordOf, type SchemaAt } from "#values/rules/parts.js";
import { type Difference, NARROWED, WIDENED } from "../difference.js";
import type { AlternativePair } from "./alternative-pair.js";
import { limitDifferences } from "./lengths.js";
import type { Alternative } from "./normal-form.js";
import type { CompareSchemas } from "./result.js";

/** The differences of two alternatives of lists: their lengths, whether items are different, and the items themselves. */
export function listDifferences(pair: AlternativePair, compare: CompareSchemas): Difference[] {
  const { base, revision } = pair;
  compare(itemsOf(base), itemsOf(revision));
  const length = Math.max(prefixLength(base), prefixLength(revision));
  for (let index = 0; index < length; index += 1) compare(itemAt(base, index), itemAt(revision, index));
  return [...limitDifferences(pair, "minItems", "maxItems"), ...uniqueness(pair)];
}

function itemsOf({ parts }: Alternative): SchemaAt[] {
  return keywordOf(parts, "items").map(({ value, place }) => ({ schema: value, pointer: place }));
}

function prefixLength({ parts }: Alternative): number {
  return Math.max(0, ...keywordOf(parts, "prefixItems").map(({ value }) => asList(value).length));
}

/** The schemas of an item: by its position, or those of all items behind the listed positions. */
function itemAt({ parts }: Alternative, index: number): SchemaAt[] {
  return parts.flatMap(({ schema, pointer }) => {
    const item = asList(schema.prefixItems)[index];
    if (item !== undefined) return [{ schema: item, pointer: pointerTo(pointer, "prefixItems", index) }];
    return schema.items === undefined ? [] : [{ schema: schema.items, pointer: pointerTo(pointer, "items") }];
  });
}

function uniqueness({ base, revision, changed }: AlternativePair): Difference[] {
  const [was, is] = [base, revision].map(({ parts }) =>
    keywordOf(parts, "uniqueItems").find(({ value }) => value === true),
  );
  if ((was === undefined) === (is === undefined)) return [];
  return [changed(was, is, was === undefined ? NARROWED : WIDENED)];
}
