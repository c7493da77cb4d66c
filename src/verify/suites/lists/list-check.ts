import type { JsonObject } from "#openapi/document/document.js";
import type { PageStep } from "#openapi/operations/operation.js";
import type { JudgedList, PageRelation } from "#verify/judges/lists/judged-list.js";
import { fittingPage } from "#verify/judges/lists/pages.js";
import type { anyResponse } from "#verify/model/request/expectation.js";
import type { ParameterValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Page } from "#verify/relations/pages.js";
import { type Listing, readList } from "#verify/resources/lists/read-list.js";
import { besideItem, pageOf, pageSizes, withParameters } from "#verify/resources/lists/read-pages.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";
import { pagingKey } from "#verify/steps/judged-list.js";

/** A list whose pages a test case reads and compares. */
export interface ListCheck extends JudgedList {
  context: CaseContext;
}

/** Remembers that a list is paged as its parameters suggest. */
export function noteHeld({ context, list }: ListCheck, relation: PageRelation, value: string): void {
  context.corroboration.add(pagingKey(list.operation, relation), value);
}

/** A page size by which a number of items has three pages: the first, one in the middle, the last. */
export function partOf({ context, list }: ListCheck, count: number): number {
  const { minimum, maximum = 10 } = pageSizes(context, list);
  return Math.max(minimum, Math.min(Math.ceil(count / 3), maximum));
}

/**
 * A page of a list; undefined if the request did not succeed.
 *
 * @param expected as that of `pageOf`
 */
export async function readPage(
  check: ListCheck,
  own: readonly ParameterValue[],
  expected?: typeof anyResponse,
): Promise<Page | undefined> {
  const { context, list } = check;
  const request = withParameters(await requireValidRequest(context, list.operation), own);
  const page = await pageOf(context, list, request, await context.send(request), expected);
  if (page) context.judge(fittingPage(check, request, page));
  return page;
}

/** The page that a cursor names by an item. Undefined if it cannot name it, or if the request did not succeed. */
export async function readBeside(
  check: ListCheck,
  cursor: PageStep | undefined,
  item: JsonObject | undefined,
  own: readonly ParameterValue[] = [],
): Promise<Page | undefined> {
  const beside = besideItem(cursor, item);
  return beside && readPage(check, [...own, ...beside]);
}

/**
 * Pages that do not depend on each other. They are requested at once, and their findings have the order of the queries.
 */
export function readTogether(
  check: ListCheck,
  queries: readonly (readonly ParameterValue[])[],
): Promise<(Page | undefined)[]> {
  return check.context.together(queries.map((own) => (context) => readPage({ ...check, context }, own)));
}

/** Reads a list forward by further parameters, as `readList`. */
export async function readForward(check: ListCheck, own: readonly ParameterValue[]): Promise<Listing | undefined> {
  const { context, list } = check;
  const request = withParameters(await requireValidRequest(context, list.operation), own);
  const listing = await readList(context, list, request, { isSized: true });
  for (const page of listing?.pages ?? []) context.judge(fittingPage(check, request, page));
  return listing;
}
