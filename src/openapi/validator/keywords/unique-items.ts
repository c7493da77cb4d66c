import type { KeywordDefinition } from "ajv";
import { withDigits } from "#openapi/document/long-integer.js";
import type { Json } from "../../document/document.js";

/**
 * `uniqueItems` (JSON Schema Validation, 6.4.3) in linear time. Ajv compares each item with each other item, which takes
 * minutes for a list of 100,000 objects.
 */
export const UNIQUE_ITEMS: KeywordDefinition = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  validate: (isUnique: boolean, items: Json[]) =>
    !isUnique || new Set(withDigits(items).map(canonical)).size === items.length,
  error: { message: "must NOT have duplicate items" },
};

/** A text that is the same for equal values: the order of an object's members does not count (JSON Schema Core, 4.2.2). */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "bigint"
      ? `${member}n`
      : typeof member === "object" && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : member,
  );
}
