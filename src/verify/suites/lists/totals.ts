import { isObject, type Json } from "#openapi/document/document.js";
import { jsonOf } from "#verify/model/request/exchange.js";
import { plainName } from "#verify/relations/names.js";
import { OF_PAGE } from "#verify/relations/paging.js";
import type { Page, Pages } from "#verify/resources/lists/read-pages.js";
import { failPage, type ListCheck } from "./list-check.js";

/** Names of fields that count the items of the whole list. */
const TOTAL = /^total$|^total(count|items|results|records|elements|size|entries)$|^(count|\w+count)$/;

/** A field that counts items, in words. */
interface Total {
  name: string;
  count: number;
}

/** The counts that a page has beside its items. */
function totalsOf({ exchange }: Page): Total[] {
  const body = jsonOf(exchange);
  if (!isObject(body)) return [];
  const around = Object.entries(body).flatMap(([name, value]) =>
    OF_PAGE.test(plainName(name)) && isObject(value) ? Object.entries(value) : [],
  );
  return [...Object.entries(body), ...around].flatMap(([name, value]: [string, Json]) =>
    TOTAL.test(plainName(name)) && typeof value === "number" ? [{ name, count: value }] : [],
  );
}

/** A page that has all items of its query counts them right. Names suggest it, so this is a warning. */
export function expectTotal(check: ListCheck, page: Page): void {
  const isWhole = page.hasMore === false || page.next.length === 0;
  if (isWhole) expectCount(check, page, page.ids.length);
}

/** The pages of a whole list count all of its items. A count may be that of the items on the page. */
export function expectTotals(check: ListCheck, { pages, ids, isComplete }: Pages): void {
  if (!isComplete) return;
  for (const page of pages) if (!expectCount(check, page, ids.length)) return;
}

/** @returns whether the counts of a page are right */
function expectCount(check: ListCheck, page: Page, wanted: number): boolean {
  const wrong = totalsOf(page).find(({ count }) => count !== wanted && count !== page.ids.length);
  if (!wrong) return true;
  failPage(check, page, {
    basis: "inferred",
    about: { list: "items", fields: [wrong.name] },
    message: `${wrong.name} is ${wrong.count}, and the list has ${wanted} items`,
    expected: `${wrong.name} ${wanted}`,
    received: `${wrong.name} ${wrong.count}`,
  });
  return false;
}
