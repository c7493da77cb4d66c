import type { JsonObject } from "#openapi/document/document.js";
import type { Exchange } from "../model/request/exchange.js";
import type { ParameterValue } from "../model/request/request-spec.js";

/** One page of a list. */
export interface Page {
  exchange: Exchange;
  items: JsonObject[];
  /** The identifiers of its items, or the whole items. */
  ids: string[];
  /** Undefined if the page does not say whether there are more pages. */
  hasMore: boolean | undefined;
  /** The parameters that request the next page; an empty list if the page leads to none. */
  next: readonly ParameterValue[];
}

/** Consecutive pages of a list. */
export interface Pages {
  pages: Page[];
  ids: string[];
  items: JsonObject[];
  /** Whether the list was read to its end. */
  isComplete: boolean;
}

/** Empty pages that announce another page, after which no end is expected. A server may send some while it searches. */
const MAX_EMPTY = 5;

/** Whether so many pages are empty that others will be as well. */
export function endsEmpty(pages: readonly Page[]): boolean {
  const last = pages.slice(-MAX_EMPTY);
  return last.length === MAX_EMPTY && last.every(({ ids }) => ids.length === 0);
}

/** Whether the second page has other items than the first one: then the way to it works. */
export function movesOn({ pages: [first, second] }: Pages): boolean {
  const known = new Set(first?.ids);
  return second?.ids.some((id) => !known.has(id)) ?? false;
}

/** Whether two pages have the same items, and say the same of further ones. */
export function isSamePage(one: Page, other: Page): boolean {
  return one.ids.join() === other.ids.join() && one.hasMore === other.hasMore;
}
