import { asList, asObject, isObject, type Json, type JsonObject } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import { type Resolved, resolveReference } from "../document/reference.js";
import { isErrorKey } from "../operations/methods.js";
import { METHODS } from "../operations/operation.js";
import type { Conversion } from "./conversion.js";
import { parameterOf } from "./parameters.js";
import { isOfBody, requestBodyOf } from "./request-body.js";
import { responseOf } from "./responses.js";

/** The media types that the document states for all operations. */
export interface MediaTypes {
  consumes: readonly string[];
  produces: readonly string[];
}

/** The path items of a document as OpenAPI 3.0 has them. */
export function pathsOf(conversion: Conversion, shared: MediaTypes): JsonObject {
  const { paths } = conversion.document;
  const converted = Object.entries(asObject(paths)).map(([path, item]): [string, Json] => [
    path,
    isObject(item) && path.startsWith("/") ? pathItemOf(conversion, item, pointerTo("#/paths", path), shared) : item,
  ]);
  return conversion.made(asObject(paths), Object.fromEntries(converted));
}

function pathItemOf(conversion: Conversion, item: JsonObject, pointer: string, shared: MediaTypes): JsonObject {
  const common = parametersAt(conversion, item, pointer);
  const members = Object.entries(item).map(([name, member]): [string, Json] => {
    if (name === "parameters") return [name, plainParameters(conversion, item, common)];
    const isOperation = METHODS.some((method) => method === name) && isObject(member);
    return [name, isOperation ? operationOf(conversion, member, pointerTo(pointer, name), common, shared) : member];
  });
  return conversion.made(item, Object.fromEntries(members));
}

function operationOf(
  conversion: Conversion,
  operation: JsonObject,
  pointer: string,
  common: readonly Resolved[],
  shared: MediaTypes,
): JsonObject {
  const { consumes, produces, schemes: _, parameters, responses, ...rest } = operation;
  const operationParameters = parametersAt(conversion, operation, pointer);
  const isOverridden = ({ node }: Resolved) =>
    operationParameters.some(
      ({ node: { name, in: place } }) => place === node.in && (name === node.name || place === "body"),
    );
  const parts = [...common.filter((parameter) => !isOverridden(parameter)), ...operationParameters].filter(isOfBody);
  const requestBody = requestBodyOf(conversion, parts, typesOf(consumes) ?? shared.consumes);
  const types = typesOf(produces);
  const answers = Object.entries(asObject(responses)).map(([status, response]): [string, Json] => {
    const at = pointerTo(pointer, "responses", status);
    return [status, status.startsWith("x-") ? response : answerOf(conversion, { status, response, at }, types, shared)];
  });
  return conversion.made(operation, {
    ...rest,
    ...(parameters === undefined ? {} : { parameters: plainParameters(conversion, operation, operationParameters) }),
    ...(requestBody ? { requestBody } : {}),
    responses: conversion.made(asObject(responses), Object.fromEntries(answers)),
  });
}

/**
 * A response of the components is referred to, unless the operation has other media types. Swagger 2.0 cannot give an error
 * media types of its own (Operation Object, `produces`). Those of the document are allowed too.
 */
function answerOf(
  conversion: Conversion,
  { status, response, at }: { status: string; response: Json; at: string },
  produces: readonly string[] | undefined,
  shared: MediaTypes,
): JsonObject {
  const reference = asObject(response).$ref;
  const component = typeof reference === "string" ? /^#\/responses\/([^/]+)$/.exec(reference)?.[1] : undefined;
  if (component !== undefined && (produces === undefined || String(produces) === String(shared.produces))) {
    return conversion.made(asObject(response), { $ref: `#/components/responses/${component}` });
  }
  const { node, pointer } = resolveReference(conversion.document, response, at);
  const isError = isErrorKey({ status }) || status === "default";
  return responseOf(conversion, node, pointer, produces ?? shared.produces, isError ? shared.produces : []);
}

/** The parameters of a path or an operation, with their references resolved. */
function parametersAt({ document }: Conversion, owner: JsonObject, pointer: string): Resolved[] {
  return asList(owner.parameters).map((parameter, index) =>
    resolveReference(document, parameter, pointerTo(pointer, "parameters", index)),
  );
}

/** The parameters that are not part of the body. */
function plainParameters(conversion: Conversion, owner: JsonObject, parameters: readonly Resolved[]): Json[] {
  const plain = parameters
    .filter((parameter) => !isOfBody(parameter))
    .map(({ node, pointer }) => {
      const component = /^#\/parameters\/([^/]+)$/.exec(pointer)?.[1];
      return component === undefined
        ? parameterOf(conversion, node, pointer)
        : { $ref: `#/components/parameters/${component}` };
    });
  return conversion.made(asList(owner.parameters), plain);
}

/** A list of media types; undefined if there is none. */
export function typesOf(value: Json | undefined): string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}
