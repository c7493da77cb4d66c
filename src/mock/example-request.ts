import { shellQuoted } from "../cli/installation.js";
import { exampleRequestOf } from "../http/example-request.js";
import type { OpenApiDocument } from "../openapi/document/document.js";
import { examplePairs } from "../openapi/operations/example-pairs.js";
import { operationsOf } from "../openapi/operations/operations.js";
import { securitySchemes } from "../openapi/operations/security.js";

/**
 * A curl command that sends the first example of a GET operation; undefined if the document has none.
 *
 * @param key that the server accepts
 */
export async function exampleRequest(
  document: OpenApiDocument,
  baseUrl: string,
  key: string,
): Promise<string | undefined> {
  const [first] = operationsOf(document)
    .filter(({ method }) => method === "get")
    .flatMap((operation) => examplePairs(operation).map((pair) => ({ operation, pair })));
  if (!first) return undefined;
  const { operation, pair } = first;
  const { path, headers } = await exampleRequestOf(operation, pair, securitySchemes(document), key);
  const options = headers.flatMap(([name, value]) => ["-H", shellQuoted(`${name}: ${value}`)]);
  return ["curl", shellQuoted(`${baseUrl}${path}`), ...options].join(" ");
}

/** A key that the mock accepts. It checks the form only, and HTTP Basic needs a user and a password (RFC 7617, 2). */
export function anyKey(document: OpenApiDocument): string {
  const isBasic = Object.values(securitySchemes(document)).some(({ type }) => type === "basic");
  return isBasic ? "any:key" : "any-key";
}
