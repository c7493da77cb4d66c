import type { Json } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { isUuid } from "#openapi/patterns/uuid.js";

/** The format of a value that identifies a resource. */
export type ValueFormat = "UUID" | "address" | "number" | "text";

/** The format of an example. Other values of the same format are generated or chosen by it. */
export function valueFormat(value: Json): ValueFormat {
  if (isNumber(value)) return "number";
  const text = String(value);
  if (isUuid(text)) return "UUID";
  return text.includes("@") ? "address" : "text";
}
