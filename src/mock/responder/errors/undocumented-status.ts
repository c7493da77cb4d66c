import { PROBLEM_TYPE, problemDetails } from "#http/problem.js";
import type { Operation } from "#openapi/operations/operation.js";
import { withChoice } from "../choosing/choice.js";
import type { MockedResponse } from "../mocked-response.js";

/** Statuses whose responses have no content (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
export const WITHOUT_CONTENT: readonly number[] = [204, 205, 304];

/**
 * The response with a preferred status that the contract does not document, for example of a gateway: a problem (RFC 9457).
 *
 * @param phrase the words of the status
 */
export function undocumentedStatus({ id }: Operation, status: number, phrase: string | undefined): MockedResponse {
  const choice = { preferred: { code: status }, matching: undefined, isExample: true };
  if (WITHOUT_CONTENT.includes(status)) return withChoice({ statusCode: status, headers: {} }, choice);
  const detail = `The contract does not document ${status} for ${id}. The request preferred it.`;
  const body = JSON.stringify(problemDetails(status, phrase || `Status ${status}`, detail));
  return withChoice({ statusCode: status, headers: { "content-type": PROBLEM_TYPE }, body }, choice);
}
