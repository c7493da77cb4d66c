import type { Extras } from "#client/operation.js";
import { isForm, isJson, MULTIPART, mediaTypeOf } from "#http/media-type.js";
import type { ParameterStyle } from "#http/serialize.js";
import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { operationDescriptor } from "./descriptor.js";

type Parts = { [Part in keyof Extras]: string };

/** All functions of the runtime that an operation needs: a function of an operation has no others. */
export function partsOf(document: OpenApiDocument, operation: Operation): Parts {
  const { path, parameters, security, requestBody } = operation;
  const hasKey = hasKeyIn(document, security, "query");
  return {
    ...(path.includes("{") && { path: "plainPath" }),
    ...((hasKey || parameters.some((parameter) => parameter.in === "query")) && { query: "plainQuery" }),
    ...(requestBody && { body: "jsonBody" }),
    ...(isSafe(operation) && { follow: "sendWithinOrigin", isTransient: "isTransient" }),
    ...(operation.method === "delete" && { certain: "certainDeletion" }),
    ...extrasOf(document, operation),
  };
}

/** Those functions (src/client/extras.ts) that few operations need, by what they write. */
export function extrasOf(document: OpenApiDocument, operation: Operation): Parts {
  const { parameters, requestBody, security } = operation;
  const { styles = {}, responses, encoding = {} } = operationDescriptor(operation);
  const stylesIn = (place: Parameter["in"]) =>
    Object.entries(styles).flatMap(([name, style]) => (name.startsWith(`${place}.`) ? [style] : []));
  const hasOther = (place: Parameter["in"]) =>
    parameters.some((parameter) => parameter.in === place && !isPlain(document, parameter));
  const hasStyle = (place: Parameter["in"]) => hasOther(place) || stylesIn(place).length > 0;
  const hasParameter = (place: Parameter["in"]) => parameters.some((parameter) => parameter.in === place);
  const hasCookieKey = hasKeyIn(document, security, "cookie");
  const types = (requestBody?.content ?? []).map(({ name }) => name);
  const hasMany = types.some((name) => /[*,]/.test(name));
  const mayHaveFiles = types.length > 1 && types.some((name) => mediaTypeOf(name) === MULTIPART);
  return {
    ...(hasStyle("path") && { path: "styledPath" }),
    ...(hasStyle("query") && { query: queryWriter(stylesIn("query"), hasOther("query")) }),
    ...(hasMany ? { mediaType: "concreteMediaType" } : mayHaveFiles && { mediaType: "filesMediaType" }),
    ...((hasMany || !types.every(isJson)) && { body: bodyWriter(types, Object.keys(encoding)) }),
    ...(!Object.values(responses).flat().every(isJson) && { choose: "chooseType" }),
    ...(hasParameter("header") && { header: "headerFields" }),
    ...((hasParameter("cookie") || hasCookieKey) && { cookie: "cookieField" }),
  };
}

function hasKeyIn(document: OpenApiDocument, security: Operation["security"], place: "cookie" | "query"): boolean {
  const schemes = securitySchemes(document);
  return security.flat().some((name) => {
    const scheme = schemes[name];
    return scheme?.type === "apiKey" && scheme.in === place;
  });
}

/** @param hasObjects whether a parameter is another value than a text, a number or a list of them */
function queryWriter(styles: readonly ParameterStyle[], hasObjects: boolean): string {
  if (styles.every(isOfList)) return hasObjects ? "objectQuery" : "listQuery";
  return styles.every(isOfObject) ? "objectQuery" : "serializeQuery";
}

/** @param encoded the media types whose fields have an encoding */
function bodyWriter(types: readonly string[], encoded: readonly string[]): string {
  if (encoded.length > 0 || types.some((name) => /[*,]/.test(name))) return "formBody";
  const forms = new Set(types.filter(isForm).map(mediaTypeOf));
  if (forms.size === 0) return "plainBody";
  return forms.size > 1 ? "plainFormsBody" : forms.has(MULTIPART) ? "multipartBody" : "urlencodedBody";
}

/** Whether a style is one of lists in a query, whose items are joined. */
function isOfList({ style = "form", explode: _, ...others }: ParameterStyle): boolean {
  return /^(form|pipeDelimited|spaceDelimited)$/.test(style) && Object.keys(others).length === 0;
}

/** Whether a style is one of lists or objects in a query. */
function isOfObject({ style, ...others }: ParameterStyle): boolean {
  return isOfList(others) && (style === "deepObject" || isOfList({ ...(style && { style }) }));
}

/** Whether the values of a parameter are texts, numbers or booleans, or in a query lists of them. */
function isPlain(document: OpenApiDocument, { in: place, schema }: Parameter): boolean {
  const isOf = (node: Json | undefined, types: readonly string[]) => {
    const { type } = resolveReference(document, node, "#").node;
    return [type ?? "any"].flat().every((name) => types.includes(String(name)));
  };
  if (isOf(schema, SCALARS)) return true;
  const { items } = resolveReference(document, schema, "#").node;
  return place === "query" && isOf(schema, [...SCALARS, "array"]) && isOf(items, SCALARS);
}

const SCALARS = ["string", "number", "integer", "boolean", "null"];
