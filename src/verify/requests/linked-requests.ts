import { type Link, linksOf } from "#openapi/operations/links.js";
import { isSafe, isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { Contract } from "../model/contract.js";
import type { ParameterValue, RequestSpec } from "../model/request/request-spec.js";

/** A link of a success, and the operation that it leads to. */
export interface Followed {
  link: Link;
  linked: Operation;
}

/** The links of an operation that only read. */
export function followedLinks(contract: Contract, operation: Operation): Followed[] {
  return documentedLinks(contract, operation).filter(({ linked }) => isSafe(linked));
}

/** All links of an operation's successes to operations of the document. */
export function documentedLinks(contract: Contract, { responses }: Operation): Followed[] {
  const links = responses.filter(isSuccessKey).flatMap((each) => linksOf(contract.document, each));
  return links.flatMap((link) => {
    const linked = contract.operationNamed(link.operationId);
    return linked ? [{ link, linked }] : [];
  });
}

/** A request with the values that its parameters have; undefined if a required parameter has none. */
export function requestWith(
  operation: Operation,
  valueFor: (parameter: Parameter) => Omit<ParameterValue, "parameter"> | undefined,
): RequestSpec | undefined {
  const parameters = operation.parameters.flatMap((parameter) => {
    const found = valueFor(parameter);
    return found ? [{ ...found, parameter }] : [];
  });
  const isComplete = operation.parameters.every(
    (each) => !each.required || parameters.some(({ parameter }) => parameter === each),
  );
  return isComplete ? { operation, parameters } : undefined;
}
