import type { Json } from "#openapi/document/document.js";
import { excessOf } from "./json-limits.js";

/** Reads JSON. Returns an object because the value may be null; undefined for a text that is not JSON, or exceeds a limit. */
export function parseJson(text: string): { value: Json } | undefined {
  return excessOf(text) === undefined ? parsedWithinLimits(text) : undefined;
}

/** Reads JSON that exceeds no limit. */
export function parsedWithinLimits(text: string): { value: Json } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
