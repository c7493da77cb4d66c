import { responseFor } from "../../openapi/status.js";
import { isRejection, isServerError } from "../model/exchange.js";
import type { Expectation } from "../model/expectation.js";
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
    return [
      {
        check: this.id,
        message: `status ${exchange.status}: ${problem}`,
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

function problemOf({ spec, expected, exchange }: CheckContext): string | undefined {
  const { operation } = spec;
  const found = responseFor(operation, exchange.status);
  if (isServerError(exchange) && !expected.responses.some((each) => each === found && /^5/.test(each.status))) {
    return "the server failed";
  }
  const undocumented = `the document does not have this status (${operation.responses.map((each) => each.status).join(", ")})`;
  if (expected.kind === "rejection") {
    // A document without any error response does not say which ones are right.
    if (isRejection(exchange) && (found !== undefined || expected.responses.length === 0)) return undefined;
    if (isRejection(exchange)) return undocumented;
    return exchange.status < 300 ? "the request was not rejected" : "this is not a rejection";
  }
  if (!found) return expected.kind === "any" && isRejection(exchange) ? undefined : undocumented;
  if (expected.kind === "any" || expected.responses.includes(found)) {
    // `default` may describe errors; then it is not a success.
    return expected.kind === "success" && exchange.status >= 300 ? "this is not a success" : undefined;
  }
  return `the document has ${wantedStatuses(expected)} for this case, not ${found.status}`;
}

function wantedStatuses({ kind, responses }: Expectation): string {
  if (kind === "rejection") return "4xx";
  return responses.map((each) => each.status).join(" or ") || "a documented status";
}
