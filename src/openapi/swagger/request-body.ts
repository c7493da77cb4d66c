import { isObject, type Json, type JsonObject } from "../document/document.js";
import type { Resolved } from "../document/reference.js";
import type { Conversion } from "./conversion.js";
import { schemaAndStyle } from "./parameters.js";

const [MULTIPART, URLENCODED] = ["multipart/form-data", "application/x-www-form-urlencoded"];

/** Media types of a body where a document names none. */
export const DEFAULT_MEDIA_TYPES: readonly string[] = ["application/json"];

/** The parameters of an operation that are parts of its body. */
export function isOfBody({ node }: Resolved): boolean {
  return node.in === "body" || node.in === "formData";
}

/**
 * The body that parameters describe: one of `in: body`, or fields of a form (Parameter Object, Swagger 2.0).
 *
 * @param parts the parameters with `in: body` or `in: formData`
 * @param consumes the media types of the operation
 * @returns undefined if there are none
 */
export function requestBodyOf(
  conversion: Conversion,
  parts: readonly Resolved[],
  consumes: readonly string[],
): JsonObject | undefined {
  const body = parts.find(({ node }) => node.in === "body")?.node;
  if (body) return jsonBody(conversion, body, consumes);
  const [first] = parts;
  return first ? form(conversion, parts, first.node, consumes) : undefined;
}

function jsonBody(conversion: Conversion, parameter: JsonObject, consumes: readonly string[]): JsonObject {
  const { schema = {}, description, required, in: _, name: __, ...extensions } = parameter;
  const types = consumes.length > 0 ? consumes : DEFAULT_MEDIA_TYPES;
  const content = types.map((type): [string, Json] => {
    const example = exampleOf(parameter, type);
    return [type, conversion.made(parameter, { schema, ...(example === undefined ? {} : { example }) })];
  });
  return conversion.made(parameter, {
    ...extensions,
    ...(description === undefined ? {} : { description }),
    required: required === true,
    content: conversion.made(parameter, Object.fromEntries(content)),
  });
}

/** `x-example` and `x-examples` are not part of the standard, and in wide use. */
function exampleOf(parameter: JsonObject, mediaType: string): Json | undefined {
  const examples = parameter["x-examples"];
  return parameter["x-example"] ?? (isObject(examples) ? examples[mediaType] : undefined);
}

function form(
  conversion: Conversion,
  fields: readonly Resolved[],
  origin: JsonObject,
  consumes: readonly string[],
): JsonObject {
  const hasFile = fields.some(({ node }) => node.type === "file");
  const allowed = hasFile ? [MULTIPART] : [MULTIPART, URLENCODED];
  const stated = consumes.filter((type) => allowed.some((known) => type.toLowerCase().startsWith(String(known))));
  const types = stated.length > 0 ? stated : [hasFile ? MULTIPART : URLENCODED].map(String);
  const properties: JsonObject = {};
  const encoding: JsonObject = {};
  for (const { node, pointer } of fields) {
    const name = String(node.name);
    const { schema, style } = schemaAndStyle(conversion, node, pointer, true);
    const { description, "x-example": example } = node;
    properties[name] = conversion.made(node, {
      ...schema,
      ...(description === undefined ? {} : { description }),
      ...(example === undefined ? {} : { example }),
    });
    if (Object.keys(style).length > 0) encoding[name] = conversion.made(node, style);
  }
  const required = fields.flatMap(({ node }) => (node.required === true ? [String(node.name)] : []));
  const schema = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  const mediaType = { schema, ...(Object.keys(encoding).length > 0 ? { encoding } : {}) };
  const content = Object.fromEntries(types.map((type): [string, Json] => [type, mediaType]));
  return conversion.made(origin, { required: required.length > 0, content });
}
