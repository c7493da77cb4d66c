import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { plainName } from "#verify/relations/names.js";
import { failPage, type ListCheck } from "./list-check.js";

const NEWEST =
  /\b(newest|most recent(ly \w+)?|latest|last created)( \w+)? (first|at the top|come first)|reverse chronological/i;
const OLDEST = /\b(oldest|earliest)( \w+)? (first|at the top|come first)|(?<!reverse )chronological order/i;

/** Fields with the moment of creation, the most certain one first. */
const CREATED = ["createdat", "created", "creationdate", "datecreated", "createdon", "createtime"];

/** The order that the description of a list states; undefined if it states none. */
export function statedOrder({ summary, description }: Operation): "newest" | "oldest" | undefined {
  const text = `${summary} ${description}`;
  if (NEWEST.test(text)) return "newest";
  return OLDEST.test(text) ? "oldest" : undefined;
}

/** The items are in the order that the description states. A description is not a schema, so this is a warning. */
export async function hasStatedOrder(check: ListCheck, order: "newest" | "oldest"): Promise<void> {
  const { whole } = check;
  const names = new Set(whole.items.flatMap((item) => Object.keys(item)));
  const field = CREATED.flatMap((wanted) => [...names].filter((name) => plainName(name) === wanted))[0];
  if (field === undefined) return;
  const moments = whole.items.map((item) => momentOf(item, field));
  const index = moments.findIndex((moment, position) => {
    const before = moments[position - 1];
    if (before === undefined || moment === undefined) return false;
    return order === "newest" ? moment > before : moment < before;
  });
  if (index < 0) return;
  failPage(check, whole.pages[0], {
    basis: "inferred",
    about: { list: "order", fields: [field] },
    message: `the items are not in the stated order, ${order} first`,
    expected: `${field} of item ${index + 1} is not ${order === "newest" ? "later" : "earlier"} than that of the item before`,
    received: `${String(whole.items[index - 1]?.[field])}, then ${String(whole.items[index]?.[field])}`,
  });
}

function momentOf(item: JsonObject, field: string): number | undefined {
  const value = item[field];
  const moment = typeof value === "number" ? value : Date.parse(String(value));
  return Number.isNaN(moment) ? undefined : moment;
}
