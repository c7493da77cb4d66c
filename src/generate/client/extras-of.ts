import type { Extras, FormWriting } from "#client/operation.js";
import { isForm, isJson, MULTIPART, mediaTypeOf, typesIn, URLENCODED } from "#http/media-type.js";
import type { ParameterStyle } from "#http/serialize.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { operationDescriptor } from "./descriptor.js";
import { isListOfScalars, isScalar } from "./encodings.js";
import { ownServer } from "./own-server.js";
import { pagedList } from "./paging.js";

/** The writers of forms that write fields by `objectQuery`. */
const ENCODED = ["encodedTextsBody", "encodedTextsOrFilesBody", "formBody"];

type Parts = { [Part in keyof Extras]: string };

/** All functions of the runtime that an operation needs: a function of an operation has no others. */
export function partsOf(document: OpenApiDocument, operation: Operation): Parts {
  const { path, parameters, security, requestBody } = operation;
  const hasKey = hasKeyIn(document, security, "query");
  // The address of another page has parameters that the document may not have.
  const isTurned = pagedList(document, operation) !== undefined;
  const others = extrasOf(document, operation);
  const hasQuery = hasKey || isTurned || parameters.some((parameter) => parameter.in === "query");
  // A page that has the writer of any field has no other one for its query.
  const query = ENCODED.includes(others.body ?? "") ? "objectQuery" : "plainQuery";
  return {
    ...(path.includes("{") && { path: "plainPath" }),
    ...(hasQuery && { query }),
    ...(requestBody && { body: "jsonBody" }),
    ...(isSafe(operation) && { safe: "safe" }),
    ...(operation.method === "delete" && { certain: "certainDeletion" }),
    ...(ownServer(operation).server && { base: "ownBase" }),
    ...others,
  };
}

/** Those functions (src/client/extras.ts) that few operations need, by what they write. */
export function extrasOf(document: OpenApiDocument, operation: Operation): Parts {
  const { parameters, requestBody, security } = operation;
  const { styles = {}, responses, encoding = {} } = operationDescriptor(document, operation);
  const stylesIn = (place: Parameter["in"]) =>
    Object.entries(styles).flatMap(([name, style]) => (name.startsWith(`${place}.`) ? [style] : []));
  const hasOther = (place: Parameter["in"]) =>
    parameters.some((parameter) => parameter.in === place && !isPlain(document, parameter));
  // A parameter of the style deepObject is written by its style, whatever its schema says.
  const hasObjects = parameters.some(
    (parameter) => parameter.in === "query" && parameter.style !== "deepObject" && !isPlain(document, parameter),
  );
  const hasStyle = (place: Parameter["in"]) => hasOther(place) || stylesIn(place).length > 0;
  const hasParameter = (place: Parameter["in"]) => parameters.some((parameter) => parameter.in === place);
  const hasCookieKey = hasKeyIn(document, security, "cookie");
  const types = (requestBody?.content ?? []).map(({ name }) => name);
  const hasMany = types.some((name) => /[*,]/.test(name));
  const documented = Object.values(responses).flat();
  const isRange = (type: string) => type.includes("*") || !type.includes("/");
  const mayHaveFiles = types.length > 1 && types.some((name) => mediaTypeOf(name) === MULTIPART);
  return {
    ...(hasStyle("path") && { path: "styledPath" }),
    ...(hasStyle("query") && { query: queryWriter(stylesIn("query"), hasObjects) }),
    ...(hasMany ? { mediaType: "concreteMediaType" } : mayHaveFiles && { mediaType: "filesMediaType" }),
    ...((hasMany || !types.every(isJson)) && { body: bodyWriter(types, encoding) }),
    ...(!documented.every(isJson) && { choose: documented.some(isRange) ? "chooseType" : "chooseNamed" }),
    ...(!documented.every(isJson) && { read: otherReader(documented.filter((type) => !isJson(type))) }),
    ...(hasParameter("header") && { header: hasStyle("header") ? "headerFields" : "plainHeader" }),
    ...((hasParameter("cookie") || hasCookieKey) && { cookie: hasStyle("cookie") ? "cookieField" : "plainCookie" }),
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
  if (!styles.every(isOfObject)) return "styledQuery";
  if (!hasObjects && styles.every(isOfList)) return "listQuery";
  if (!styles.every(isDeep)) return "objectQuery";
  if (!hasObjects) return "deepQuery";
  return styles.length > 0 ? "deepMemberQuery" : "memberQuery";
}

/** How a body of documented types that are not JSON is read. */
function otherReader(types: readonly string[]): string {
  const texts = types.filter((type) => type.startsWith("text/"));
  if (texts.length === 0) return "readFile";
  if (texts.length < types.length) return "readTextOrFile";
  return texts.every((type) => mediaTypeOf(type) === "text/event-stream") ? "readEvents" : "readText";
}

/** @param encoding how the fields of forms are written, by media type */
function bodyWriter(types: readonly string[], encoding: Readonly<Record<string, FormWriting>>): string {
  const fields = Object.values(encoding).flatMap((writing) => Object.values(writing));
  const forms = new Set(types.flatMap(typesIn).map(formOf));
  forms.delete(undefined);
  if (fields.length === 0 && forms.size === 0) return "plainBody";
  const isMultipart = forms.size === 1 && forms.has(MULTIPART);
  if (fields.length > 0 && !forms.has(MULTIPART)) return "encodedTextsBody";
  if (fields.length > 0 && Object.keys(encoding).every((type) => formOf(type) === URLENCODED))
    return "encodedTextsOrFilesBody";
  if (fields.length > 0) return isMultipart && fields.every(isTyped) ? "typedMultipartBody" : "formBody";
  return forms.size > 1 ? "plainFormsBody" : isMultipart ? "multipartBody" : "urlencodedBody";
}

/** The form that a media type or a range names; undefined for any other. */
function formOf(type: string): string | undefined {
  return isForm(type) ? mediaTypeOf(type) : type.startsWith("multipart/*") ? MULTIPART : undefined;
}

/** Whether a field has media types, and no style. */
function isTyped({ joint }: FormWriting[string]): boolean {
  return joint === undefined;
}

/** Whether a style is one of lists in a query, whose items are joined. */
function isOfList({ style = "form", explode: _, ...others }: ParameterStyle): boolean {
  return /^(form|pipeDelimited|spaceDelimited)$/.test(style) && Object.keys(others).length === 0;
}

function isDeep({ style }: ParameterStyle): boolean {
  return style === "deepObject";
}

/** Whether a style is one of lists or objects in a query. */
function isOfObject({ style, ...others }: ParameterStyle): boolean {
  return isOfList(others) && (style === "deepObject" || isOfList({ ...(style && { style }) }));
}

/** Whether the values of a parameter are texts, numbers or booleans, or in a query lists of them. */
function isPlain(document: OpenApiDocument, { in: place, schema }: Parameter): boolean {
  return place === "query" ? isListOfScalars(document, schema) : isScalar(document, schema);
}
