import type { Json, JsonObject } from "#openapi/document/document.js";
import { faultOf } from "#verify/model/request/expectation.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import type { Range } from "#verify/relations/ranges.js";
import { largestPage, sent } from "#verify/resources/lists/read-pages.js";
import { failPage, type ListCheck, readPage } from "./list-check.js";

/**
 * A range lists the items on its side of a value, and those that have the value where its name or its words include them. Names
 * suggest ranges, so these are warnings.
 */
export async function yieldsItemsInRange(check: ListCheck, range: Range): Promise<void> {
  const { context, list, whole } = check;
  const { parameter, member, property, side, isInclusive } = range;
  const placed = whole.items.flatMap((item, index) => {
    const place = placeOf(item[property]);
    return place === undefined ? [] : [{ item, place, id: whole.ids[index] ?? "" }];
  });
  const sorted = placed.toSorted((one, other) => one.place - other.place);
  const pivot = sorted[Math.floor(sorted.length / 2)];
  const value = pivot?.item[property];
  if (!pivot || value === undefined || sorted[0]?.place === sorted.at(-1)?.place) {
    throw new Skipped(`all items of the list have the same ${property}, or none`);
  }
  const query = sent(parameter, member === undefined ? value : { [member]: value });
  const page = await readPage(check, [...largestPage(context, list), query]);
  if (!page) return;
  const name = member === undefined ? parameter.name : `${parameter.name}[${member}]`;
  const distance = (item: JsonObject) => {
    const place = placeOf(item[property]);
    return place === undefined ? 0 : side === "from" ? place - pivot.place : pivot.place - place;
  };
  const fail = (message: string, expected: string, received: string) =>
    failPage(check, page, {
      basis: "inferred",
      about: { list: "filter", fields: [property], fault: faultOf(parameter) },
      message: `${name} ${JSON.stringify(value)} ${message}`,
      expected,
      received,
    });
  const beyond = page.items.find(
    (item) => distance(item) < 0 || (isInclusive === false && isAt(item, property, pivot.place)),
  );
  if (beyond) {
    return fail(
      "lists an item beyond it",
      `items with ${property} ${sideOf(range)} it`,
      JSON.stringify(beyond[property]),
    );
  }
  const isAll = page.hasMore === false || page.items.length < whole.items.length;
  if (!whole.isComplete || !isAll) return;
  const wanted = placed.filter(
    ({ item, place }) => distance(item) > 0 || (isInclusive === true && place === pivot.place),
  );
  const missing = wanted.find(({ id }) => !page.ids.includes(id));
  if (!missing) return;
  const expected = `the item with ${property} ${JSON.stringify(missing.item[property])}, which the list has`;
  fail("does not list an item that is within it", expected, `${page.items.length} of ${wanted.length} items`);
}

function isAt(item: JsonObject, property: string, place: number): boolean {
  return placeOf(item[property]) === place;
}

function sideOf({ side, isInclusive }: Range): string {
  const words = side === "from" ? "after" : "before";
  return isInclusive === false ? words : `at or ${words}`;
}

/** The place of a value in the order of its kind: a number, or the milliseconds of a date. */
function placeOf(value: Json | undefined): number | undefined {
  if (typeof value === "number") return value;
  const moment = typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}
