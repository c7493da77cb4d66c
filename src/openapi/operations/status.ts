import type { DocumentedResponse, Operation } from "./operation.js";

/**
 * The documented response of a status. The exact status comes before a range, and a range before `default` (Responses
 * Object, OpenAPI 3.1, 4.8.16). Undefined if the status is not documented.
 */
export function responseFor({ responses }: Operation, status: number): DocumentedResponse | undefined {
  for (const key of [String(status), `${Math.floor(status / 100)}XX`, "default"]) {
    const match = responses.find((response) => response.status === key);
    if (match) return match;
  }
  return undefined;
}
