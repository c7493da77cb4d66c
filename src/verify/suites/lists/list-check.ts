import type { JsonObject } from "#openapi/document/document.js";
import type { Operation, PageStep } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { pageFields, requestedSize } from "#statements/paging/paging.js";
import type { About } from "#verify/model/finding/about.js";
import type { Breach } from "#verify/model/finding/breach.js";
import type { FindingDraft } from "#verify/model/finding/finding.js";
import type { Basis } from "#verify/model/finding/kinds.js";
import type { anyResponse } from "#verify/model/request/expectation.js";
import type { ParameterValue, RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { excessOf } from "#verify/relations/page-findings.js";
import { type Listing, readList } from "#verify/resources/lists/read-list.js";
import { besideItem, type Page, type Pages, pageOf, withParameters } from "#verify/resources/lists/read-pages.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";
import { broken } from "#verify/rules/sentence.js";

/** The data of a check that compares pages of a list. */
export interface ListCheck {
  context: CaseContext;
  list: ListOperation;
  /** The list in large pages. */
  whole: Pages;
  /** The places of the document that the check concerns, the first one above all. */
  places: readonly string[];
}

/** A relation of pages that a run may see hold. */
type PageRelation = "next page" | "page size";

/** The name under which a run remembers that a list is paged as its parameters suggest. */
export function pagingKey({ id }: Operation, relation: PageRelation = "next page"): string {
  return `${relation} of ${id}`;
}

/** The evidence for a finding about the pages of a list. */
export function basisOf({ context, list }: Pick<ListCheck, "context" | "list">, relation: PageRelation): Basis {
  if (list.paging.basis === "stated") return "stated";
  return context.corroboration.values(pagingKey(list.operation, relation)).size > 0 ? "observed" : "inferred";
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
  if (page) judgePage(check, request, page);
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
  for (const page of listing?.pages ?? []) judgePage(check, request, page);
  return listing;
}

/** A page never has more items than its page size, or than the default page size. */
export function judgePage(check: ListCheck, { parameters }: RequestSpec, page: Page): void {
  const { context, list } = check;
  const { pageSize } = list.paging;
  const size = parameters.find(({ parameter }) => parameter.name === pageSize?.name)?.value;
  const requested = requestedSize(list.paging, size, (name) => page.exchange.headers.get(name));
  const facts = pageSize && excessOf(context.contract.document, pageSize, requested, page.ids.length);
  if (facts) check.context.fail(pageFinding(check, { basis: basisOf(check, "page size"), ...facts }), page.exchange);
}

/** A finding about a page of a list. Its basis is that of the way to the next page, unless it has one of its own. */
export function pageFinding(
  check: Omit<ListCheck, "whole">,
  facts: Breach &
    Pick<FindingDraft, "expected" | "received"> &
    Partial<Pick<FindingDraft, "basis" | "place">> & { about: Pick<About, "list" | "fields" | "fault"> },
): FindingDraft {
  const { list, places } = check;
  return {
    basis: basisOf(check, "next page"),
    place: places[0] ?? list.operation.pointer,
    places: facts.place === undefined ? [places] : [[facts.place]],
    ...facts,
    about: { ...facts.about, foundBy: pageFields(list.paging) },
    isVolatile: true,
  };
}

/** The rules of `hasMore`. */
type HasMoreRule =
  | "more-items-announced"
  | "more-items-announced-before-empty-page"
  | "more-items-announced-on-empty-page"
  | "no-more-items-announced"
  | "no-more-items-announced-in-the-middle";

/** A finding about a page whose `hasMore` is wrong. */
export function hasMoreFinding(
  check: ListCheck,
  page: Page,
  rule: HasMoreRule = page.hasMore ? "more-items-announced" : "no-more-items-announced",
): FindingDraft {
  return pageFinding(check, {
    about: { list: "more items" },
    ...broken(rule, {}),
    expected: `has_more ${!page.hasMore}`,
    received: `has_more ${page.hasMore}`,
  });
}
