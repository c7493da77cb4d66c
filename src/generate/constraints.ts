import {
  asList,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";

/** The constraints that types cannot express, in words for callers (JSON Schema Validation 2020-12, section 6). */
const WORDS: Record<string, (value: Json) => string> = {
  multipleOf: (value) => `a multiple of ${value}`,
  minimum: (value) => `at least ${value}`,
  exclusiveMinimum: (value) => `more than ${value}`,
  maximum: (value) => `at most ${value}`,
  exclusiveMaximum: (value) => `less than ${value}`,
  minLength: (value) => `at least ${count(value, "character")}`,
  maxLength: (value) => `at most ${count(value, "character")}`,
  pattern: (value) => `matches \`${value}\``,
  minItems: (value) => `at least ${count(value, "item")}`,
  maxItems: (value) => `at most ${count(value, "item")}`,
  uniqueItems: (value) => (value === true ? "unique items" : ""),
  minProperties: (value) => `at least ${count(value, "field")}`,
  maxProperties: (value) => `at most ${count(value, "field")}`,
  "x-extensible-enum": (value) =>
    `known values: ${asList(value)
      .map((item) => `\`${item}\``)
      .join(", ")}`,
};

/** Keywords that openapi-typescript adds to the comment of a property, but not to that of a reference or a parameter. */
const FURTHER_WORDS: Record<string, (value: Json) => string> = {
  format: (value) => `format ${value}`,
  default: (value) => `default ${JSON.stringify(value)}`,
};

const BRIEF = Object.entries(WORDS);
const FULL = Object.entries({ ...FURTHER_WORDS, ...WORDS });

/**
 * The constraints of a schema in words, including those of the schema that it refers to.
 *
 * @param fully whether to include format and default
 */
export function constraintWords(document: OpenApiDocument, schema: Json | undefined, fully: boolean): string[] {
  if (!isObject(schema)) return [];
  const { node } = resolveReference(document, schema, "#");
  const merged: JsonObject = { ...node, ...schema };
  return (fully || schema.$ref !== undefined ? FULL : BRIEF).flatMap(([keyword, words]) => {
    const value = merged[keyword];
    const text = value === undefined ? "" : words(value);
    return text === "" ? [] : [text];
  });
}

/** The type of a schema in words: `string`, `integer or null`, `one of …`. */
export function typeWords(document: OpenApiDocument, schema: Json | undefined): string {
  if (!isObject(schema)) return "any value";
  const { node } = resolveReference(document, schema, "#");
  if (node.const !== undefined) return `always ${JSON.stringify(node.const)}`;
  if (node.enum !== undefined)
    return `one of ${asList(node.enum)
      .map((value) => JSON.stringify(value))
      .join(", ")}`;
  const types = Array.isArray(node.type) ? node.type.map(String) : [asText(node.type) ?? "any value"];
  return types.join(" or ");
}

/** The open points that the contract marks at a node (`x-unspecified`). */
export function openNotes(node: Json | undefined): string[] {
  const marks = isObject(node) ? node["x-unspecified"] : undefined;
  return isObject(marks) ? Object.entries(marks).map(([id, sentence]) => `Left open (${id}): ${sentence}`) : [];
}

function count(value: Json, noun: string): string {
  return `${value} ${noun}${value === 1 ? "" : "s"}`;
}
