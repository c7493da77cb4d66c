import { asObject, type JsonObject } from "../document/document.js";
import type { Conversion } from "./conversion.js";

/** The keywords of a parameter or header that are those of a schema in OpenAPI 3 (Parameter Object, Swagger 2.0). */
export const SCHEMA_KEYWORDS = [
  ...["type", "format", "items", "default", "enum", "multipleOf", "pattern", "x-nullable"],
  ...["maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength"],
  ...["maxItems", "minItems", "uniqueItems"],
];

/** How the items of a list are separated, by `collectionFormat`, in a query or a form. */
const QUERY_STYLES: Readonly<Record<string, JsonObject>> = {
  csv: { style: "form", explode: false },
  multi: { style: "form", explode: true },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
};

/** A parameter that is neither a body nor a field of a form, as OpenAPI 3.0 has it. */
export function parameterOf(conversion: Conversion, parameter: JsonObject, pointer: string): JsonObject {
  const { "x-example": example } = parameter;
  const { schema, style } = schemaAndStyle(conversion, parameter, pointer, parameter.in === "query");
  return conversion.made(parameter, {
    ...withoutSchema(parameter),
    ...style,
    ...(example === undefined ? {} : { example }),
    schema,
  });
}

/** A header of a response as OpenAPI 3.0 has it. */
export function headerOf(conversion: Conversion, header: JsonObject, pointer: string): JsonObject {
  return conversion.made(header, {
    ...withoutSchema(header),
    schema: schemaAndStyle(conversion, header, pointer, false).schema,
  });
}

function withoutSchema(parameter: JsonObject): JsonObject {
  const isKept = (name: string) => ![...SCHEMA_KEYWORDS, "collectionFormat", "x-example"].includes(name);
  return Object.fromEntries(Object.entries(parameter).filter(([name]) => isKept(name)));
}

/**
 * The schema of a parameter, and how it is serialized.
 *
 * @param isForm whether it is in a query or a form. Lists have more styles there than in a path or a header
 */
export function schemaAndStyle(
  conversion: Conversion,
  parameter: JsonObject,
  pointer: string,
  isForm: boolean,
): { schema: JsonObject; style: JsonObject } {
  const named = Object.entries(parameter).filter(([name]) => SCHEMA_KEYWORDS.includes(name));
  const schema = conversion.made(parameter, fileAsText(Object.fromEntries(named)));
  if (parameter.type !== "array") return { schema, style: {} };
  const { collectionFormat: separator = "csv", items } = parameter;
  const style = isForm ? QUERY_STYLES[String(separator)] : separator === "csv" ? { style: "simple" } : undefined;
  if (style && asObject(items).type !== "array") return { schema, style };
  const message = style
    ? "a list of lists has no equivalent in OpenAPI 3. It is a text here."
    : `the collectionFormat ${String(separator)} has no equivalent in OpenAPI 3. The list is a text here.`;
  conversion.warnings.push({ pointer, message });
  return { schema: conversion.made(parameter, { type: "string" }), style: {} };
}

/** The type `file` of Swagger 2.0 is binary text in OpenAPI 3.0. */
function fileAsText(schema: JsonObject): JsonObject {
  return schema.type === "file" ? { ...schema, type: "string", format: "binary" } : schema;
}
