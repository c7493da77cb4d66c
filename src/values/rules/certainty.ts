import { keywordOf, type Part } from "./parts.js";

/** Keywords that a value satisfies if it was made by them. The alternatives that are chosen decide for `anyOf` and `oneOf`. */
const SATISFIED = [
  ...["$ref", "allOf", "anyOf", "oneOf", "type", "enum", "const", "format"],
  ...["properties", "required", "additionalProperties", "minProperties", "maxProperties"],
  ...["items", "minItems", "maxItems"],
  ...["minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
];

/** Keywords that demand nothing (JSON Schema Validation 2020-12, 8 and 9; OpenAPI 3.1, 4.8.24), or admit more values. */
const FREE = [
  ...["title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "$comment"],
  ...["contentMediaType", "contentEncoding", "externalDocs", "xml", "discriminator", "nullable"],
];

const CERTAIN = new Set([...SATISFIED, ...FREE]);

/** Formats whose texts and numbers are always made right, if no other keyword limits the text. */
const FORMATS = new Set(["date-time", "date", "uuid", "email", "uri", "int32", "int64", "float", "double"]);
const TEXT_LIMITS = ["pattern", "minLength", "maxLength"] as const;

/** Whether a value of some parts is surely valid, without regard to the values in it. */
export interface Certainty {
  /** For a value that is made by their keywords. */
  isOfMade: boolean;
  /** For a value that fits, and is neither a list nor an object. */
  isOfFitting: boolean;
}

/** Whether a value of some parts is surely valid, without regard to the values in it. */
export function certaintyOf(parts: readonly Part[]): Certainty {
  const isOfKeywords = parts.every(
    ({ schema }, index) =>
      Object.keys(schema).every((name) => CERTAIN.has(name) || name.startsWith("x-")) &&
      // A schema that refers to itself without end cannot be used.
      (schema.$ref === undefined || schema.$ref === parts[index + 1]?.pointer),
  );
  const formats = keywordOf(parts, "format").map(({ value }) => String(value));
  const isOfFitting = isOfKeywords && formats.length === 0;
  const isLimited = TEXT_LIMITS.some((name) => keywordOf(parts, name).length > 0);
  return {
    isOfMade: isOfFitting || (isOfKeywords && !isLimited && formats.every((format) => FORMATS.has(format))),
    isOfFitting,
  };
}
