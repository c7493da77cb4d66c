import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { wordsOf } from "#openapi/document/words.js";
import type { Operation, PageStep, Paging, Parameter } from "#openapi/operations/operation.js";
import { itemsPointer, type ListOperation } from "../list-items.js";
import { lastSegment } from "../resources/path-parameters.js";
import { KINDS, kindOf } from "./kinds.js";
import { fieldsLike } from "./likely.js";
import type { Direction, SeenPage, StepFacts } from "./page-kind.js";
import { pageSizeOf } from "./page-size.js";

const HAS_MORE = /^(hasmore|hasnext(page)?)$/;

/** The list that an operation responds with, and how it is paged; undefined for any other operation. */
export function listOf(document: OpenApiDocument, operation: Operation): ListOperation | undefined {
  if (operation.method !== "get") return undefined;
  return listOnce(operation, document);
}

/** Last segments of paths of searches. */
const SEARCHES = ["search", "query", "filter", "find", "lookup"];

/** The list that a POST responds with, which searches by its body; undefined for any other operation. */
export function searchedList(document: OpenApiDocument, operation: Operation): ListOperation | undefined {
  const isSearch = wordsOf(lastSegment(operation.path)).some((word) => SEARCHES.includes(word));
  return operation.method === "post" && isSearch ? listOnce(operation, document) : undefined;
}

/** Several test cases ask for a list, and large documents take long. */
const listOnce = oncePer((operation: Operation, document: OpenApiDocument): ListOperation | undefined => {
  if (operation.paging) return { operation, paging: operation.paging };
  const items = itemsPointer(document, operation);
  if (items === undefined) return undefined;
  const [hasMore] = fieldsLike(document, operation, HAS_MORE, "boolean");
  const next = firstStep(document, operation);
  const pageSize = pageSizeOf(document, operation, next);
  const previous = next && kindOf(next).findPrevious?.(document, operation, next);
  return {
    operation,
    paging: { basis: "inferred", pointer: operation.pointer, items, hasMore, pageSize, next, previous },
  };
});

/** The step forward that names suggest, of the first kind that finds one. */
export function firstStep(document: OpenApiDocument, operation: Operation): PageStep | undefined {
  for (const { find } of KINDS) {
    const step = find(document, operation);
    if (step) return step;
  }
  return undefined;
}

/** Whether a parameter is a cursor, as the document states or its name suggests: its values come from pages alone. */
export function isCursor(operation: Operation, parameter: Parameter): boolean {
  const isLikely = operation.method === "get" && KINDS.some(({ isOfPages }) => isOfPages?.(parameter));
  return isLikely || cursorParameters(operation).includes(parameter);
}

/** The parameters that are cursors: to the next page, and to the one before. Of an operation, those that the document states. */
export function cursorParameters({ paging }: Pick<Operation, "paging">): Parameter[] {
  return [paging?.next, paging?.previous].flatMap((step) =>
    step?.parameter && kindOf(step).from !== "count" ? [step.parameter] : [],
  );
}

/**
 * The step of a parameter. Undefined if the document does not state that the parameter is a cursor that names an item.
 */
export function itemCursor({ paging }: Operation, { name }: Parameter): PageStep | undefined {
  return [paging?.next, paging?.previous].find((step) => namesItem(step) && step?.parameter?.name === name);
}

/** Whether a step names an item by its parameter. */
export function namesItem(step: PageStep | undefined): boolean {
  return step !== undefined && kindOf(step).from === "item";
}

/** Whether a page itself shows the way of a step: it shows none on the last page. */
export function isShown(step: PageStep | undefined): boolean {
  return step !== undefined && kindOf(step).from === "page";
}

/**
 * Whether every page leads to a page or to the end. Numbers lead beyond the last page, where a server may reject the request
 * or repeat a page. Names may mislead.
 */
export function hasStatedCursor(paging: Paging): boolean {
  const { basis, next } = paging;
  return basis === "stated" && next !== undefined && kindOf(next).from !== "count";
}

/** The parameters that request the page beside a page, by their names; undefined if it leads to none. */
export function valuesBeside(
  { basis, next, previous }: Paging,
  page: SeenPage,
  direction: Direction,
): Record<string, unknown> | undefined {
  const step = direction === "forward" ? next : previous;
  return step && kindOf(step).follow[basis](stepFacts(step), page, direction);
}

/** The value of the parameter of page sizes that requests a size. */
export function sizeValue({ next }: Paging, size: number): number | string {
  return (next && kindOf(next).sized?.(next, size)) ?? size;
}

/**
 * The size of a page that the value of the parameter requests; the value itself if it is unknown.
 *
 * @param header of the response; a page that shows no size of such a kind may be the whole list
 */
export function requestedSize<Value>({ next }: Paging, value: Value, header?: SeenPage["header"]): Value | number {
  return (next && kindOf(next).sizeOf?.(value, header)) ?? value;
}

/** A step as data: its parameter by its name, and its pointer split into names. */
export function stepFacts(step: PageStep): StepFacts {
  const { parameter, pointer, first } = step;
  const { from, readsHeaders } = kindOf(step);
  return {
    ...(parameter && { parameter: parameter.name }),
    ...(parameter?.in === "header" && { in: ["header"] }),
    ...(pointer !== undefined && { at: pointerNames(pointer) }),
    ...(from === "count" && { first: first ?? 0 }),
    ...(from === "item" && { item: true }),
    ...(readsHeaders && { headers: true }),
  };
}

/** Where counted pages end, as names in the document suggest. A reader that takes each page as it is uses them. */
export function endsOf(document: OpenApiDocument, operation: Operation, step: PageStep): StepFacts {
  const ends = Object.entries(kindOf(step).ends?.(document, operation) ?? {});
  return Object.fromEntries(
    ends.flatMap(([name, pointer]) => (pointer === undefined ? [] : [[name, pointerNames(pointer)]])),
  );
}

/** The extension that states how a list is paged; undefined if no extension can. */
export function statementOf({ items, pageSize, next }: Paging): JsonObject | undefined {
  const extension = next && kindOf(next).extension?.(next);
  if (!extension) return undefined;
  const size = pageSize ? { pageSize: pageSize.name } : {};
  return Object.fromEntries(Object.entries(extension).map(([name, facts]) => [name, { items, ...size, ...facts }]));
}

/** The names of the fields from which pages are read. They hold the items, and what leads to other pages. */
export function pageFields({ items, hasMore, next }: Paging): string[] {
  const pointers = [items, hasMore, next?.pointer];
  return pointers.flatMap((pointer) => (pointer === undefined ? [] : (pointerNames(pointer).at(-1) ?? "")));
}
