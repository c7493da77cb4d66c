import type { DocumentedResponse } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { CheckId } from "../model/finding/finding.js";
import { isRejection, isServerError, isSuccess } from "../model/request/exchange.js";
import type { Expectation } from "../model/request/expectation.js";
import type { Check, CheckContext } from "./check.js";

/**
 * The status is documented for the case: exactly, by its range, or by `default` (Responses Object, OpenAPI 3.1, 4.8.16).
 * Invalid requests are rejected. A server error is always a finding, unless the document expects it.
 */
export const status: Check = {
  id: "status",
  run(context) {
    const { expected, exchange } = context;
    const problem = problemOf(context);
    if (problem === undefined) return [];
    const { check = this.id, text } = problem;
    return [
      {
        check,
        message: `status ${exchange.status}: ${text}`,
        place: expected.place,
        places: [[expected.place, ...expected.places]],
        expected: `${wantedStatuses(expected)} (${expected.why})`,
        received: `${exchange.status}${exchange.body ? ` ${exchange.body}` : ""}`,
        // A resource that others deleted meanwhile is rightly rejected.
        isVolatile: isRejection(exchange),
      },
    ];
  },
};

interface Problem {
  text: string;
  /** Default: `status`. */
  check?: CheckId;
}

function problemOf({ spec, expected, exchange }: CheckContext): Problem | undefined {
  const { operation } = spec;
  const found = responseFor(operation, exchange.status);
  if (isServerError(exchange) && !expected.responses.some((each) => each === found && /^5/.test(each.status))) {
    return { text: "the server failed" };
  }
  const statuses = operation.responses.map((each) => each.status).join(", ");
  const undocumented = { text: `the document does not have this status (${statuses})` };
  if (expected.kind === "rejection") {
    if (isRejection(exchange))
      return isListed(found) ? undefined : { ...undocumented, check: "undocumented-rejection" };
    if (isSuccess(exchange)) return { text: "the request was not rejected", check: expected.ifAccepted };
    return { text: "this is not a rejection" };
  }
  if (expected.kind === "not-found" && isRejection(exchange) && !isListed(found)) {
    return { ...undocumented, check: "undocumented-rejection" };
  }
  if (!found) return expected.kind === "any" && isRejection(exchange) ? undefined : undocumented;
  if (expected.kind === "any" || expected.responses.includes(found)) {
    // `default` may describe errors; then it is not a success.
    return expected.kind === "success" && exchange.status >= 300 ? { text: "this is not a success" } : undefined;
  }
  return { text: `the document has ${wantedStatuses(expected)} for this case, not ${found.status}` };
}

/** Whether the document lists a status, by its number or its range. `default` lists none. */
export function isListed(response: DocumentedResponse | undefined): boolean {
  return response !== undefined && response.status !== "default";
}

function wantedStatuses({ kind, responses }: Expectation): string {
  if (kind === "rejection") return "4xx";
  return responses.map((each) => each.status).join(" or ") || "a documented status";
}
