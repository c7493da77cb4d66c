import type { Json } from "../openapi/document.js";
import { isUuid } from "../openapi/uuid.js";

/** What a value that names something looks like. */
export type Shape = "UUID" | "address" | "number" | "text";

/** The form of an example, after which another value of the same kind is made or chosen. */
export function shapeOf(value: Json): Shape {
  if (typeof value === "number") return "number";
  const text = String(value);
  if (isUuid(text)) return "UUID";
  return text.includes("@") ? "address" : "text";
}
