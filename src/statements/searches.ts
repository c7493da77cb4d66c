import { isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isTimestamp } from "./moments.js";
import { plainName } from "./names.js";
import { schemaOf } from "./parameter-schema.js";

/** Plain names of parameters with a text that is searched for. */
const NAMES = /^(q|query|search|searchfor|searchstring|searchterm|searchtext|keywords?|term)$/;

/** Words of a search that finds more than what has the text, or of a language for queries. */
const LOOSE =
  /\b(semantic\w*|fuzzy|similar\w*|vectors?|embeddings?|natural language|syntax|expressions?|operators?)\b/i;

/** Whether a field of this name has a text that is searched for. */
export function isSearchName(name: string): boolean {
  return NAMES.test(plainName(name));
}

/** The query parameter of a list whose text is searched for in the items; undefined if its names suggest none. */
export function searchOf(
  document: OpenApiDocument,
  { parameters, description, summary }: Operation,
): Parameter | undefined {
  return parameters.find((parameter) => {
    const { type, enum: members, format, pattern } = schemaOf(document, parameter);
    const isPlain = type === "string" && [members, format, pattern].every((keyword) => keyword === undefined);
    const words = [parameter.description, description, summary].join(" ");
    return parameter.in === "query" && isPlain && isSearchName(parameter.name) && !LOOSE.test(words);
  });
}

/**
 * Whether a search finds an item: a text of it has what is sought, in any case.
 *
 * @param shown the names of the fields that the list shows
 */
export function finds(item: JsonObject, sought: Json, shown: readonly string[]): boolean {
  const text = String(sought).toLowerCase();
  const has = (part: Json | undefined): boolean =>
    isObject(part) || Array.isArray(part)
      ? Object.values(part).some(has)
      : typeof part === "string" && !isTimestamp(part) && part.toLowerCase().includes(text);
  return shown.some((name) => has(item[name]));
}
