import type { ParameterValue } from "#verify/model/request/request-spec.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { type Page, sizedBy } from "#verify/resources/lists/read-pages.js";
import { broken } from "#verify/rules/sentence.js";
import { partOf } from "./completeness.js";
import { type ListCheck, pageFinding, readPage } from "./list-check.js";

/** So many pages of a filtered list are read. */
const MAX_FILTERED = 3;

/**
 * A filter holds on later pages too: small pages have the items of one large page. Only names suggest the filter, so this is a
 * warning.
 *
 * @param whole a page that has all items of the query
 */
export async function expectFilteredPages(check: ListCheck, query: ParameterValue, whole: Page): Promise<void> {
  const { list } = check;
  const count = whole.ids.length;
  if (!list.paging.pageSize || !list.paging.next || count < 2) return;
  const sized = [query, ...sizedBy(list.paging, partOf(check, count))];
  const ids: string[] = [];
  let next: readonly ParameterValue[] = [];
  for (let number = 1; number <= MAX_FILTERED; number += 1) {
    const page = await readPage(check, [...sized, ...next]);
    if (!page) throw new Skipped("the target rejected a page of the filtered list");
    const other = page.ids.find((id) => !whole.ids.includes(id));
    if (other !== undefined) return fail(check, query, page, "filtered-page-has-other-item", other);
    ids.push(...page.ids);
    const isEnd = ids.length >= count;
    if (page.hasMore !== undefined && page.hasMore === isEnd && page.ids.length > 0) {
      const rule = page.hasMore ? "filtered-page-announces-more-items" : "filtered-page-announces-no-more-items";
      return fail(check, query, page, rule, `${ids.length} of ${count} items so far`);
    }
    if (isEnd || page.next.length === 0) return;
    next = page.next;
  }
}

function fail(
  check: ListCheck,
  { parameter, value }: ParameterValue,
  page: Page,
  rule: "filtered-page-has-other-item" | "filtered-page-announces-more-items" | "filtered-page-announces-no-more-items",
  received: string,
): void {
  check.context.fail(
    pageFinding(check, {
      basis: "inferred",
      about: { list: "filter", fields: [parameter.name] },
      ...broken(rule, { parameter: parameter.name, value }),
      expected: "the items of one large page with the filter",
      received,
    }),
    page.exchange,
  );
}
