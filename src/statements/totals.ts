import { pointerNames } from "#openapi/document/pointer.js";
import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";
import { plainName, singularOf } from "./names.js";
import { lastSegment } from "./resources/path-parameters.js";

/** Names of fields that count the items of the whole list. */
const TOTAL = /^total$|^total(count|items|results|records|elements|size|entries)$|^(count|\w+count)$/;

/** Names of things that any list has. */
const ANY_ITEMS = /^(items?|results?|records?|elements?|rows?|entr(y|ies)|objects?|matches)?$/;

/** Words of a description that speak of all items, and not of those on the page. */
const OF_ALL = /\b(all|total|overall|altogether|whole|match|matching)\b/i;

/** Whether the name of a field of a resource says that it counts something: `likeCount`, but not `discount`. */
export function isNamedCount(name: string): boolean {
  return wordsOf(name).at(-1) === "count";
}

/** Whether a field counts things of a name: `commentCount` and `comments_count` of `comments`. */
export function countsNamed(name: string, things: string): boolean {
  const stem = plainName(name).replace(/count$/, "");
  return isNamedCount(name) && stem !== "" && singularOf(stem) === singularOf(plainName(things));
}

/** Whether the name of a field of a page says that it counts items. */
export function isNamedTotal(name: string): boolean {
  return TOTAL.test(plainName(name));
}

/** Names of headers that count the items of the whole list: `X-Total-Count`. */
const TOTAL_HEADER = /^(x|pagination)?total(count|items|results|records|elements|size|entries)?$/;

/** Whether the name of a header of a page says that it counts all items that the query selects. */
export function isTotalHeader(name: string): boolean {
  return TOTAL_HEADER.test(plainName(name));
}

/** Whether the name of a field of a page says that it counts what the query selects: `filtered` beside `total`. */
export function isFilteredCount(name: string): boolean {
  return /^(records)?(filtered|matching|matched|found)(count|total)?$/.test(plainName(name));
}

/** Whether a count is that of all items, by its name or by the words that describe it. */
export function countsAll(name: string, descriptions: readonly string[]): boolean {
  return plainName(name).startsWith("total") || descriptions.some((text) => OF_ALL.test(text));
}

/**
 * Whether a count is that of the items of a list, by its name: `stars_count` beside `genres` counts something else.
 *
 * @param items JSON pointer to the items of the page
 */
export function countsItems({ path }: Pick<Operation, "path">, items: string, name: string): boolean {
  const stem = plainName(name).replace(/count$/, "");
  if (stem === plainName(name) || ANY_ITEMS.test(stem) || stem.startsWith("total")) return true;
  const named = [pointerNames(items).at(-1) ?? "", lastSegment(path)].map(plainName);
  return named.some((thing) => thing !== "" && singularOf(thing) === singularOf(stem));
}
