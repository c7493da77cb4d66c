import { asList, type Json } from "../openapi/document/document.js";
import { keywordOf, type Part } from "./attempt/parts.js";
import { fits } from "./limits/limits.js";

/** Formats of values that identify something: random values are new ones, in place of an example. */
const UNIQUE_FORMATS = ["uuid", "email", "idn-email"];

/** Whether some parts describe a value that identifies something. */
export function isIdentifying(parts: readonly Part[]): boolean {
  return keywordOf(parts, "format").some(({ value }) => UNIQUE_FORMATS.includes(String(value)));
}

/**
 * The examples of some schemas (JSON Schema Validation 2020-12, 9.5), then their defaults (9.2), that fit all parts.
 *
 * @param isComposed whether lists and objects are left out
 */
export function documentedValues(sources: readonly Part[], parts: readonly Part[], isComposed: boolean): Json[] {
  const usable: Json[] = [];
  const add = (value: Json): void => {
    if (!(isComposed && typeof value === "object" && value !== null) && fits(parts, value)) usable.push(value);
  };
  for (const { value } of keywordOf(sources, "examples")) asList(value).forEach(add);
  for (const { value } of keywordOf(sources, "example")) add(value);
  for (const { value } of keywordOf(sources, "default")) add(value);
  return usable;
}
