import { filteredPage } from "#verify/judges/lists/filters.js";
import type { ParameterValue } from "#verify/model/request/request-spec.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import type { Page } from "#verify/relations/pages.js";
import { sizedBy } from "#verify/resources/lists/read-pages.js";
import { type ListCheck, partOf, readPage } from "./list-check.js";

/** So many pages of a filtered list are read. */
const MAX_FILTERED = 3;

/**
 * Reads a filtered list in small pages: the filter holds on later pages too.
 *
 * @param whole a page that has all items of the query
 */
export async function expectFilteredPages(check: ListCheck, query: ParameterValue, whole: Page): Promise<void> {
  const { context, list } = check;
  const count = whole.ids.length;
  if (!list.paging.pageSize || !list.paging.next || count < 2) return;
  const sized = [query, ...sizedBy(list.paging, partOf(check, count))];
  const ids: string[] = [];
  let next: readonly ParameterValue[] = [];
  for (let number = 1; number <= MAX_FILTERED; number += 1) {
    const page = await readPage(check, [...sized, ...next]);
    if (!page) throw new Skipped("the target rejected a page of the filtered list");
    ids.push(...page.ids);
    if (!context.judge(filteredPage(check, query, { page, whole, read: ids.length }))) return;
    if (ids.length >= count || page.next.length === 0) return;
    next = page.next;
  }
}
