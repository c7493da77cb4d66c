import type { DocumentedResponse, Operation } from "./operation.js";

/**
 * The documented response that a status belongs to: exact before range before `default` (Responses Object, OpenAPI
 * 3.1, 4.8.16); undefined if none covers it.
 */
export function responseFor({ responses }: Operation, status: number): DocumentedResponse | undefined {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, "default"];
  return keys.flatMap((key) => responses.filter((response) => response.status === key))[0];
}
