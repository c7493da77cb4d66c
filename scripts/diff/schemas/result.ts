import type { SchemaAt } from "#values/rules/parts.js";
import type { Difference } from "../difference.js";

/** The differences of two schemas, and of the schemas in them. A schema that contains itself is its own descendant. */
export interface Result {
  differences: readonly Difference[];
  children: readonly Result[];
  /** Whether a difference, here or below, breaks the direction. */
  breaks: boolean;
}

/** Compares schemas that apply to the same value, in one direction. */
export type CompareSchemas = (base: readonly SchemaAt[], revision: readonly SchemaAt[], isText?: boolean) => Result;
