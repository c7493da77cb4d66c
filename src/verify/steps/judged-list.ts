import type { Operation } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import type { JudgedList, PageRelation } from "../judges/lists/judged-list.js";
import type { Basis } from "../model/finding/kinds.js";
import type { CaseContext } from "../model/test-case/case-context.js";

/** A list as judges see it, without its pages. */
export function judgedList(
  context: CaseContext,
  list: ListOperation,
  places: readonly string[],
): Omit<JudgedList, "whole"> & { context: CaseContext } {
  const { document } = context.contract;
  return { context, document, list, places, basisOf: (relation) => basisOf(context, list, relation) };
}

/** The evidence for a finding about the pages of a list. */
function basisOf({ corroboration }: CaseContext, { paging, operation }: ListOperation, relation: PageRelation): Basis {
  if (paging.basis === "stated") return "stated";
  return corroboration.values(pagingKey(operation, relation)).size > 0 ? "observed" : "inferred";
}

/** The name under which a run remembers that a list is paged as its parameters suggest. */
export function pagingKey({ id }: Operation, relation: PageRelation = "next page"): string {
  return `${relation} of ${id}`;
}
