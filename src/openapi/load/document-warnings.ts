import { asList, asObject, asText, isObject, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { resolveReference } from "../document/reference.js";
import type { DocumentWarning } from "../document/warning.js";
import { mayHaveContent } from "../operations/methods.js";
import type { Operation } from "../operations/operation.js";
import { isParameterLocation } from "../operations/operation.js";
import { isMediaTypeKey, operationsOf } from "../operations/operations.js";
import { templateNames } from "../operations/template-names.js";
import { undefinedStyles } from "./undefined-styles.js";

/** The defects of operations that readers do without. */
export function documentWarnings(document: OpenApiDocument): DocumentWarning[] {
  return operationsOf(document).flatMap((operation) => [
    ...forbiddenContent(document, operation),
    ...otherContentKeys(document, operation),
    ...pathParameters(document, operation),
    ...unknownLocations(document, operation),
    ...undefinedStyles(document, operation),
  ]);
}

/** Responses whose content HTTP forbids (RFC 9110, 6.4.1). */
function forbiddenContent(document: OpenApiDocument, { method, responses }: Operation): DocumentWarning[] {
  return responses.flatMap(({ status, pointer }) => {
    const node = valueAt(document, pointer);
    if (mayHaveContent(method, status) || !isObject(node) || node.content === undefined) return [];
    const subject = method === "head" ? "a response to HEAD" : `a response with status ${status}`;
    return [{ pointer: pointerTo(pointer, "content"), message: `${subject} has no content. It is ignored.` }];
  });
}

/** Keys of `content` that are not media types (Media Type Object, OpenAPI 3.1, 4.8.14). */
function otherContentKeys(document: OpenApiDocument, { requestBody, responses }: Operation): DocumentWarning[] {
  return [...(requestBody ? [requestBody] : []), ...responses].flatMap(({ pointer }) => {
    const keys = Object.keys(asObject(asObject(valueAt(document, pointer)).content));
    return keys
      .filter((key) => !isMediaTypeKey(key))
      .map((key) => ({
        pointer: pointerTo(pointer, "content", key),
        message: `${JSON.stringify(key)} is not a media type. It is read as any.`,
      }));
  });
}

/** Path parameters that the template lacks (Path Item Object, OpenAPI 3.1, 4.8.9). */
function pathParameters(document: OpenApiDocument, { path, pointer }: Operation): DocumentWarning[] {
  const names = templateNames(path);
  const extra = declaredParameters(document, pointer).flatMap((node) =>
    node.in === "path" && !names.includes(asText(node.name) ?? "") ? [asText(node.name) ?? ""] : [],
  );
  return extra.map((name) => ({
    pointer,
    message: `the path parameter ${name} is not in the path. It is ignored.`,
  }));
}

/** Parameters in a place that requests do not have (Parameter Object, OpenAPI 3.2, 4.12.1). */
function unknownLocations(document: OpenApiDocument, { pointer }: Operation): DocumentWarning[] {
  return declaredParameters(document, pointer).flatMap((node) => {
    const { name, in: location = null } = node;
    if (isParameterLocation(location)) return [];
    const shown = `${JSON.stringify(location)}, not in path, query, querystring, header or cookie`;
    return [{ pointer, message: `the parameter ${String(name)} is in ${shown}. It is ignored.` }];
  });
}

/** All parameters that an operation and its path declare. */
function declaredParameters(document: OpenApiDocument, pointer: string): JsonObject[] {
  const owners = [pointer.slice(0, pointer.lastIndexOf("/")), pointer].map((place) =>
    asObject(valueAt(document, place)),
  );
  return owners
    .flatMap(({ parameters }) => asList(parameters))
    .map((parameter) => resolveReference(document, parameter, pointer).node);
}
