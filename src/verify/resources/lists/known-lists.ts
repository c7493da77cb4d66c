import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { itemCursor } from "#statements/paging/paging.js";
import type { ParameterValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { requireValidRequest } from "../valid-request.js";
import { type Listing, readList, wholeLists } from "./read-list.js";
import { besideItem } from "./read-pages.js";

/**
 * The whole list, read once for all test cases that compare with it. It is read in the largest pages, unless the target
 * rejects these.
 *
 * @throws Skipped if it cannot be read
 */
export async function wholeList(context: CaseContext, list: ListOperation): Promise<Listing> {
  const whole = await wholeLists.get(context, list.operation, async () => {
    const request = await requireValidRequest(context, list.operation);
    return (await readList(context, list, request)) ?? readList(context, list, request, { isSized: true });
  });
  if (!whole) throw new Skipped("the list could not be read");
  return whole;
}

/** A cursor that names the first item of the list; undefined if the list is empty. */
export async function firstCursor(
  context: CaseContext,
  operation: Operation,
  parameter: Parameter,
): Promise<ParameterValue | undefined> {
  const { paging } = operation;
  const [first] = paging ? (await wholeList(context, { operation, paging })).items : [];
  const [cursor] = besideItem(itemCursor(operation, parameter), first) ?? [];
  return cursor && { ...cursor, source: { kind: "list", operation: operation.id } };
}
