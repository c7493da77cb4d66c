import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type Filter, filtersOf, filterValues, selects } from "#statements/filters.js";
import type { ListOperation } from "#statements/list-items.js";
import { listOf, pageFields, requestedSize } from "#statements/paging/paging.js";
import { membersAt, successContents } from "#statements/schema-fields.js";
import type { Contract } from "../model/contract.js";
import type { FindingDraft } from "../model/finding/finding.js";
import { type Exchange, isSuccess, jsonOf } from "../model/request/exchange.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import { itemsOf } from "./list-items.js";
import { excessOf, otherValue, type PageFacts, totalFinding } from "./page-findings.js";
import { wrongTotal } from "./totals.js";
import { hasAllOfQuery } from "./whole-list.js";

/**
 * Compares one page of a list with its request. It has no more items than requested, and its items have the values of the
 * filters. It counts all items if it has all of them. If only names suggest it, it is a warning. Filters that may select in
 * another way than by equality, such as a search, are not compared.
 *
 * @param spec a request that violates nothing: a server may handle an invalid page size as it likes
 */
export function pageFindings({ document }: Contract, spec: RequestSpec, exchange: Exchange): FindingDraft[] {
  const known = isSuccess(exchange) ? listWithFilters(spec.operation, document) : undefined;
  if (!known) return [];
  const { list, filters } = known;
  const excess = excessFinding(document, list, spec, exchange);
  const found: FindingDraft[] = excess ? [excess] : [];
  const total = totalOf(document, list, spec, exchange);
  if (total) found.push(total);
  for (const filter of filters) {
    const sought = spec.parameters.find(({ parameter }) => parameter === filter.parameter)?.value;
    if (sought === undefined || !selectsByEquality(document, list, filter, sought)) continue;
    const item = itemsOf(list, exchange).find(
      (candidate) => filterValues(filter, candidate).length > 0 && !selects(filter, candidate, sought),
    );
    if (!item) continue;
    found.push(draftOf(list, filter.basis, filter.parameter.pointer, otherValue(filter, sought, item)));
  }
  return found;
}

/** A list, and its filters. */
interface KnownList {
  list: ListOperation;
  filters: readonly Filter[];
}

/**
 * The list that an operation responds with; undefined for another operation. It is found once, because that takes a
 * third of the time of a check.
 */
const listWithFilters = oncePer((operation: Operation, document: OpenApiDocument): KnownList | undefined => {
  const list = listOf(document, operation);
  return list && { list, filters: filtersOf(document, list) };
});

/** A page with more items than requested, or than a stated list has by default. */
function excessFinding(
  document: OpenApiDocument,
  list: ListOperation,
  { parameters }: RequestSpec,
  exchange: Exchange,
): FindingDraft | undefined {
  const { pageSize, basis, items } = list.paging;
  const page = valueAt(jsonOf(exchange), items);
  if (!pageSize || !Array.isArray(page)) return undefined;
  const size = parameters.find(({ parameter }) => parameter === pageSize)?.value;
  const requested = requestedSize(list.paging, size, (name) => exchange.headers.get(name));
  // A page size of zero means no limit to some servers.
  if (requested === undefined ? basis !== "stated" : typeof requested !== "number" || requested < 1) return undefined;
  const facts = excessOf(document, pageSize, requested, page.length);
  return facts && draftOf(list, basis, facts.place, facts);
}

/** A page that has all items of its query, and counts others. Names suggest what it counts, so this is a warning. */
function totalOf(
  document: OpenApiDocument,
  list: ListOperation,
  spec: RequestSpec,
  exchange: Exchange,
): FindingDraft | undefined {
  if (!hasAllOfQuery(document, spec, exchange)) return undefined;
  const items = valueAt(jsonOf(exchange), list.paging.items);
  const count = Array.isArray(items) ? items.length : 0;
  const wrong = wrongTotal(document, list.operation, exchange, { wanted: count, count });
  return wrong && draftOf(list, "inferred", list.operation.pointer, totalFinding(wrong, count));
}

function draftOf({ paging }: ListOperation, basis: Filter["basis"], place: string, facts: PageFacts): FindingDraft {
  const about = { ...facts.about, foundBy: pageFields(paging) };
  return { ...facts, basis, place, places: [[place]], about };
}

/**
 * Whether a filter certainly selects the items that have a value. By the schema, the items may have each value that is
 * sought. `state=all` selects by no value, and a text may be searched for in a part of the values.
 */
function selectsByEquality(
  document: OpenApiDocument,
  { operation, paging }: ListOperation,
  { members, pointer }: Filter,
  sought: Json,
): boolean {
  if (members === undefined) return false;
  const at = `${pointerTo(paging.items, 0)}${pointer}`;
  const possible = successContents(operation).flatMap((content) => [
    ...membersAt(document, content, at),
    ...membersAt(document, content, pointerTo(at, 0)),
  ]);
  return [sought].flat().every((value) => typeof value !== "boolean" && possible.includes(value));
}
