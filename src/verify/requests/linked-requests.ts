import type { Json } from "#openapi/document/document.js";
import { type Link, linksOf, linkValue } from "#openapi/operations/links.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { Contract } from "../model/contract.js";
import type { ParameterValue, RequestSpec } from "../model/request/request-spec.js";

/** A link of a success, and the operation that it leads to. */
export interface LinkedOperation {
  link: Link;
  linked: Operation;
}

/** The links of an operation's successes to operations of the document. */
export function linksFrom(contract: Contract, { responses }: Operation): LinkedOperation[] {
  const links = responses.filter(isSuccessKey).flatMap((response) => linksOf(contract.document, response));
  return links.flatMap((link) => {
    const linked = contract.operationNamed(link.operationId);
    return linked ? [{ link, linked }] : [];
  });
}

/**
 * The request that a link leads to; undefined if a required parameter has no value.
 *
 * @param valueFor the value of a parameter, for which the link has an expression or a constant, or neither
 */
export function linkedRequest(
  { link, linked }: LinkedOperation,
  valueFor: (expression: Json | undefined, parameter: Parameter) => Omit<ParameterValue, "parameter"> | undefined,
): RequestSpec | undefined {
  const parameters = linked.parameters.flatMap((parameter) => {
    const found = valueFor(linkValue(link, parameter), parameter);
    return found ? [{ ...found, parameter }] : [];
  });
  const isComplete = linked.parameters.every(
    (wanted) => !wanted.required || parameters.some(({ parameter }) => parameter === wanted),
  );
  return isComplete ? { operation: linked, parameters } : undefined;
}
