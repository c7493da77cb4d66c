import { responseFor } from "../../openapi/status.js";
import { type Check, promiseIds } from "./check.js";

/** The status is the one under which the document answers the case: exact, of the range, or by `default`. */
export const status: Check = {
  id: "status",
  run(context) {
    const { checked, exchange } = context;
    const { operation, response } = checked;
    const found = responseFor(operation, exchange.status);
    if (found === response) return [];
    const documented = operation.responses.map((each) => each.status).join(", ");
    const why =
      exchange.status >= 500
        ? "the server failed"
        : found
          ? `the document answers this case with ${response.status}, not with ${found.status}`
          : `the document knows no such status (${documented})`;
    return [
      {
        check: this.id,
        message: `status ${exchange.status}: ${why}`,
        promises: promiseIds(context, response.pointer),
        location: response.pointer,
        expected: response.status,
        received: `${exchange.status}${exchange.body ? ` ${exchange.body}` : ""}`,
      },
    ];
  },
};
