import { isObject, type Json } from "./document.js";

/** The JSON types that a value may have (JSON Schema Core 2020-12, 4.2.1); `number` includes integers. */
export type JsonType = "array" | "boolean" | "null" | "number" | "object" | "string";

export function jsonType(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isObject(value)) return "object";
  return typeof value === "boolean" ? "boolean" : typeof value === "number" ? "number" : "string";
}
