import type { ProblemJsonError } from "@stoplight/prism-http";
import { namesText } from "#cli/names-text.js";
import { headerText } from "#http/headers.js";
import type { DocumentedResponse, Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { firstStatus } from "../responder/choose-example.js";
import { problem } from "../server/problem.js";

/** The characters of an unknown name that are repeated. */
const MAX_NAME = 100;

/**
 * The status of the example that a request prefers by its key.
 *
 * @param status the status that the request prefers as well
 * @returns a problem that lists the keys if no response has the example
 */
export function statusOfExample(
  operation: Operation,
  key: string,
  status: number | undefined,
): number | ProblemJsonError {
  const responses = status === undefined ? operation.responses : [responseFor(operation, status) ?? []].flat();
  const found = responses.find((response) => keysOf(response).includes(key));
  const [value] = found?.content.flatMap(({ examples }) => examples.named.get(key) ?? []) ?? [];
  if (found) return status ?? firstStatus(found.status, operation, value);
  const keys = [...new Set(responses.flatMap(keysOf))];
  const where = status === undefined ? operation.id : `status ${status} of ${operation.id}`;
  const known = keys.length > 0 ? `${where} has ${namesText(keys)}.` : `${where} has no examples.`;
  return problem(404, "Unknown example", `The example ${headerText(key, MAX_NAME)} does not exist: ${known}`);
}

/** The keys of the examples of a response. Prism calls one without a key `default`. */
function keysOf({ content, exampleKeys }: DocumentedResponse): string[] {
  const named = content.flatMap(({ examples: { named: byKey, fallback } }) => [
    ...byKey.keys(),
    ...(fallback === undefined ? [] : ["default"]),
  ]);
  return [...named, ...exampleKeys];
}
