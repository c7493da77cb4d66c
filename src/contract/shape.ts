import type { Json } from "../openapi/document.js";

/** What a value that names something looks like. */
export type Shape = "UUID" | "address" | "number" | "text";

/** The form of an example, after which another value of the same kind is made or chosen. */
export function shapeOf(value: Json): Shape {
  if (typeof value === "number") return "number";
  const text = String(value);
  if (isUuid(text)) return "UUID";
  return text.includes("@") ? "address" : "text";
}

/** True for a UUID in text, of whatever version and case (RFC 9562, 4). */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
