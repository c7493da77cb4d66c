import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Range } from "#statements/ranges.js";
import type { Judgment } from "../../model/finding/finding.js";
import { faultOf } from "../../model/request/expectation.js";
import type { Page } from "../../relations/pages.js";
import { broken } from "../../rules/sentence.js";
import { type JudgedList, pageJudgment } from "./judged-list.js";

/** An item of the list, and the place of its value in the order of the range. */
export interface Placed {
  item: JsonObject;
  place: number;
  id: string;
}

/** The items of a list that have a place in the order of a range. */
export function placedItems({ whole: { items, ids } }: JudgedList, { property }: Range): Placed[] {
  return items.flatMap((item, index): Placed[] => {
    const place = placeOf(item[property]);
    return place === undefined ? [] : [{ item, place, id: ids[index] ?? "" }];
  });
}

/** The place of a value in the order of its kind: a number, or the milliseconds of a date. */
export function placeOf(value: Json | undefined): number | undefined {
  if (typeof value === "number") return value;
  const moment = typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/**
 * A range lists the items on its side of a value. It includes those that have the value where its name or its words say so.
 * Beyond the last value, it lists nothing. Names suggest ranges, so these are warnings.
 *
 * @param bound the requested value
 * @param placed the items that have a place in the order of the range
 */
export function itemsInRange(
  judged: JudgedList,
  range: Range,
  { bound, placed, page }: { bound: Json; placed: readonly Placed[]; page: Page },
): Judgment[] {
  const { whole } = judged;
  const { parameter, member, property, side, isInclusive } = range;
  const at = placeOf(bound) ?? 0;
  const name = member === undefined ? parameter.name : `${parameter.name}[${member}]`;
  const distance = (item: JsonObject) => {
    const place = placeOf(item[property]);
    return place === undefined ? 0 : side === "from" ? place - at : at - place;
  };
  const wrong = (rule: "range-lists-item-beyond" | "range-misses-item", expected: string, received: string) => {
    const about = { list: "filter", fields: [property], fault: faultOf(parameter) } as const;
    const breach = broken(rule, { parameter: name, value: bound });
    return [pageJudgment(judged, { basis: "inferred", about, ...breach, expected, received }, page)];
  };
  const outside = page.items.find(
    (item) => distance(item) < 0 || (isInclusive === false && placeOf(item[property]) === at),
  );
  if (outside) {
    const expected = `items with ${property} ${sideOf(range)} it`;
    return wrong("range-lists-item-beyond", expected, jsonText(outside[property]));
  }
  const isAll = page.hasMore === false || page.items.length < whole.items.length;
  if (!whole.isComplete || !isAll) return [];
  const wanted = placed.filter(({ item, place }) => distance(item) > 0 || (isInclusive === true && place === at));
  const missing = wanted.find(({ id }) => !page.ids.includes(id));
  if (!missing) return [];
  const expected = `the item with ${property} ${jsonText(missing.item[property])}, which the list has`;
  return wrong("range-misses-item", expected, `${page.items.length} of ${wanted.length} items`);
}

function sideOf({ side, isInclusive }: Range): string {
  const words = side === "from" ? "after" : "before";
  return isInclusive === false ? words : `at or ${words}`;
}
