import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { momentOfCreation } from "./moments.js";

/** Words that stand first in an order: directly, or with what they describe and a verb, `created products appearing first`. */
const FIRST = String.raw`(( \w+)?|( \w+){1,3} (appear(ing|s)?|com(e|es|ing)|listed|shown|returned))( first| at the top)`;

const NEWEST = new RegExp(
  String.raw`\b(newest|most recent(ly \w+)?|latest|last created)${FIRST}|reverse chronological`,
  "i",
);
const OLDEST = new RegExp(
  String.raw`\b(oldest|earliest|least recent(ly \w+)?)${FIRST}|(?<!reverse )chronological order`,
  "i",
);

/** An order by the moment of creation: which items come first. */
export type StatedOrder = "newest" | "oldest";

/** The order that the description of a list states; undefined if it states none. */
export function statedOrder({ summary, description }: Operation): StatedOrder | undefined {
  const text = `${summary} ${description}`;
  if (NEWEST.test(text)) return "newest";
  return OLDEST.test(text) ? "oldest" : undefined;
}

/** An item of a list that comes too late. */
export interface Disorder {
  field: string;
  expected: string;
  received: string;
}

/** The first item that is not in an order; undefined if all are, or have no moment of creation. */
export function disorderIn(items: readonly JsonObject[], order: StatedOrder): Disorder | undefined {
  const field = momentOfCreation(new Set(items.flatMap((item) => Object.keys(item))));
  if (field === undefined) return undefined;
  const moments = items.map((item) => momentOf(item, field));
  const index = moments.findIndex((moment, position) => {
    const before = moments[position - 1];
    if (before === undefined || moment === undefined) return false;
    return order === "newest" ? moment > before : moment < before;
  });
  if (index < 0) return undefined;
  return {
    field,
    expected: `${field} of item ${index + 1} is not ${order === "newest" ? "later" : "earlier"} than that of the item before`,
    received: `${String(items[index - 1]?.[field])}, then ${String(items[index]?.[field])}`,
  };
}

function momentOf(item: JsonObject, field: string): number | undefined {
  const value = item[field];
  const moment = typeof value === "number" ? value : Date.parse(String(value));
  return Number.isNaN(moment) ? undefined : moment;
}
