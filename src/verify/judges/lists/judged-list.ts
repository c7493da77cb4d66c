import type { OpenApiDocument } from "#openapi/document/document.js";
import type { ListOperation } from "#statements/list-items.js";
import { pageFields } from "#statements/paging/paging.js";
import type { About } from "../../model/finding/about.js";
import type { Breach } from "../../model/finding/breach.js";
import type { FindingDraft, Judgment } from "../../model/finding/finding.js";
import type { Basis } from "../../model/finding/kinds.js";
import type { Page, Pages } from "../../relations/pages.js";
import { broken } from "../../rules/sentence.js";

/** A relation of pages that a run may see hold. */
export type PageRelation = "next page" | "page size";

/** A list whose pages are compared. */
export interface JudgedList {
  document: OpenApiDocument;
  list: ListOperation;
  /** The list in large pages. */
  whole: Pages;
  /** The places of the document that the test case concerns, the first one above all. */
  places: readonly string[];
  /** The evidence for a finding about the pages of the list. */
  basisOf(relation: PageRelation): Basis;
}

/** The facts of a finding about a page. */
type PageFacts = Breach &
  Pick<FindingDraft, "expected" | "received"> &
  Partial<Pick<FindingDraft, "basis" | "place">> & { about: Pick<About, "list" | "fields" | "fault"> };

/**
 * A judgment about a page of a list. Its basis is that of the way to the next page, unless it has one of its own.
 *
 * @param page the one that shows it (default: that of the last request)
 */
export function pageJudgment(
  { list, places, basisOf }: Omit<JudgedList, "whole">,
  facts: PageFacts,
  page: Pick<Page, "exchange"> | undefined,
): Judgment {
  const finding = {
    basis: basisOf("next page"),
    place: places[0] ?? list.operation.pointer,
    places: facts.place === undefined ? [places] : [[facts.place]],
    ...facts,
    about: { ...facts.about, foundBy: pageFields(list.paging) },
    isVolatile: true,
  };
  return { finding, exchange: page?.exchange };
}

/** The rules of `hasMore`. */
type HasMoreRule =
  | "more-items-announced"
  | "more-items-announced-before-empty-page"
  | "more-items-announced-on-empty-page"
  | "no-more-items-announced"
  | "no-more-items-announced-in-the-middle";

/** The judgment that `hasMore` of a page is wrong. */
export function wrongHasMore(
  judged: JudgedList,
  page: Page,
  rule: HasMoreRule = page.hasMore ? "more-items-announced" : "no-more-items-announced",
): Judgment {
  const facts = { expected: `has_more ${!page.hasMore}`, received: `has_more ${page.hasMore}` };
  return pageJudgment(judged, { about: { list: "more items" }, ...broken(rule, {}), ...facts }, page);
}
