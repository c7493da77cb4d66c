import { responseFor } from "../../openapi/status.js";
import type { Expectation } from "../ask.js";
import { type Check, type CheckContext, promiseIds } from "./check.js";

/**
 * The status is one under which the document answers the case: exact, of the range, or by `default`. What is to be
 * refused is refused. A server error is never in order.
 */
export const status: Check = {
  id: "status",
  run(context) {
    const { expected, exchange } = context;
    const why = problemOf(context);
    if (why === undefined) return [];
    return [
      {
        check: this.id,
        message: `status ${exchange.status}: ${why}`,
        promises: [...new Set([...expected.promises, ...promiseIds(context, expected.location, ...expected.places)])],
        location: expected.location,
        expected: `${wanted(expected)} (${expected.why})`,
        received: `${exchange.status}${exchange.body ? ` ${exchange.body}` : ""}`,
      },
    ];
  },
};

function problemOf({ asked, expected, exchange }: CheckContext): string | undefined {
  const { operation } = asked;
  const found = responseFor(operation, exchange.status);
  const refused = exchange.status >= 400 && exchange.status < 500;
  if (exchange.status >= 500 && !expected.responses.some((each) => each === found && /^5/.test(each.status))) {
    return "the server failed";
  }
  const documented = operation.responses.map((each) => each.status).join(", ");
  if (expected.kind === "refusal") {
    // A document that lists no refusals says nothing of which are right.
    if (refused && (found !== undefined || expected.responses.length === 0)) return undefined;
    if (refused) return `the document knows no such status (${documented})`;
    return exchange.status < 300 ? "it was not refused" : "that is no refusal";
  }
  if (!found)
    return expected.kind === "anything" && refused ? undefined : `the document knows no such status (${documented})`;
  if (expected.kind === "anything" || expected.responses.includes(found)) {
    // `default` may stand for an error; a success it is not then.
    if (expected.kind === "success" && exchange.status >= 300) return "that is no success";
    return undefined;
  }
  return `the document answers this case with ${wanted(expected)}, not with ${found.status}`;
}

function wanted({ kind, responses }: Expectation): string {
  const statuses = responses.map((each) => each.status).join(" or ");
  if (kind === "refusal") return "4xx";
  return statuses || "a documented status";
}
