import { exampleKeys } from "./example-keys.js";
import type { Extension } from "./extension.js";
import { identifies } from "./identifies.js";
import { mutuallyExclusive } from "./mutually-exclusive.js";
import { numberedPages } from "./numbered-pages.js";
import { pagination } from "./pagination.js";
import { openPoints, requirements, unspecified } from "./requirements.js";

/** `x-extensible-enum`: the known values of an open set (Zalando's guideline 112). */
const extensibleEnum: Extension = {
  name: "x-extensible-enum",
  isShared: true,
  on: "schema",
  schema: { type: "array", minItems: 1, uniqueItems: true },
};

/** `x-stability-level`: the levels of oasdiff. */
const stabilityLevel: Extension = {
  name: "x-stability-level",
  isShared: true,
  on: "any",
  schema: { type: "string", enum: ["draft", "alpha", "beta", "stable"] },
};

/** `x-may-be-clamped`: a page size out of range may be reduced instead of rejected. */
const mayBeClamped: Extension = { name: "x-may-be-clamped", on: "parameter", schema: { type: "boolean" } };

/** Every extension of ours. */
export const EXTENSIONS: readonly Extension[] = [
  ...[requirements, openPoints, unspecified],
  ...[pagination, numberedPages, mutuallyExclusive, identifies, exampleKeys],
  ...[extensibleEnum, stabilityLevel, mayBeClamped],
];
