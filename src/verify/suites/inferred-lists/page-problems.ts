import type { Exchange } from "#verify/model/request/exchange.js";
import { endsEmpty, type Reading } from "#verify/resources/lists/read-pages.js";

/** Something that is wrong with the pages of a list. */
export interface PageProblem {
  message: string;
  expected: string;
  received: string;
  exchange: Exchange | undefined;
  /** Whether other pages of the same reading showed that the relation holds. */
  isCorroborated: boolean;
}

/** Two readings of one list: in large pages, and in small ones. */
export interface TwoReadings {
  whole: Reading;
  small: Reading;
  /** The requested size of the small pages; undefined if the list has no page size. */
  size: number | undefined;
  /** The name of the parameter that sets it. */
  sizeName: string;
  /** Whether the document has a way to request the next page. */
  hasNext: boolean;
  /** The identifiers on the first page of the usual size; an empty list if it was not read. */
  usual: readonly string[];
}

/** The problems of two readings: pages that are too large, that overlap, that never end, or that lack items. */
export function pageProblems(readings: TwoReadings): PageProblem[] {
  return [...tooLarge(readings), ...overlaps(readings.small), ...endless(readings), ...differing(readings)];
}

/** Whether the second page has other items than the first one: then its parameter works. */
export function isMoving({ pages: [first, second] }: Reading): boolean {
  const known = new Set(first?.ids);
  return first !== undefined && (second?.ids.some((id) => !known.has(id)) ?? false);
}

function tooLarge({ small, size, sizeName }: TwoReadings): PageProblem[] {
  const page = small.pages.find(({ ids }) => size !== undefined && ids.length > size);
  if (!page) return [];
  // The last page may have this size by chance.
  const isCorroborated = small.pages[0]?.ids.length === size;
  const message = `a page has more items than ${sizeName}`;
  const received = `${page.ids.length} items`;
  return [{ message, expected: `at most ${size} items`, received, exchange: page.exchange, isCorroborated }];
}

function overlaps(small: Reading): PageProblem[] {
  const known = new Set<string>();
  const index = small.pages.findIndex(({ ids }) => {
    if (ids.some((each) => known.has(each))) return true;
    for (const each of ids) known.add(each);
    return false;
  });
  const page = small.pages[index];
  const id = page?.ids.find((each) => known.has(each));
  if (!page || id === undefined) return [];
  const isSame = page.ids.join() === small.pages[index - 1]?.ids.join();
  const message = isSame ? "the next page is the same page again" : "an item is on two pages";
  const received = `${id} on page ${index + 1} again`;
  const isCorroborated = isMoving(small);
  return [{ message, expected: "every item once", received, exchange: page.exchange, isCorroborated }];
}

function endless({ small }: TwoReadings): PageProblem[] {
  if (small.isComplete || !endsEmpty(small.pages)) return [];
  const exchange = small.pages.at(-1)?.exchange;
  const received = "empty pages, and the last one announces another page";
  return [{ message: "the pages do not end", expected: "an end", received, exchange, isCorroborated: isMoving(small) }];
}

/** Both readings have the same items. Without a way to the next page, a page size limits the whole list. */
function differing({ whole, small, size, hasNext, usual }: TwoReadings): PageProblem[] {
  const exchange = small.pages.at(-1)?.exchange;
  if (size === undefined || !hasNext || !small.isComplete || overlaps(small).length > 0) return [];
  const [inSmall, inWhole] = [new Set(small.ids), new Set(whole.ids)];
  const missing = [
    ...[...whole.ids, ...usual].filter((id) => !inSmall.has(id)),
    ...usual.filter((id) => whole.isComplete && !inWhole.has(id)),
  ];
  // A server may limit the number of items, so only a whole list shows that an item is an extra one.
  const extra = whole.isComplete && whole.pages.length > 1 ? small.ids.filter((id) => !inWhole.has(id)) : [];
  if (missing.length === 0 && extra.length === 0) return [];
  const received = missing.length > 0 ? `${missing[0]} is missing` : `${extra[0]} is an extra item`;
  const expected = `the ${Math.max(whole.ids.length, usual.length)} items of larger pages`;
  const message = `pages of ${size} do not have the same items`;
  return [{ message, expected, received, exchange, isCorroborated: isMoving(small) }];
}
