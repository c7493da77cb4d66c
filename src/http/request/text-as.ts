import type { Json } from "#openapi/document/document.js";
import { parseJson } from "../body/parse-json.js";

/**
 * A text as one of the types of its schema. Without a number, boolean or JSON in it, it remains text, which the schema
 * rejects.
 */
export function textAs(types: readonly Json[], text: string): Json {
  const isNumeric = types.includes("integer") || types.includes("number");
  if (isNumeric && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  if ((types.includes("object") && text.startsWith("{")) || (types.includes("array") && text.startsWith("["))) {
    return (parseJson(text) ?? { value: text }).value;
  }
  return text;
}
