import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Range } from "#statements/ranges.js";
import { anyResponse, faultOf } from "#verify/model/request/expectation.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { isValidFor } from "#verify/requests/allowed-request.js";
import { largestPage, sent } from "#verify/resources/lists/read-pages.js";
import { broken } from "#verify/rules/sentence.js";
import { type ListCheck, pageFinding, readPage } from "./list-check.js";

/** An item of the list, and the place of its value in the order of the range. */
interface Placed {
  item: JsonObject;
  place: number;
  id: string;
}

/**
 * A range lists the items on its side of a value. It includes those that have the value where its name or its words say so.
 * Beyond the last value, it lists nothing. Names suggest ranges, so these are warnings.
 */
export async function yieldsItemsInRange(check: ListCheck, range: Range): Promise<void> {
  const { property, side } = range;
  const { ids, items } = check.whole;
  const placed = items.flatMap((item, index): Placed[] => {
    const place = placeOf(item[property]);
    return place === undefined ? [] : [{ item, place, id: ids[index] ?? "" }];
  });
  const sorted = placed.toSorted((one, other) => one.place - other.place);
  const middle = sorted[Math.floor(sorted.length / 2)]?.item[property];
  const last = sorted.at(side === "from" ? -1 : 0);
  if (middle === undefined || !last || sorted[0]?.place === sorted.at(-1)?.place) {
    throw new Skipped(`all items of the list have the same ${property}, or none`);
  }
  await expectInRange(check, range, middle, placed);
  const beyond = valueBeyond(last.item[property], side === "from" ? 1 : -1);
  const isSent = beyond !== undefined && isValidFor(check.context.contract, range.parameter, boundIn(range, beyond));
  if (isSent) await expectInRange(check, range, beyond, placed);
}

/** @param placed the items that have a place in the order of the range */
async function expectInRange(check: ListCheck, range: Range, bound: Json, placed: readonly Placed[]): Promise<void> {
  const { context, list, whole } = check;
  const { parameter, member, property, side, isInclusive } = range;
  const at = placeOf(bound) ?? 0;
  const query = sent(parameter, boundIn(range, bound));
  // A target may reject a value that nothing has.
  const expected = placed.some(({ place }) => place === at) ? undefined : anyResponse;
  const page = await readPage(check, [...largestPage(context, list), query], expected);
  if (!page) return;
  const name = member === undefined ? parameter.name : `${parameter.name}[${member}]`;
  const distance = (item: JsonObject) => {
    const place = placeOf(item[property]);
    return place === undefined ? 0 : side === "from" ? place - at : at - place;
  };
  const fail = (rule: "range-lists-item-beyond" | "range-misses-item", expected: string, received: string) =>
    check.context.fail(
      pageFinding(check, {
        basis: "inferred",
        about: { list: "filter", fields: [property], fault: faultOf(parameter) },
        ...broken(rule, { parameter: name, value: bound }),
        expected,
        received,
      }),
      page.exchange,
    );
  const outside = page.items.find(
    (item) => distance(item) < 0 || (isInclusive === false && placeOf(item[property]) === at),
  );
  if (outside) {
    const wanted = `items with ${property} ${sideOf(range)} it`;
    return fail("range-lists-item-beyond", wanted, jsonText(outside[property]));
  }
  const isAll = page.hasMore === false || page.items.length < whole.items.length;
  if (!whole.isComplete || !isAll) return;
  const wanted = placed.filter(({ item, place }) => distance(item) > 0 || (isInclusive === true && place === at));
  const missing = wanted.find(({ id }) => !page.ids.includes(id));
  if (!missing) return;
  fail(
    "range-misses-item",
    `the item with ${property} ${jsonText(missing.item[property])}, which the list has`,
    `${page.items.length} of ${wanted.length} items`,
  );
}

/** The value of the parameter for a bound. */
function boundIn({ member }: Range, bound: Json): Json {
  return member === undefined ? bound : { [member]: bound };
}

/** A day, in milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

/** A value before or after another one, in the same form: a number, a date, or a moment. */
function valueBeyond(value: Json | undefined, step: 1 | -1): Json | undefined {
  if (typeof value === "number") return Math.trunc(value) + step;
  const place = placeOf(value);
  if (typeof value !== "string" || place === undefined) return undefined;
  const moment = new Date(place + step * DAY).toISOString();
  return value.includes("T") ? moment : moment.slice(0, "2026-01-01".length);
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
