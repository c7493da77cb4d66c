import { placeCredentials } from "#http/credentials.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";

/** The headers with a key for an operation, by the security that the document requires. */
export async function headersWithKey(
  document: OpenApiDocument,
  { security }: Pick<Operation, "security">,
): Promise<Record<string, string>> {
  return (await placeCredentials(security, securitySchemes(document), "any-key")).headers;
}
