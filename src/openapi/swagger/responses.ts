import { asObject, isObject, type Json, type JsonObject } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import type { Conversion } from "./conversion.js";
import { headerOf } from "./parameters.js";
import { DEFAULT_MEDIA_TYPES } from "./request-body.js";

/**
 * A response as OpenAPI 3.0 has it (Response Object, Swagger 2.0). Without a schema it has no content, unless it has examples.
 *
 * @param produces the media types of the operation
 */
export function responseOf(
  conversion: Conversion,
  response: JsonObject,
  pointer: string,
  produces: readonly string[],
): JsonObject {
  const { schema, examples, headers, ...rest } = response;
  const shown = asObject(examples);
  const isFile = isObject(schema) && schema.type === "file";
  const stated = isFile && produces.length === 0 ? ["application/octet-stream"] : produces;
  const described = schema === undefined ? [] : stated.length > 0 ? stated : DEFAULT_MEDIA_TYPES;
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
