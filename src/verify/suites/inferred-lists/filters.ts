import type { Json, JsonObject } from "#openapi/document/document.js";
import { isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { GENERATED } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import type { InferredFilter } from "#verify/relations/filters.js";
import { itemsAt } from "#verify/relations/list-items.js";
import type { ListOperation } from "#verify/relations/resource.js";
import { withParameters } from "#verify/resources/lists/read-pages.js";
import { readList } from "#verify/resources/valid-request.js";

/** How many different values are compared. */
const MAX_VALUES = 50;

/**
 * A filter lists only items that have its value. A value may include others, as members see what everyone sees, so this is
 * only a warning.
 */
export async function yieldsMatching(context: CaseContext, list: ListOperation, filter: InferredFilter): Promise<void> {
  const read = await readList(context, list);
  if (!read) throw new Skipped("the list could not be read");
  const value = distinguishingValue(filter, read.items);
  const { parameter, property } = filter;
  if (value === undefined) throw new Skipped(`all items of the list have the same ${property}, or none`);
  const request = withParameters(read.request, [{ parameter, value, source: GENERATED }]);
  const exchange = await context.send(request);
  await context.check(request, anyResponse(list.operation, "the list has an item with this value"), exchange);
  if (!isSuccess(exchange)) return;
  const items = itemsAt(jsonOf(exchange), list.items);
  const other = items.find((item) => item[property] !== undefined && !matches(item[property] ?? null, value));
  if (!other && items.length > 0) return;
  const shown = `${parameter.name} ${JSON.stringify(value)}`;
  const message = other ? `${shown} lists an item with another value` : `${shown} lists nothing`;
  const expected = `items with ${property}: ${JSON.stringify(value)}, which the list has`;
  const received = other ? `${property}: ${JSON.stringify(other[property])}` : "no items";
  const facts = { message, place: parameter.pointer, expected, received };
  context.fail({ check: "pagination", basis: "inferred", ...facts }, exchange);
}

/** A value that one item has and another one does not. */
function distinguishingValue({ property, members }: InferredFilter, items: readonly JsonObject[]): Json | undefined {
  // More values show nothing more, and a server may send a million.
  const values = [...new Set(items.flatMap((item) => item[property] ?? []))].slice(0, MAX_VALUES);
  const allowed = values.filter((each) => typeof each !== "object" && (members?.includes(each) ?? true) && each !== "");
  return allowed.find((value) => values.some((each) => !matches(each, value)));
}

/** A text may be searched for in a part of the values, and in any case. */
function matches(found: Json, value: Json): boolean {
  if (typeof found !== "string" || typeof value !== "string") return found === value;
  return found.toLowerCase().includes(value.toLowerCase());
}
