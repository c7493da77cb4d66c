import { asObject, type Json } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import type { Paging } from "#openapi/operations/operation.js";
import { plainName } from "#statements/names.js";
import { TOTAL, TOTAL_PAGES } from "#statements/paging/likely.js";
import { pagePlaces } from "#statements/paging/page-places.js";
import type { MockedResponse } from "../mocked-response.js";

/** A page as its fields describe it. */
export interface PageFacts {
  /** The number of the page, as the parameter counts. */
  number: number;
  /** How many items are before the page, on it, and in the whole list. */
  offset: number;
  count: number;
  total: number;
  /** The most items of a page. */
  size: number;
  /** Whether no page follows. */
  isLast: boolean;
  /** Whether the request asked for an order (default: no). */
  isSorted?: boolean;
}

type Fact = (facts: PageFacts) => number | boolean;

const pagesOf = ({ total, size }: PageFacts) => Math.ceil(total / Math.max(1, size));

/** By plain names of fields. `count` is the total of a list that names no other. */
const FACTS: readonly (readonly [names: RegExp, fact: Fact])[] = [
  [/^(page|currentpage|pagenumber|pageno|pageindex|number)$/, ({ number }) => number],
  [/^(limit|size|pagesize|perpage|itemsperpage|pagelimit|take)$/, ({ size }) => size],
  [/^(offset|skip|startindex)$/, ({ offset }) => offset],
  [/^(numberofelements|returned|itemcount|pagecount)$/, ({ count }) => count],
  [TOTAL, ({ total }) => total],
  [TOTAL_PAGES, pagesOf],
  [/^(last|islast)$/, ({ isLast }) => isLast],
  [/^(hasmore|hasnext|hasnextpage)$/, ({ isLast }) => !isLast],
  [/^(first|isfirst)$/, ({ offset }) => offset === 0],
  [/^(hasprevious|hasprev|haspreviouspage|hasprevpage)$/, ({ offset }) => offset > 0],
  [/^(empty|isempty)$/, ({ count }) => count === 0],
  [/^paged$/, () => true],
  [/^unpaged$/, () => false],
];

/** The fields of an object that says how a page is sorted, as Spring Data writes it. */
const OF_SORT: Readonly<Record<string, (isSorted: boolean) => boolean>> = {
  sorted: (isSorted) => isSorted,
  unsorted: (isSorted) => !isSorted,
  empty: (isSorted) => !isSorted,
};

const OF_ALL = /^total/;

/**
 * Writes what is true of a page into the fields that describe it. They are beside its items, or in an object such as `meta`.
 */
export function withPageFields(
  response: MockedResponse,
  { items }: Pick<Paging, "items">,
  facts: PageFacts,
  isValid: (response: MockedResponse) => boolean,
): MockedResponse {
  const body = valueAt(response.body, "");
  const outer = pagePlaces(items, (at) => Object.keys(asObject(valueAt(body, at))));
  const places = outer.flatMap((at) => [at, pointerTo(at, "pageable")]);
  let found = response;
  const write = (at: string, fact: Json) => {
    const candidate = { ...found, body: withValue(valueAt(found.body, "") ?? null, at, fact) };
    if (isValid(candidate)) found = candidate;
  };
  for (const at of places) {
    for (const [name, value] of Object.entries(asObject(valueAt(body, pointerTo(at, "sort"))))) {
      const fact = OF_SORT[name]?.(facts.isSorted === true);
      if (fact !== undefined && typeof value === "boolean") write(pointerTo(at, "sort", name), fact);
    }
    const fields = Object.entries(asObject(valueAt(valueAt(found.body, ""), at)));
    const hasTotal = fields.some(([name]) => OF_ALL.test(plainName(name)));
    for (const [name, value] of fields) {
      const fact = factFor(name, value ?? null, facts, hasTotal, pointerNames(items).at(-1) ?? "");
      if (fact === undefined || fact === value) continue;
      write(pointerTo(at, name), fact);
    }
  }
  return found;
}

/** Whether a field counts the items of a list by its name: `storiesCount` beside `stories`. */
function isCountOf(name: string, list: string): boolean {
  return list !== "" && plainName(name) === `${plainName(list)}count`;
}

/** The meaning of a field; undefined if its name or its type says nothing of a page. */
function factFor(
  name: string,
  value: Json,
  facts: PageFacts,
  hasTotal: boolean,
  list: string,
): number | boolean | undefined {
  const plain = plainName(name);
  const fact: Fact | undefined =
    plain === "count" || isCountOf(name, list)
      ? ({ count, total }) => (hasTotal ? count : total)
      : FACTS.find(([names]) => names.test(plain))?.[1];
  const stated = fact?.(facts);
  return typeof stated === typeof value ? stated : undefined;
}
