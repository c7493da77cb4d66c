import { asObject, isObject, type Json } from "#openapi/document/document.js";
import type { Kind, RoutedRequest } from "./api.js";

/** The value of a body of JSON, or of a form. */
export function parsedBody(body: string): Json | undefined {
  if (body === "") return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body.includes("=") ? Object.fromEntries(new URLSearchParams(body)) : undefined;
  }
}

/** The id that the client chose for a new resource, where it may. */
export function requestedId({ clientIds, idField }: Kind, { body }: RoutedRequest): string | undefined {
  const id = asObject(body)[idField];
  const given = typeof id === "string" || typeof id === "number" ? String(id) : "";
  return clientIds === "never" || given === "" ? undefined : given;
}

/** Whether a body has the required fields, and each field has its type. */
export function isValidBody(kind: Kind, { body, method }: RoutedRequest): boolean {
  if (body === undefined) return kind.optionalBody || kind.fields.length === 0;
  if (!isObject(body)) return false;
  return kind.fields.every(({ name, schema, required }) => {
    const value = body[name];
    if (value === undefined) return !required || kind.optionalBody || method === "PATCH";
    if (Array.isArray(schema.enum)) return schema.enum.includes(value);
    const { type, minLength, minimum, maximum } = schema;
    if (type === "string") return typeof value === "string" && value.length >= Number(minLength ?? 0);
    if (type === "boolean") return typeof value === "boolean";
    if (typeof value !== "number" || (type === "integer" && !Number.isInteger(value))) return false;
    return value >= Number(minimum ?? value) && value <= Number(maximum ?? value);
  });
}
