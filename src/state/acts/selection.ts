import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { type Filter, filterValues, isOfEvery } from "#statements/filters.js";
import type { MemberFilter } from "#statements/member-filters.js";
import type { Range } from "#statements/ranges.js";
import { finds } from "#statements/searches.js";
import { type FreeSorting, type Sorting, type SortKey, sortKeys } from "#statements/sorting.js";
import type { StatedOrder } from "#statements/stated-order.js";
import { indexOf, type Ordered, type Stored } from "../store.js";
import type { SentValue } from "./sent-value.js";

/** How a list selects and orders its resources. */
export interface Selecting {
  filters: readonly Filter[];
  /** The parameters whose values select by a field of another name. */
  members: readonly MemberFilter[];
  ranges: readonly Range[];
  /** The parameter whose text is searched for, and the fields that the list shows; undefined if names suggest none. */
  search: { parameter: Parameter; shown: readonly string[] } | undefined;
  sortings: readonly Sorting[];
  /** How it is sorted by any property; undefined if no parameter suggests it. */
  free: FreeSorting | undefined;
  order: StatedOrder | undefined;
}

/** The resources that a request asks for, in their order. */
export interface Selection extends Ordered {
  /** Whether a sequence says where its resource was, also after its deletion. */
  readonly isByCreation: boolean;
  /**
   * The place of a resource by its sequence; undefined if that is not known.
   *
   * @param former where it was, if it is not here any more
   */
  ofSequence(sequence: number, former?: number): number | undefined;
}

/** How many selections of a family are remembered: clients read a few at a time, page by page. */
const REMEMBERED = 8;

/**
 * The selections of a family, each made once. A further page of a sorted list thus takes as long as a page
 * of one that is not sorted. Those that were made before the last change are forgotten.
 */
export class Selections {
  readonly #made = new Map<string, Selection>();
  #version = -1;

  /**
   * The resources that a request asks for.
   *
   * @param values those of the path of the collection
   * @param all the resources of the collection
   * @param version changes with each change of the resources
   */
  of(
    list: Selecting,
    { values, all, version }: { values: readonly string[]; all: readonly Stored[]; version: number },
    sentValue: SentValue,
  ): Selection {
    if (version !== this.#version) this.#made.clear();
    this.#version = version;
    const sent = sentTo(list, sentValue);
    // Without a filter and an order, nothing is copied.
    if (sent === undefined) return inOrder(list, all, sentValue);
    const key = JSON.stringify([values, sent]);
    const made = this.#made.get(key) ?? inOrder(list, selected(list, all, sentValue), sentValue);
    const [oldest] = this.#made.keys();
    if (this.#made.size >= REMEMBERED && oldest !== undefined) this.#made.delete(oldest);
    this.#made.set(key, made);
    return made;
  }
}

/** The sent values that select or order; undefined if none is sent. */
function sentTo(
  { filters, members, ranges, search, sortings, free }: Selecting,
  sentValue: SentValue,
): Json[] | undefined {
  const parameters = [
    ...[...filters, ...members, ...ranges].map(({ parameter }) => parameter),
    ...(search ? [search.parameter] : []),
    ...sortings.flatMap(({ query }) => query.map(({ parameter }) => parameter)),
    ...(free ? [free.parameter, ...(free.direction ? [free.direction] : [])] : []),
  ];
  const sent = parameters.map((parameter) => sentValue(parameter) ?? null);
  return sent.every((value) => value === null) ? undefined : sent;
}

/** The resources of a collection, the oldest or the newest first, without a copy of them. */
class ByCreation implements Selection {
  readonly isByCreation = true;
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

  /** Between its neighbors, by a half, for a resource that is not here. */
  ofSequence(sequence: number): number {
    const index = indexOf(this.#list, sequence);
    const isPresent = this.#list[index]?.sequence === sequence;
    if (!this.#isNewestFirst) return isPresent ? index : index - 0.5;
    return this.#list.length - 1 - (isPresent ? index : index - 0.5);
  }
}

/** Resources in the order of a value. */
class ByValue implements Selection {
  readonly isByCreation = false;
  readonly #list: readonly Stored[];
  #places: Map<number, number> | undefined;

  constructor(list: readonly Stored[]) {
    this.#list = list;
  }

  get length(): number {
    return this.#list.length;
  }

  at(index: number): Stored | undefined {
    return index < 0 ? undefined : this.#list[index];
  }

  ofSequence(sequence: number, former?: number): number | undefined {
    this.#places ??= new Map(this.#list.map((stored, index) => [stored.sequence, index]));
    const beside = former === undefined ? undefined : Math.min(former, this.#list.length) - 0.5;
    return this.#places.get(sequence) ?? beside;
  }
}

/** The resources that the filters, ranges and the search of a request select. */
function selected(list: Selecting, all: readonly Stored[], sentValue: SentValue): readonly Stored[] {
  const tests: ((value: JsonObject) => boolean)[] = [];
  for (const filter of list.filters) {
    const sought = sentValue(filter.parameter);
    if (sought === undefined) continue;
    const wanted = [sought].flat().map((value) => String(value).toLowerCase());
    const has = ({ value }: Pick<Stored, "value">) =>
      filterValues(filter, value).some((found) => wanted.includes(String(found).toLowerCase()));
    if (wanted.every(isOfEvery) && !all.some(has)) continue;
    tests.push((value) => has({ value }));
  }
  for (const { parameter, members } of list.members) {
    const wanted = [sentValue(parameter) ?? []].flat().flatMap((value) => members[String(value)] ?? []);
    if (wanted.length > 0) tests.push((item) => wanted.some(({ property, value }) => item[property] === value));
  }
  for (const range of list.ranges) {
    const bound = boundOf(range, sentValue(range.parameter));
    if (bound !== undefined) tests.push((value) => isInRange(range, value[range.property], bound));
  }
  const { search } = list;
  const sought = sentValue(search?.parameter);
  if (search && sought !== undefined) tests.push((value) => finds(value, sought, search.shown));
  return tests.length === 0 ? all : all.filter(({ value }) => tests.every((test) => test(value)));
}

function boundOf({ member }: Range, sent: Json | undefined): Json | undefined {
  return member === undefined ? sent : isObject(sent) ? sent[member] : undefined;
}

/** Whether a value is on the side of a bound that a range selects. */
export function isInRange(
  { side, isInclusive = true }: Pick<Range, "isInclusive" | "side">,
  value: Json | undefined,
  bound: Json,
): boolean {
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
function inOrder({ sortings, order, free }: Selecting, all: readonly Stored[], sentValue: SentValue): Selection {
  const sorting = sortings
    .filter(({ query }) => query.every(({ parameter, value }) => isSent(sentValue(parameter), value)))
    .toSorted((one, other) => other.query.length - one.query.length)[0];
  const keys: readonly SortKey[] = sorting
    ? [sorting]
    : free
      ? sortKeys(free, sentValue(free.parameter), sentValue(free.direction))
      : [];
  if (keys.length === 0) return new ByCreation(all, order === "newest");
  const sorted = all.toSorted((one, other) => {
    for (const { property, direction } of keys) {
      const [left = null, right = null] = [one.value[property], other.value[property]];
      const byNull = Number(left === null) - Number(right === null);
      const byValue = left === null || right === null ? byNull : compared(left, right);
      if (byValue !== 0) return left === null || right === null || direction !== "descending" ? byValue : -byValue;
    }
    return one.sequence - other.sequence;
  });
  return new ByValue(sorted);
}

function isSent(sent: Json | undefined, value: string): boolean {
  return [sent].flat().some((part) => part === value);
}
