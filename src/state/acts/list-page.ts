import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { PageStep, Paging } from "#openapi/operations/operation.js";
import { type Filter, filtersOf, filterValues } from "#statements/filters.js";
import type { ListOperation } from "#statements/list-items.js";
import { kindOf } from "#statements/paging/kinds.js";
import { isShown, namesItem, requestedSize } from "#statements/paging/paging.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { type Range, rangesOf } from "#statements/ranges.js";
import { type Sorting, sortingsOf } from "#statements/sorting.js";
import { type StatedOrder, statedOrder } from "#statements/stated-order.js";
import { indexOf, type Ordered, type Stored } from "../store.js";
import type { SentValue } from "./sent-value.js";

/** The size of a page where a list has pages, and neither the request nor the document says it. */
const USUAL_SIZE = 20;

/** The query parameter of addresses of pages, where the document has none for it. */
export const PAGE_PARAMETER = "cursor";

/** How a list selects, orders and pages its resources. */
export interface StatedList {
  paging: Paging;
  filters: readonly Filter[];
  ranges: readonly Range[];
  sortings: readonly Sorting[];
  order: StatedOrder | undefined;
  /** The size of a page if the request does not state it; undefined if pages have no limit. */
  defaultSize: number | undefined;
  document: OpenApiDocument;
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
  isFollowed: boolean;
}

/** The statements of the document about a list. */
export function statedList(document: OpenApiDocument, list: ListOperation): StatedList {
  const { paging, operation } = list;
  const { default: initial, maximum } = paging.pageSize ? asObject(schemaOf(document, paging.pageSize)) : {};
  const usual = paging.next ? Math.min(USUAL_SIZE, Number(maximum ?? USUAL_SIZE)) : undefined;
  return {
    ...{ document, paging, defaultSize: typeof initial === "number" && initial >= 1 ? Math.floor(initial) : usual },
    filters: filtersOf(document, list),
    ranges: rangesOf(document, list),
    sortings: sortingsOf(document, list),
    order: statedOrder(operation),
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
  { all, named }: { all: readonly Stored[]; named: Places["named"] },
  sentValue: SentValue,
  address: string | undefined,
  { overlap, excess }: { overlap: number; excess: number },
): ListPage | undefined {
  const { paging } = list;
  const { next, previous } = paging;
  const ordered = inOrder(list, selected(list, all, sentValue), sentValue);
  const { length: total } = ordered;
  const sent = paging.pageSize && requestedSize(paging, sentValue(paging.pageSize) ?? null);
  const asked = typeof sent === "number" && sent >= 1 ? Math.floor(sent) : list.defaultSize;
  const size = asked ?? total;
  const right = startOf(list, { ordered, named }, sentValue, address, size);
  if (!right) return undefined;
  const place = { start: size > 1 ? Math.max(0, right.start - overlap) : right.start, size: right.size + excess };
  const stored: Stored[] = [];
  for (let index = place.start; index < Math.min(total, place.start + place.size); index += 1) {
    const resource = ordered.at(index);
    if (resource) stored.push(resource);
  }
  const isFollowed = place.start + stored.length < total && stored.length > 0;
  const isPreceded = place.start > 0 && total > 0;
  return {
    ...{ stored, offset: place.start, total, size: Math.max(1, size), isSized: asked !== undefined, isFollowed },
    next: isFollowed ? leadTo(list, next, stored.at(-1), "after") : undefined,
    previous: isPreceded ? leadTo(list, previous, stored[0], "before") : undefined,
  };
}

/** The resources of a list, and how one of them is found by its key. */
interface Places {
  ordered: Ordered;
  named(key: string): Stored | undefined;
}

/** Where the page of a request starts, and how many resources it may have; undefined if it names no page. */
function startOf(
  { paging: { next, previous } }: StatedList,
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
  if (before !== undefined && !isSame) return besideCursor(places, previous, before, true, size);
  return cursor === undefined ? { start: 0, size } : besideCursor(places, next, cursor, false, size);
}

/** The part beside the resource of a cursor. */
function besideCursor(
  places: Places,
  step: PageStep | undefined,
  cursor: Json,
  isBackward: boolean,
  size: number,
): { start: number; size: number } | undefined {
  const mark = namesItem(step) ? undefined : readMark(cursor);
  const { ordered } = places;
  const place = namesItem(step) ? placeOfItem(places, step, cursor) : mark && placeOfMark(ordered, mark.sequence);
  if (place === undefined) return namesItem(step) ? { start: ordered.length, size } : undefined;
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
  if (stored && isWanted(stored)) return placeOfMark(ordered, stored.sequence);
  for (let index = 0; index < ordered.length; index += 1) if (isWanted(ordered.at(index))) return index;
  return undefined;
}

/**
 * The place of a resource by its sequence. If it is gone and the order is that of creation, it is between its neighbors.
 */
function placeOfMark(ordered: Ordered, sequence: number): number | undefined {
  if (ordered instanceof ByCreation) return ordered.ofSequence(sequence);
  for (let index = 0; index < ordered.length; index += 1) if (ordered.at(index)?.sequence === sequence) return index;
  return undefined;
}

/** A value that leads to the page beside a resource. Pages that are counted have none. */
function leadTo(
  { document }: StatedList,
  step: PageStep | undefined,
  stored: Stored | undefined,
  side: "after" | "before",
): Json | undefined {
  if (!step || !stored || !isShown(step)) return undefined;
  const { type } = step.parameter ? schemaOf(document, step.parameter) : {};
  const isNumber = [type].flat().every((name) => name === "integer" || name === "number");
  const sign = side === "after" ? 1 : -1;
  return isNumber ? sign * stored.sequence : `${side === "after" ? "a" : "b"}${stored.sequence.toString(36)}`;
}

function readMark(cursor: Json): { sequence: number; side: "after" | "before" } | undefined {
  if (typeof cursor === "number") return { sequence: Math.abs(cursor), side: cursor < 0 ? "before" : "after" };
  const [, side, digits = ""] = /^([ab])([\da-z]+)$/.exec(String(cursor)) ?? [];
  if (side === undefined) return undefined;
  return { sequence: Number.parseInt(digits, 36), side: side === "a" ? "after" : "before" };
}

/** The resources of a collection, the oldest or the newest first, without a copy of them. */
class ByCreation implements Ordered {
  readonly #list: readonly Stored[];
  readonly #isNewestFirst: boolean;

  constructor(list: readonly Stored[], isNewestFirst: boolean) {
    this.#list = list;
    this.#isNewestFirst = isNewestFirst;
  }

  get length(): number {
    return this.#list.length;
  }

  at(index: number): Stored | undefined {
    if (index < 0) return undefined;
    return this.#list[this.#isNewestFirst ? this.#list.length - 1 - index : index];
  }

  /** The place of a resource; between its neighbors, by a half, if it is not here. */
  ofSequence(sequence: number): number {
    const index = indexOf(this.#list, sequence);
    const isPresent = this.#list[index]?.sequence === sequence;
    if (!this.#isNewestFirst) return isPresent ? index : index - 0.5;
    return this.#list.length - 1 - (isPresent ? index : index - 0.5);
  }
}

/** The resources that the filters and ranges of a request select. */
function selected(list: StatedList, all: readonly Stored[], sentValue: SentValue): readonly Stored[] {
  const tests: ((value: JsonObject) => boolean)[] = [];
  for (const filter of list.filters) {
    const sought = sentValue(filter.parameter);
    if (sought === undefined) continue;
    const wanted = [sought].flat().map((value) => String(value).toLowerCase());
    tests.push((value) => filterValues(filter, value).some((found) => wanted.includes(String(found).toLowerCase())));
  }
  for (const range of list.ranges) {
    const bound = boundOf(range, sentValue(range.parameter));
    if (bound !== undefined) tests.push((value) => isInRange(range, value[range.property], bound));
  }
  return tests.length === 0 ? all : all.filter(({ value }) => tests.every((test) => test(value)));
}

function boundOf({ member }: Range, sent: Json | undefined): Json | undefined {
  return member === undefined ? sent : isObject(sent) ? sent[member] : undefined;
}

function isInRange({ side, isInclusive = true }: Range, value: Json | undefined, bound: Json): boolean {
  if (value === undefined || value === null) return false;
  const order = compared(value, bound);
  if (order === 0) return isInclusive;
  return side === "from" ? order > 0 : order < 0;
}

/** The order of two values: moments and numbers by their size, others as texts. */
function compared(one: Json, other: Json): number {
  const [left, right] = [sizeOf(one), sizeOf(other)];
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0;
}

function sizeOf(value: Json): number {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return Number.NaN;
  return /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : value === "" ? Number.NaN : Number(value);
}

/** The resources in the order that the request asks for, or that the document states. */
function inOrder({ sortings, order }: StatedList, all: readonly Stored[], sentValue: SentValue): Ordered {
  const sorting = sortings
    .filter(({ query }) => query.every(({ parameter, value }) => isSent(sentValue(parameter), value)))
    .toSorted((one, other) => other.query.length - one.query.length)[0];
  if (!sorting) return new ByCreation(all, order === "newest");
  const { property, direction } = sorting;
  const sign = direction === "descending" ? -1 : 1;
  return all.toSorted((one, other) => {
    const [left = null, right = null] = [one.value[property], other.value[property]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * compared(left, right) || one.sequence - other.sequence;
  });
}

function isSent(sent: Json | undefined, value: string): boolean {
  return [sent].flat().some((part) => part === value);
}
