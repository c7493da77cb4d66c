import { isJson } from "#http/media-type.js";
import { asText, type OpenApiDocument } from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { operationDescriptor } from "./descriptor.js";

/** Names that openapi-fetch does not change, and does not take for a style (RFC 3986, 2.3). */
const PLAIN_NAME = /^[\w-]+$/;

/** Whether the client needs `extras` (src/client/extras.ts) for an operation, because openapi-fetch does not suffice. */
export function needsExtras(document: OpenApiDocument, operation: Operation): boolean {
  const { parameters, requestBody, security } = operation;
  const schemes = securitySchemes(document);
  const isPlainKey = (name: string) => {
    const scheme = schemes[name];
    return scheme?.type !== "apiKey" || (scheme.in !== "cookie" && PLAIN_NAME.test(scheme.name));
  };
  return (
    operationDescriptor(operation).styles !== undefined ||
    parameters.some((parameter) => !isPlain(document, parameter)) ||
    (requestBody?.content ?? []).some(({ name }) => !isJson(name) || name.includes("*")) ||
    !security.flat().every(isPlainKey)
  );
}

/** Whether the values of a parameter are texts, numbers or booleans, or in a query lists. */
function isPlain(document: OpenApiDocument, { in: place, name, schema }: Parameter): boolean {
  const { type, format } = resolveReference(document, schema, "#").node;
  const types = [type ?? "any"].flat();
  const plain = ["string", "number", "integer", "boolean", "null", ...(place === "query" ? ["array"] : [])];
  // A caller may pass a `Date`, which openapi-fetch leaves out.
  const isDate = asText(format)?.startsWith("date") ?? false;
  const isInUrl = place === "path" || place === "query";
  return isInUrl && PLAIN_NAME.test(name) && !isDate && types.every((typeName) => plain.includes(String(typeName)));
}
