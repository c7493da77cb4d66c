import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import type { Operation, PageStep, Parameter } from "#openapi/operations/operation.js";
import { isPageSizeName } from "#openapi/operations/page-names.js";
import type { ListOperation } from "../list-items.js";
import { plainName } from "../names.js";
import { schemaOf } from "../parameter-schema.js";
import { kindOf } from "./kinds.js";
import { numberLike } from "./likely.js";

/** Plain names that mean the size of a page where a list has pages. */
const OF_PAGES = /^(per|pp)$/;

/** Plain names that may mean something else. Words or a schema have to say that they are the size of a page. */
const UNSURE = /^(n|nb|num|number|results|length|pagelength|amount|quantity)$/;

/** Words that describe the size of a page: "Results per page", "The number of items to return". */
const WORDS =
  /\b(per|each|a|one|the) page\b|\bpage (size|length)\b|\b(number|count|amount|maximum|many) (of )?([\w-]+ ){0,3}(to return|returned|to (get|fetch|show|list)|per request)\b/i;

/** The parameter that sets the size of a page, as its name suggests; undefined if none does. */
export function pageSizeOf(
  document: OpenApiDocument,
  operation: Operation,
  next: PageStep | undefined,
): Parameter | undefined {
  const byName = numberLike(document, operation, isPageSizeName);
  if (byName || !next) return byName;
  const besideStep = numberLike(document, operation, (name) => OF_PAGES.test(plainName(name)));
  return besideStep ?? (kindOf(next).sized ? next.parameter : undefined);
}

/**
 * A list with a likely page size, if it has none. An extension of the document may leave it out, and weak names need words.
 * That is enough to serve the list, and no evidence against a server.
 */
export function withLikelySize(document: OpenApiDocument, list: ListOperation): ListOperation {
  const { operation, paging } = list;
  const { next, previous } = paging;
  if (paging.pageSize || !next) return list;
  const steps = [next.parameter, previous?.parameter];
  const isFree = (parameter: Parameter) => !steps.includes(parameter);
  const others = { ...operation, parameters: operation.parameters.filter(isFree) };
  const weak = others.parameters.find((parameter) => isDescribedSize(document, others, parameter));
  const pageSize = pageSizeOf(document, others, next) ?? weak;
  return pageSize ? { operation, paging: { ...paging, pageSize } } : list;
}

/** Whether words or usual bounds say that a number of a weak name is the size of a page. */
function isDescribedSize(document: OpenApiDocument, operation: Operation, parameter: Parameter): boolean {
  const isNamed = numberLike(document, { ...operation, parameters: [parameter] }, (name) =>
    UNSURE.test(plainName(name)),
  );
  const { default: initial, maximum } = asObject(schemaOf(document, parameter));
  const isUsual = [initial, maximum].every((size) => Number(size) >= 5 && Number(size) <= 1000);
  return isNamed !== undefined && (isUsual || WORDS.test(parameter.description ?? ""));
}
