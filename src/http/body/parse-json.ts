import type { Json } from "#openapi/document/document.js";
import { isNestedTooDeep } from "#openapi/load/nesting.js";

/** Reads JSON. Returns an object because the value may be null; undefined for a text that is not JSON, or nested too deeply. */
export function parseJson(text: string): { value: Json } | undefined {
  if (isNestedTooDeep(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
