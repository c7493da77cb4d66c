import type { Json } from "#openapi/document/document.js";
import type { Range } from "#statements/ranges.js";
import { itemsInRange, type Placed, placedItems, placeOf } from "#verify/judges/lists/ranges.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { isValidFor } from "#verify/requests/allowed-request.js";
import { largestPage, sent } from "#verify/resources/lists/read-pages.js";
import { type ListCheck, readPage } from "./list-check.js";

/** Requests the items on one side of a value in the middle, and beyond the last one. */
export async function yieldsItemsInRange(check: ListCheck, range: Range): Promise<void> {
  const { property, side } = range;
  const placed = placedItems(check, range);
  const sorted = placed.toSorted((one, other) => one.place - other.place);
  const middle = sorted[Math.floor(sorted.length / 2)]?.item[property];
  const last = sorted.at(side === "from" ? -1 : 0);
  if (middle === undefined || !last || sorted[0]?.place === sorted.at(-1)?.place) {
    throw new Skipped(`all items of the list have the same ${property}, or none`);
  }
  await readRange(check, range, middle, placed);
  const beyond = valueBeyond(last.item[property], side === "from" ? 1 : -1);
  const isSent = beyond !== undefined && isValidFor(check.context.contract, range.parameter, boundIn(range, beyond));
  if (isSent) await readRange(check, range, beyond, placed);
}

/** @param placed the items that have a place in the order of the range */
async function readRange(check: ListCheck, range: Range, bound: Json, placed: readonly Placed[]): Promise<void> {
  const { context, list } = check;
  const query = sent(range.parameter, boundIn(range, bound));
  // A target may reject a value that nothing has.
  const expected = placed.some(({ place }) => place === placeOf(bound)) ? undefined : anyResponse;
  const page = await readPage(check, [...largestPage(context, list), query], expected);
  if (page) context.judge(itemsInRange(check, range, { bound, placed, page }));
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
