import type { Json } from "#openapi/document/document.js";
import { schemaOf } from "#statements/parameter-schema.js";
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
  const isSent =
    beyond !== undefined && isValidFor(check.context.contract, range.parameter, boundIn(check, range, beyond).sent);
  if (isSent) await readRange(check, range, beyond, placed);
}

/** @param placed the items that have a place in the order of the range */
async function readRange(check: ListCheck, range: Range, bound: Json, placed: readonly Placed[]): Promise<void> {
  const { context, list } = check;
  const asked = boundIn(check, range, bound);
  const query = sent(range.parameter, asked.sent);
  // A target may reject a value that nothing has.
  const expected = placed.some(({ place }) => place === placeOf(bound)) ? undefined : anyResponse;
  const page = await readPage(check, [...largestPage(context, list), query], expected);
  if (page) context.judge(itemsInRange(check, range, { bound: asked.meant, placed, page }));
}

/** The value of the parameter for a bound, and the bound that it means. A parameter may have a moment as Unix time. */
function boundIn({ context }: ListCheck, { parameter, member, side }: Range, bound: Json): { sent: Json; meant: Json } {
  const { type } = schemaOf(context.contract.document, parameter);
  const isNumeric = member === undefined && ["integer", "number"].includes(String(type));
  const moment = typeof bound === "string" && isNumeric ? placeOf(bound) : undefined;
  if (moment === undefined) return { sent: member === undefined ? bound : { [member]: bound }, meant: bound };
  const unit = MILLISECONDS.test(parameter.description) ? 1 : 1000;
  const time = side === "from" ? Math.floor(moment / unit) : Math.ceil(moment / unit);
  return { sent: time, meant: new Date(time * unit).toISOString() };
}

/** A description of a Unix time that has more than seconds. */
const MILLISECONDS = /\b(milliseconds?|millis|ms)\b/i;

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
