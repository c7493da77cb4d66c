import type { Json } from "#openapi/document/document.js";
import { parseWithDigits } from "#openapi/document/long-integer.js";
import { excessOf } from "./json-limits.js";

/**
 * Reads JSON. Returns an object because the value may be null. Undefined for a text that is not JSON, or exceeds a limit.
 */
export function parseJson(text: string): { value: Json } | undefined {
  return excessOf(text) === undefined ? parsedBy(JSON.parse, text) : undefined;
}

/** Reads JSON as `parseJson` does, with all digits of its integers. */
export function parseJsonWithDigits(text: string): { value: Json } | undefined {
  return excessOf(text) === undefined ? parsedWithinLimits(text) : undefined;
}

/** Reads JSON that exceeds no limit, with all digits of its integers. */
export function parsedWithinLimits(text: string): { value: Json } | undefined {
  return parsedBy(parseWithDigits, text);
}

function parsedBy(parse: (text: string) => unknown, text: string): { value: Json } | undefined {
  try {
    return { value: parse(text) as Json };
  } catch {
    return undefined;
  }
}
