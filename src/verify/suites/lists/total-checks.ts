import { totalFinding } from "#verify/relations/page-findings.js";
import { wrongTotal } from "#verify/relations/totals.js";
import type { Page, Pages } from "#verify/resources/lists/read-pages.js";
import { type ListCheck, pageFinding } from "./list-check.js";

/**
 * A page that has all items of its query counts them right. Names suggest it, so this is a warning.
 *
 * @param page one that has all items of its query
 */
export function expectTotal(check: ListCheck, page: Page): void {
  expectCount(check, page, page.ids.length);
}

/** The pages of a whole list count all of its items. A count may be that of the items on the page, unless its name or its words say otherwise. */
export function expectTotals(check: ListCheck, { pages, ids, isComplete }: Pages): void {
  if (!isComplete) return;
  for (const page of pages) if (!expectCount(check, page, ids.length)) return;
}

/** @returns whether the counts of a page are right */
function expectCount(check: ListCheck, page: Page, wanted: number): boolean {
  const { document } = check.context.contract;
  const wrong = wrongTotal(document, check.list.operation, page.exchange, { wanted, count: page.ids.length });
  if (!wrong) return true;
  check.context.fail(pageFinding(check, { basis: "inferred", ...totalFinding(wrong, wanted) }), page.exchange);
  return false;
}
