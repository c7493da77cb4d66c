import { asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { PageStep, Paging } from "#openapi/operations/operation.js";
import { filtersOf } from "#statements/filters.js";
import { itemProperties, type ListOperation } from "#statements/list-items.js";
import { memberFiltersOf } from "#statements/member-filters.js";
import { kindOf } from "#statements/paging/kinds.js";
import { withLikelySize } from "#statements/paging/page-size.js";
import { isShown, namesItem, requestedSize } from "#statements/paging/paging.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { rangesOf } from "#statements/ranges.js";
import { searchOf } from "#statements/searches.js";
import { freeSortingOf, sortingsOf } from "#statements/sorting.js";
import { statedOrder } from "#statements/stated-order.js";
import type { Stored } from "../store.js";
import { type Mark, markNumber, markText, readMark, type Side, StandIns } from "./marks.js";
import type { Selecting, Selection } from "./selection.js";
import type { SentValue } from "./sent-value.js";

/** The size of a page where a list has pages, and neither the request nor the document says it. */
const USUAL_SIZE = 20;

/** The query parameter of addresses of pages, where the document has none for it. */
export const PAGE_PARAMETER = "cursor";

/** How a list selects, orders and pages its resources. */
export interface StatedList extends Selecting {
  paging: Paging;
  /** The size of a page if the request does not state it; undefined if pages have no limit. */
  defaultSize: number | undefined;
  document: OpenApiDocument;
  /** The cursors that were sent in place of marks, which the document does not admit there. */
  stoodIn: StandIns;
}

/** A part of a list, and where it is. */
export interface ListPage {
  stored: readonly Stored[];
  /** How many resources are before the page, and in the whole list. */
  offset: number;
  total: number;
  /** The largest page. */
  size: number;
  /** Whether the size is that of the request, or of the document. */
  isSized: boolean;
  /** The values that lead to the pages beside this one. Undefined where there is none, or no value leads to it. */
  next: Json | undefined;
  previous: Json | undefined;
  /** The value that leads beyond the page, also where nothing is there. */
  beyond: Json | undefined;
  isFollowed: boolean;
}

/** The statements of the document about a list. */
export function statedList(document: OpenApiDocument, stated: ListOperation): StatedList {
  const list = withLikelySize(document, stated);
  const { paging, operation } = list;
  const { default: initial, maximum } = paging.pageSize ? asObject(schemaOf(document, paging.pageSize)) : {};
  const filters = filtersOf(document, list);
  const search = searchOf(document, operation);
  const isFilter = filters.some(({ parameter }) => parameter === search);
  const usual = paging.next ? Math.min(USUAL_SIZE, Number(maximum ?? USUAL_SIZE)) : undefined;
  return {
    ...{ document, paging, defaultSize: typeof initial === "number" && initial >= 1 ? Math.floor(initial) : usual },
    filters,
    search: search && !isFilter ? { parameter: search, shown: itemProperties(document, list) } : undefined,
    members: memberFiltersOf(document, list, [
      ...filters.map(({ parameter }) => parameter),
      ...(paging.pageSize ? [paging.pageSize] : []),
    ]),
    ranges: rangesOf(document, list),
    sortings: sortingsOf(document, list),
    free: freeSortingOf(document, list),
    order: statedOrder(operation),
    stoodIn: new StandIns(),
  };
}

/**
 * The page of a request.
 *
 * @param address the value of a page in an address, where no documented parameter has it
 * @param wrong faults on purpose: how many resources of the page before are on the page, and how many are too many
 * @returns undefined if the request names a page that does not exist
 */
export function pageOf(
  list: StatedList,
  { ordered, named }: Places,
  sentValue: SentValue,
  address: string | undefined,
  { overlap, excess }: { overlap: number; excess: number },
): ListPage | undefined {
  const { paging } = list;
  const { next, previous } = paging;
  const { length: total } = ordered;
  const sent = paging.pageSize && requestedSize(paging, sentValue(paging.pageSize) ?? null);
  const asked = typeof sent === "number" && sent >= 1 ? Math.floor(sent) : list.defaultSize;
  const size = asked ?? total;
  const right = startOf(list, { ordered, named }, sentValue, address, size);
  if (!right) return undefined;
  const isWrong = size > 1 && right.start > 0;
  const place = { start: isWrong ? right.start - overlap : right.start, size: right.size + excess };
  const stored: Stored[] = [];
  for (let index = place.start; index < Math.min(total, place.start + place.size); index += 1) {
    const resource = ordered.at(index);
    if (resource) stored.push(resource);
  }
  const isFollowed = place.start + stored.length < total && stored.length > 0;
  const isPreceded = place.start > 0 && total > 0;
  const lead = (step: PageStep | undefined, index: number, side: Side) => {
    const edge = ordered.at(index);
    const mark = edge && { sequence: edge.sequence, side, former: ordered.isByCreation ? undefined : index };
    return mark && isShown(step) ? writtenMark(list, step, mark) : undefined;
  };
  const beyond = stored.length > 0 ? lead(next, place.start + stored.length - 1, "after") : undefined;
  return {
    ...{ stored, offset: place.start, total, size: Math.max(1, size), isSized: asked !== undefined, isFollowed },
    beyond,
    next: isFollowed ? beyond : undefined,
    previous: isPreceded ? lead(previous, place.start, "before") : undefined,
  };
}

/** The resources of a list, and how one of them is found by its key. */
export interface Places {
  ordered: Selection;
  named(key: string): Stored | undefined;
}

/** Where the page of a request starts, and how many resources it may have; undefined if it names no page. */
function startOf(
  { paging: { next, previous }, stoodIn }: StatedList,
  places: Places,
  sentValue: SentValue,
  address: string | undefined,
  size: number,
): { start: number; size: number } | undefined {
  const [after, before] = [sentValue(next?.parameter), sentValue(previous?.parameter)];
  const isSame = previous?.parameter === next?.parameter;
  if (next && after !== undefined && kindOf(next).part) {
    const part = kindOf(next).part?.(next, after, size);
    return part && { start: Math.max(0, part.start), size: Math.min(part.size, size) };
  }
  const cursor = after ?? address;
  const beside = (step: PageStep | undefined, value: Json, isBackward: boolean) =>
    besideCursor(places, step, stoodIn.markOf(step, value) ?? value, isBackward, size);
  if (before !== undefined && !isSame) return beside(previous, before, true);
  // An empty text, which the last page may have, names none.
  return cursor === undefined || cursor === "" ? { start: 0, size } : beside(next, cursor, false);
}

/** The part beside the resource of a cursor. Undefined for a cursor that no page has. */
function besideCursor(
  places: Places,
  step: PageStep | undefined,
  cursor: Json,
  isBackward: boolean,
  size: number,
): { start: number; size: number } | undefined {
  const { ordered } = places;
  const mark = namesItem(step) ? undefined : readMark(cursor);
  if (!namesItem(step) && !mark) return undefined;
  const place = mark ? ordered.ofSequence(mark.sequence, mark.former) : placeOfItem(places, step, cursor);
  // Nothing says where the resource was.
  if (place === undefined) return { start: ordered.length, size };
  if (!isBackward && mark?.side !== "before") return { start: Math.floor(place + 1), size };
  const end = Math.ceil(place);
  const start = Math.max(0, end - size);
  return { start, size: end - start };
}

/** The place of the item that a cursor names. */
function placeOfItem({ ordered, named }: Places, step: PageStep | undefined, cursor: Json): number | undefined {
  const wanted = String(cursor);
  const isWanted = (stored: Stored | undefined) =>
    stored !== undefined && String(valueAt(stored.value, step?.pointer ?? "")) === wanted;
  const stored = named(wanted);
  if (stored && isWanted(stored)) return ordered.ofSequence(stored.sequence);
  for (let index = 0; index < ordered.length; index += 1) if (isWanted(ordered.at(index))) return index;
  return undefined;
}

/** A mark as a value of the parameter. Pages that are counted have none. */
function writtenMark({ document }: StatedList, step: PageStep | undefined, mark: Mark): Json {
  const { type } = step?.parameter ? schemaOf(document, step.parameter) : {};
  const isNumber = [type].flat().every((name) => name === "integer" || name === "number");
  return isNumber ? markNumber(mark) : markText(mark);
}
