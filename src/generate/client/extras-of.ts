import type { Extras } from "#client/operation.js";
import { isJson, MULTIPART, mediaTypeOf, URLENCODED } from "#http/media-type.js";
import { isStyled } from "#http/serialize.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { operationDescriptor } from "./descriptor.js";

/** The functions of the runtime (src/client/extras.ts) that an operation needs, by what they write. */
export function extrasOf(document: OpenApiDocument, operation: Operation): { [Part in keyof Extras]: string } {
  const { parameters, requestBody, security } = operation;
  const { styles = {}, responses, encoding = {} } = operationDescriptor(operation);
  const places = Object.keys(styles);
  const hasStyles = Object.values(encoding).some((fields) => Object.values(fields).some(isStyled));
  const hasStyle = (place: Parameter["in"]) =>
    places.some((name) => name.startsWith(`${place}.`)) ||
    parameters.some((parameter) => parameter.in === place && !isPlain(document, parameter));
  const hasParameter = (place: Parameter["in"]) => parameters.some((parameter) => parameter.in === place);
  const schemes = securitySchemes(document);
  const hasCookieKey = security.flat().some((name) => {
    const scheme = schemes[name];
    return scheme?.type === "apiKey" && scheme.in === "cookie";
  });
  const types = (requestBody?.content ?? []).map(({ name }) => name);
  const hasMany = types.some((name) => /[*,]/.test(name));
  const mayHaveFiles = types.length > 1 && types.some((name) => mediaTypeOf(name) === MULTIPART);
  return {
    ...(hasStyle("path") && { path: "serializePath" }),
    ...(hasStyle("query") && { query: "serializeQuery" }),
    ...(hasMany ? { mediaType: "concreteMediaType" } : mayHaveFiles && { mediaType: "filesMediaType" }),
    ...((hasMany || !types.every(isJson)) && { body: bodyWriter(types, hasStyles) }),
    ...(!Object.values(responses).flat().every(isJson) && { read: "otherContent" }),
    ...(hasParameter("header") && { header: "headerFields" }),
    ...((hasParameter("cookie") || hasCookieKey) && { cookie: "cookieField" }),
  };
}

/** @param hasStyles whether fields of a form are written as parameters would be */
function bodyWriter(types: readonly string[], hasStyles: boolean): string {
  const has = (form: string) => types.some((name) => mediaTypeOf(name) === form);
  if (types.some((name) => /[*,]/.test(name)) || (has(MULTIPART) && has(URLENCODED))) return "formBody";
  if (hasStyles && has(MULTIPART)) return "formBody";
  return has(MULTIPART) ? "multipartBody" : has(URLENCODED) ? "urlencodedBody" : "plainBody";
}

/** Whether the values of a parameter are texts, numbers or booleans, or in a query lists. */
function isPlain(document: OpenApiDocument, { in: place, schema }: Parameter): boolean {
  const { type } = resolveReference(document, schema, "#").node;
  const plain = ["string", "number", "integer", "boolean", "null", ...(place === "query" ? ["array"] : [])];
  return [type ?? "any"].flat().every((name) => plain.includes(String(name)));
}
