import type { OpenApiDocument } from "../openapi/document/document.js";
import { securitySchemes } from "../openapi/operations/security.js";

/** A key that the mock accepts. It checks the form only, and HTTP Basic needs a user and a password (RFC 7617, 2). */
export function anyKey(document: OpenApiDocument): string {
  const isBasic = Object.values(securitySchemes(document)).some(({ type }) => type === "basic");
  return isBasic ? "any:key" : "any-key";
}
