import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { type Page, type PagedList, pageOf, pageRequest, type Query } from "./list-reader.js";

/**
 * Pages that do not depend on each other: they are requested at once, and checked in the order of the queries.
 *
 * @throws NoResponse after all requests have ended
 */
export async function readPages(
  context: CaseContext,
  list: PagedList,
  queries: readonly Query[],
): Promise<(Page | undefined)[]> {
  const requests = await Promise.all(queries.map((query) => pageRequest(context, list, query)));
  const results = await Promise.allSettled(requests.map((request) => context.send(request)));
  const pages: (Page | undefined)[] = [];
  for (const [index, result] of results.entries()) {
    if (result.status === "rejected") throw result.reason;
    const [query, request] = [queries[index], requests[index]];
    if (query && request) pages.push(await pageOf(context, list, query, request, result.value));
  }
  return pages;
}
