import type { Json } from "#openapi/document/document.js";

/** The demands of a server on a field, as far as its rejections say. */
export interface Constraint {
  isRequired?: true;
  /** The least number, length or count of items, and whether the value has to be above it. */
  least?: number;
  isAboveLeast?: true;
  most?: number;
  isBelowMost?: true;
  pattern?: string;
  /** The values from which it takes one. */
  values?: readonly Json[];
  format?: string;
  type?: "integer" | "number" | "string" | "boolean" | "array" | "object";
}
