import { isSuccessKey } from "../../openapi/methods.js";
import type { DocumentedResponse, Operation } from "../../openapi/operation.js";
import { requireAllowedRequest } from "../generation/generated-request.js";
import type { TargetFacts } from "../model/case-context.js";
import { isRejection } from "../model/exchange.js";
import { anyResponse, success } from "../model/expectation.js";
import { Skipped } from "../model/skipped.js";
import type { TestCase } from "../model/test-case.js";
import { testCase } from "./suite.js";

/**
 * The test case of an operation without an example. It is reported as skipped, so that no run passes without mentioning it.
 * A server without state knows every resource, so it gets a generated request in place of the example.
 */
export function withoutExample(operation: Operation, { keepsState }: TargetFacts): TestCase {
  if (!keepsState) return generatedExample(operation);
  const skip = "the document has no complete example: add one to each required parameter and body";
  return testCase("examples", operation, "example", { writes: false, skip, run: async () => {} });
}

function generatedExample(operation: Operation): TestCase {
  return testCase("examples", operation, "generated request", {
    ...(operation.responses.length === 0 ? { skip: "the document has no response for this operation" } : {}),
    async run(context) {
      const request = await requireAllowedRequest(context, operation);
      const why = "the request is valid by the document";
      const exchange = await context.send(request);
      const { hasExampleData } = context.target;
      if (!hasExampleData && isRejection(exchange)) {
        throw new Skipped("the server may have no response for generated values");
      }
      const succeeds = hasExampleData && operation.responses.some(mayBeSuccess);
      await context.check(request, succeeds ? success(operation, why) : anyResponse(operation, why), exchange);
    },
  });
}

function mayBeSuccess(response: DocumentedResponse): boolean {
  return isSuccessKey(response) || response.status === "default";
}
