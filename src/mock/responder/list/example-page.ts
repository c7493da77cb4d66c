import type { RequestReading } from "#http/request/read-request.js";
import type { Json } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { ExamplePair } from "#openapi/operations/example-pairs.js";
import type { PageStep, Paging, Parameter } from "#openapi/operations/operation.js";
import { selects } from "#statements/filters.js";
import { kindOf } from "#statements/paging/kinds.js";
import type { SentPart } from "#statements/paging/page-kind.js";
import { isShown, namesItem } from "#statements/paging/paging.js";
import { chooseExample, movingParameters, textOf } from "../choosing/choose-example.js";
import type { MockedResponse } from "../mocked-response.js";
import { itemsOfExamples } from "./example-pages.js";
import { itemsIn, type MockedList, pageSizeOf, pageWith, sentBeside, withPart } from "./mocked-list.js";

/** The example of a page, and the request that it responds to. */
export interface ExamplePage {
  examples: readonly ExamplePair[];
  /** The example that matches the request. */
  matching: ExamplePair | undefined;
  reading: RequestReading;
}

/** A parameter and its value, of a request or an example. */
interface ParameterValue {
  parameter: Parameter;
  value: Json;
}

/** Some items of a list. */
interface Part {
  items: readonly Json[];
  /** The example that states which items these are; undefined if none does. */
  stated: ExamplePair | undefined;
  /** Whether the page is before a cursor, and so ends there. */
  isBackward: boolean;
  /** Whether the list has more items beyond these, in the direction of the page. */
  isFollowed: boolean;
  /** How many items are before these, and in the whole list, if they were counted. */
  counted?: Pick<SentPart, "offset" | "total">;
}

/**
 * The page of a request, with the items of an example. It has only those after a cursor that a filter selects, up to the
 * size of the page. An example that has the value of a parameter states the response to it.
 *
 * @param isValid whether a response is valid by the document. The example is returned unchanged if no other page is
 */
export function examplePage(
  list: MockedList,
  page: ExamplePage,
  response: MockedResponse,
  isValid: (response: MockedResponse) => boolean,
): MockedResponse {
  const { paging, filters } = list;
  const { reading } = page;
  const body = valueAt(response.body, "");
  const own = itemsIn(body, paging);
  if (own === undefined || response.statusCode >= 300) return response;
  const hasMore = paging.hasMore !== undefined && valueAt(body, paging.hasMore) === true;
  const moved = movedPart(list, page, own);
  const part = moved ?? unmovedPart(list, page, own, hasMore);
  const selected = part.items.filter((item) =>
    filters.every((filter) => {
      const sought = sentBeside(part.stated, reading, filter.parameter);
      return sought === undefined || selects(filter, item, sought);
    }),
  );
  const size = pageSizeOf(list, reading) ?? (moved ? selected.length : own.length);
  const items = part.isBackward ? selected.slice(-size) : selected.slice(0, size);
  const isCut = items.length < selected.length;
  const isFollowed = items.length > 0 && (isCut || part.isFollowed);
  const isFiltered = selected.length < part.items.length;
  if (!moved && !isFiltered && items.length === own.length && isFollowed === hasMore) return response;
  const sent = pageWith(response, paging, items, isFollowed, isValid) ?? response;
  const value = sentBeside(page.matching, reading, paging.next?.parameter);
  return moved?.counted ? withPart(sent, paging, value, { ...moved.counted, count: items.length }) : sent;
}

/**
 * The items of the example, and those that its last one leads to. Other cursors do not lead to a single item. An example of
 * this size of a page states whether more follow, also where no example has them.
 */
function unmovedPart(
  { paging }: MockedList,
  { examples, matching, reading }: ExamplePage,
  own: readonly Json[],
  hasMore: boolean,
): Part {
  const isPrevious = matching?.parameters.some(({ parameter }) => parameter === paging.previous?.parameter);
  const sized = matching?.parameters.find(({ parameter }) => parameter === paging.pageSize);
  const isOfSize = sized !== undefined && reading.parameters.some((sent) => isSameValue(sent, sized));
  const isKnown = matching !== undefined && !isPrevious && namesItem(paging.next);
  const items = isKnown ? itemsOfExamples(examples, paging, matching) : own;
  return { items, stated: matching, isBackward: false, isFollowed: hasMore && (!isKnown || isOfSize) };
}

function isSameValue(one: ParameterValue, other: ParameterValue): boolean {
  return one.parameter === other.parameter && textOf(one.value) === textOf(other.value);
}

/** The items that a cursor or a number of a page leads to. Undefined if none was sent beside the example. */
function movedPart(list: MockedList, page: ExamplePage, own: readonly Json[]): Part | undefined {
  const { paging, filters } = list;
  const { next, previous } = paging;
  const valueFor = (step: typeof next) => step?.parameter && sentBeside(page.matching, page.reading, step.parameter);
  const [after, before] = [valueFor(next), valueFor(previous)];
  if (after === undefined && before === undefined) return undefined;
  const whole = wholeList(page, paging, movingParameters(paging), own);
  if (next && after !== undefined && kindOf(next).part) {
    const part = kindOf(next).part?.(next, after, Math.min(pageSizeOf(list, page.reading) ?? own.length, own.length));
    if (!part) return undefined;
    const { start, size } = part;
    const { length: total } = whole.items;
    const items = whole.items.slice(start, start + size);
    return { ...whole, items, isFollowed: start + size < total, counted: { offset: start, total } };
  }
  const [cursor, value, isBackward] = before === undefined ? [next, after, false] : [previous, before, true];
  if (value === undefined || !cursor) return undefined;
  // The example of a filter may lack the item of the cursor.
  const ignored = [...movingParameters(paging), ...filters.map(({ parameter }) => parameter)];
  const unfiltered = { ...wholeList(page, paging, ignored, own), stated: undefined };
  return besideItem([whole, unfiltered], cursor, value, paging, isBackward);
}

/** The items of the list that a request without some parameters asks for. */
function wholeList(
  { examples, reading }: ExamplePage,
  paging: Paging,
  ignored: readonly Parameter[],
  own: readonly Json[],
): Part {
  const parameters = reading.parameters.filter(({ parameter }) => !ignored.includes(parameter));
  const first = chooseExample(examples, { ...reading, parameters }, paging);
  const items = first ? itemsOfExamples(examples, paging, first) : own;
  return { items, stated: first, isBackward: false, isFollowed: false };
}

/** The items after or before a cursor, in the first list that has its item. Nothing is beside an unknown one. */
function besideItem(
  lists: readonly Part[],
  step: PageStep,
  cursor: Json,
  { basis }: Paging,
  isBackward: boolean,
): Part | undefined {
  // Examples do not show which cursor leads to an item.
  for (const list of isShown(step) ? [] : lists) {
    const place = list.items.findIndex((item) => textOf(valueAt(item, step.pointer ?? "") ?? null) === textOf(cursor));
    if (place < 0) continue;
    return { ...list, isBackward, items: isBackward ? list.items.slice(0, place) : list.items.slice(place + 1) };
  }
  // Names alone suggest that the parameter is a cursor.
  if (namesItem(step) && basis === "inferred") return undefined;
  return { items: [], stated: undefined, isBackward, isFollowed: false };
}
