import { isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import { placesIn } from "../document/walk.js";
import type { DocumentWarning } from "../document/warning.js";
import { isPattern, readablePattern } from "../patterns/pattern.js";

/** The form that the value of a keyword must have. */
interface Form {
  /** In words. */
  words: string;
  fits(value: Json): boolean;
}

const TYPES: readonly Json[] = ["array", "boolean", "integer", "null", "number", "object", "string"];

const isText = (value: Json) => typeof value === "string";
const isSchema = (value: Json) => isObject(value) || typeof value === "boolean";
const isListOf = (value: Json, fits: (item: Json) => boolean) => Array.isArray(value) && value.every(fits);

const NUMBER: Form = { words: "a number", fits: (value) => typeof value === "number" };
const COUNT: Form = {
  words: "a whole number of 0 or more",
  fits: (value) => Number.isInteger(value) && Number(value) >= 0,
};
const SCHEMA: Form = { words: "a schema", fits: isSchema };
const SCHEMAS: Form = {
  words: "a list of schemas",
  fits: (value) => isListOf(value, isSchema) && value !== null && Object.keys(value).length > 0,
};
const NAMED: Form = { words: "a map of schemas", fits: isObject };

/** The forms of the keywords that validators refuse in another form (JSON Schema Core, 10, and Validation, 6). */
const FORMS: Readonly<Record<string, Form>> = {
  type: {
    words: "a type of JSON, or a list of them",
    fits: (value) =>
      TYPES.includes(value) ||
      (isListOf(value, (item) => TYPES.includes(item)) && value !== null && Object.keys(value).length > 0),
  },
  enum: { words: "a list of values", fits: (value) => Array.isArray(value) && value.length > 0 },
  required: { words: "a list of names", fits: (value) => isListOf(value, isText) },
  dependentRequired: {
    words: "a map of lists of names",
    fits: (value) => isObject(value) && Object.values(value).every((names) => isListOf(names, isText)),
  },
  pattern: {
    words: "a regular expression",
    fits: (value) => isText(value) && readablePattern(String(value)) !== undefined,
  },
  format: { words: "a text", fits: isText },
  nullable: { words: "true or false", fits: (value) => typeof value === "boolean" },
  uniqueItems: { words: "true or false", fits: (value) => typeof value === "boolean" },
  multipleOf: { words: "a number above 0", fits: (value) => typeof value === "number" && value > 0 },
  ...forms(NUMBER, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]),
  ...forms(COUNT, [
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains",
  ]),
  ...forms(SCHEMA, ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"]),
  ...forms(SCHEMA, ["unevaluatedProperties", "unevaluatedItems"]),
  ...forms(SCHEMAS, ["allOf", "anyOf", "oneOf", "prefixItems"]),
  ...forms(NAMED, ["properties", "patternProperties", "dependentSchemas", "$defs"]),
};

function forms(form: Form, keywords: readonly string[]): Record<string, Form> {
  return Object.fromEntries(keywords.map((keyword) => [keyword, form]));
}

/**
 * Removes the keywords of schemas that no validator can use, in place. Otherwise, every test case that needs such a schema
 * would be skipped. Keywords that JSON Schema does not have stay.
 *
 * @param schemas those of the document
 * @returns a warning for each
 */
export function ignoreUnusableKeywords(document: OpenApiDocument, schemas: Iterable<JsonObject>): DocumentWarning[] {
  const found: { schema: JsonObject; name: string[]; message: string; isOpen: () => boolean }[] = [];
  for (const schema of schemas) {
    useTuple(schema);
    usePatterns(schema);
    // A base address would change what the references of a bundled document lead to (JSON Schema Core, 8.2.1).
    delete schema.$id;
    for (const [keyword, value] of Object.entries(schema)) {
      const form = FORMS[keyword];
      if (!form || !Object.hasOwn(FORMS, keyword)) continue;
      if (!form.fits(value)) {
        delete schema[keyword];
        found.push({
          schema,
          name: [keyword],
          message: `${keyword} is ${shown(value)}, not ${form.words}. It is ignored.`,
          isOpen: () =>
            !Object.keys(schema).some((name) => Object.hasOwn(FORMS, name) || name === "$ref" || name === "const"),
        });
      } else if (form === NAMED && isObject(value)) {
        for (const name of removeMembers(keyword, value)) {
          const kept = keyword === "properties" ? "It may have any value." : "It is ignored.";
          const message = `the member of ${keyword} is unusable. ${kept}`;
          found.push({ schema, name: [keyword, name], message, isOpen: () => keyword === "properties" });
        }
      }
    }
  }
  if (found.length === 0) return [];
  const places = placesIn(document);
  const order = new Map([...places.keys()].map((node, index) => [node, index]));
  const orderOf = ({ schema }: { schema: JsonObject }) => order.get(schema) ?? 0;
  return found
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .map(({ schema, name, message, isOpen }) => ({
      pointer: pointerTo(places.get(schema) ?? "#", ...name),
      message,
      ...(isOpen() ? { admitsAny: true } : {}),
    }));
}

/** Several schemas of `items` are those of the first items (JSON Schema before 2020-12). */
function useTuple(schema: JsonObject): void {
  if (!Array.isArray(schema.items) || schema.prefixItems !== undefined) return;
  schema.prefixItems = schema.items;
  delete schema.items;
  if (schema.additionalItems !== undefined) schema.items = schema.additionalItems;
}

/** Patterns of other languages become those of ECMA-262, so that each reader of the document matches the same texts. */
function usePatterns(schema: JsonObject): void {
  if (typeof schema.pattern === "string") schema.pattern = readablePattern(schema.pattern) ?? schema.pattern;
  const named = schema.patternProperties;
  if (!isObject(named)) return;
  for (const [name, member] of Object.entries(named)) {
    const readable = readablePattern(name);
    if (readable === undefined || readable === name || Object.hasOwn(named, readable)) continue;
    delete named[name];
    named[readable] = member;
  }
}

/** Removes members that are not schemas, or whose name is not a pattern. Properties stay, and may have any value. */
function removeMembers(keyword: string, named: JsonObject): string[] {
  return Object.entries(named).flatMap(([name, member]) => {
    const isUsable = isSchema(member) && (keyword !== "patternProperties" || readablePattern(name) !== undefined);
    if (isUsable) return [];
    if (keyword === "properties") named[name] = {};
    else delete named[name];
    return [name];
  });
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Patterns that are valid only without the flag `u`, which JSON Schema recommends (Core, 6.4). */
export function patternsWithoutUnicode(schemas: Iterable<JsonObject>): DocumentWarning[] {
  const patterns = new Set<string>();
  for (const { pattern } of schemas) {
    if (typeof pattern === "string" && !isPattern(pattern, "u") && isPattern(pattern, "")) patterns.add(pattern);
  }
  return [...patterns].map((pattern) => ({
    pointer: "#",
    message: `the pattern ${JSON.stringify(pattern)} is valid only without Unicode. It is matched without it.`,
  }));
}
