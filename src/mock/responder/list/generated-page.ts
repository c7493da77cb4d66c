import type { RequestReading } from "#http/request/read-request.js";
import type { Json } from "#openapi/document/document.js";
import { valueAt, withValue } from "#openapi/document/pointer.js";
import type { Paging } from "#openapi/operations/operation.js";
import { type Filter, selects } from "#statements/filters.js";
import { kindOf } from "#statements/paging/kinds.js";
import { movingParameters } from "../choosing/choose-example.js";
import type { MockedResponse } from "../mocked-response.js";
import { itemsIn, type MockedList, pageSizeOf, pageWith, sentBeside, withPart } from "./mocked-list.js";
import { type PageFacts, withPageFields } from "./page-fields.js";

/** A generated list has at least and at most so many items. */
const LEAST = 3;
const MOST = 5;

/** Bodies that are generated until one has the list. */
const TRIES = 10;

/** Bodies that are generated until a page has its items. A filter may select few of those that are made by chance. */
const MOST_BODIES = 40;

/**
 * A page of generated items that the filters of the request select. There are three to five, or as many as the request
 * admits. It says that more follow only if its size is the reason. A page after another one is the last.
 *
 * @param another generates one more response; undefined if that is not possible
 * @param isValid whether a response is valid by the document
 */
export function generatedPage(
  list: MockedList,
  reading: RequestReading,
  generated: MockedResponse,
  another: () => MockedResponse | undefined,
  isValid: (response: MockedResponse) => boolean,
): MockedResponse {
  const { paging, filters } = list;
  const response = generated.statusCode < 300 ? withList(paging, generated, another) : undefined;
  if (!response) return generated;
  const sought = filters.flatMap((filter) => {
    const value = sentBeside(undefined, reading, filter.parameter);
    return value === undefined ? [] : [{ filter, value: Array.isArray(value) ? (value[0] ?? null) : value }];
  });
  const { next } = paging;
  const size = pageSizeOf(list, reading) ?? Number.POSITIVE_INFINITY;
  const before = placeOf(paging, reading, size);
  const isNumbered = isCounted(paging);
  // The whole list has the same items in number, whichever page is requested.
  const least = isNumbered ? Math.max(0, MOST - before) : LEAST;
  const items: Json[] = [];
  let source: MockedResponse | undefined = response;
  for (let tries = 1; source; tries += 1) {
    const made: Json[] = itemsIn(valueAt(source.body, ""), paging) ?? [];
    const isValidItem = (item: Json) => pageWith(response, paging, [item], false, isValid) !== undefined;
    items.push(...made.flatMap((item) => selectedItem(item, sought, isValidItem)));
    source = tries < MOST_BODIES && items.length < least ? another() : undefined;
  }
  const rest = items.slice(0, Math.max(0, MOST - before));
  const isFollowed = rest.length > size && !isBesideCursor(paging, reading);
  const page = pageWith(response, paging, rest.slice(0, size), isFollowed, isValid);
  // The schema may admit fewer items.
  const own = itemsIn(valueAt(response.body, ""), paging) ?? [];
  const sent = page ?? pageWith(response, paging, own, false, isValid) ?? response;
  const count = itemsIn(valueAt(sent.body, ""), paging)?.length ?? 0;
  const facts: PageFacts = {
    number: Math.floor(before / Math.max(1, Math.min(size, MOST))) + (next?.first ?? 1),
    ...{ offset: before, count, total: page ? Math.min(before, MOST) + rest.length : count },
    size: Number.isFinite(size) ? size : Math.max(1, count),
    isLast: !(page && isFollowed),
  };
  const value = sentBeside(undefined, reading, next?.parameter);
  return withPart(withPageFields(sent, paging, facts, isValid), paging, value, facts);
}

/** A response that has the list, which the document may not require; undefined if none of several has it. */
function withList(
  paging: Paging,
  generated: MockedResponse,
  another: () => MockedResponse | undefined,
): MockedResponse | undefined {
  let body = generated.body;
  for (let tries = 1; itemsIn(valueAt(body, ""), paging) === undefined; tries += 1) {
    if (tries === TRIES) return undefined;
    body = another()?.body;
  }
  return { ...generated, body };
}

/** Whether a request is for the page beside a cursor. Such a page is the last one, because generated pages would have no end. */
function isBesideCursor(paging: Paging, { parameters }: RequestReading): boolean {
  if (isCounted(paging)) return false;
  const moving = movingParameters(paging);
  return parameters.some(({ parameter }) => moving.includes(parameter));
}

/** A value that a filter of the request selects by. */
interface Sought {
  filter: Filter;
  value: Json;
}

/** The item with the values that the filters select by, as a list of one. Empty if it cannot have them. */
function selectedItem(item: Json, sought: readonly Sought[], isValid: (item: Json) => boolean): Json[] {
  const others = sought.filter(({ filter, value }) => !selects(filter, item, value));
  if (others.length === 0) return [item];
  const changed = others.reduce<Json | undefined>(
    (known, { filter, value }) => (known === undefined ? known : withValue(known, filter.pointer, value)),
    item,
  );
  return changed !== undefined && isValid(changed) ? [changed] : [];
}

/** Whether a value says which part of the list a page is. */
function isCounted({ next }: Paging): boolean {
  return next !== undefined && kindOf(next).part !== undefined;
}

/** How many items of the list are before the page of a request, if its values are counted. */
function placeOf({ next }: Paging, reading: RequestReading, size: number): number {
  const value = sentBeside(undefined, reading, next?.parameter);
  const part = next && value !== undefined ? kindOf(next).part?.(next, value, Math.min(size, MOST)) : undefined;
  return Math.max(0, part?.start ?? 0);
}
