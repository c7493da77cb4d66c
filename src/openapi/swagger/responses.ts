import { asObject, isObject, type Json, type JsonObject } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import { resolveReference } from "../document/reference.js";
import type { Conversion } from "./conversion.js";
import { headerOf } from "./parameters.js";
import { DEFAULT_MEDIA_TYPES } from "./request-body.js";

/**
 * A response as OpenAPI 3.0 has it (Response Object, Swagger 2.0). Without a schema it has no content, unless it has examples.
 *
 * @param produces the media types of the operation
 * @param further media types that an object or a list may have as well
 */
export function responseOf(
  conversion: Conversion,
  response: JsonObject,
  pointer: string,
  produces: readonly string[],
  further: readonly string[] = [],
): JsonObject {
  const { schema, examples, headers, ...rest } = response;
  const shown = asObject(examples);
  const isFile = isObject(schema) && schema.type === "file";
  const stated = isFile && produces.length === 0 ? ["application/octet-stream"] : produces;
  const described = schema === undefined ? [] : typesFor(conversion, schema, stated, further);
  const types = [...new Set([...described, ...Object.keys(shown).filter((name) => name.includes("/"))])];
  const content = types.map((type): [string, Json] => [
    type,
    conversion.made(response, {
      ...(schema === undefined ? {} : { schema }),
      ...(shown[type] === undefined ? {} : { example: shown[type] }),
    }),
  ]);
  const named = Object.entries(asObject(headers)).map(([name, header]): [string, Json] => [
    name,
    headerOf(conversion, asObject(header), pointerTo(pointer, "headers", name)),
  ]);
  return conversion.made(response, {
    ...rest,
    ...(named.length > 0 ? { headers: Object.fromEntries(named) } : {}),
    ...(content.length > 0 ? { content: conversion.made(response, Object.fromEntries(content)) } : {}),
  });
}

/** Media types that carry objects and lists: JSON, XML, YAML and forms. */
const STRUCTURED = /json|xml|yaml|form|\*\/\*/i;

/**
 * The media types of a response with a schema. `produces` is about all responses of an operation, but authors write that of
 * the success. They describe an error as an object, which no picture can carry. Such a response may be JSON as well.
 */
function typesFor(
  conversion: Conversion,
  schema: Json,
  stated: readonly string[],
  further: readonly string[],
): readonly string[] {
  if (stated.length === 0) return DEFAULT_MEDIA_TYPES;
  const { type, allOf } = resolveReference(conversion.document, schema, "#").node;
  const isStructured = type === "object" || type === "array" || allOf !== undefined;
  if (!isStructured) return stated;
  const isCarried = stated.some((name) => STRUCTURED.test(name));
  return [...stated, ...further, ...(isCarried ? [] : DEFAULT_MEDIA_TYPES)];
}
