import { isObject, type Json } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { resourceLayers } from "./envelope.js";
import type { Identifier, Resource } from "./resource.js";

/** The value of an identifier in a resource, which may be wrapped in another object; undefined if it has none. */
export function identifierIn(
  body: unknown,
  identifier: Pick<Identifier, "pointer" | "of">,
): string | number | bigint | undefined {
  return identifierAt(body, identifier)?.value;
}

/** The value of an identifier, and its place in a body. The resource may be in another object, or in a list of one. */
export function identifierAt(
  body: unknown,
  { pointer, of }: Pick<Identifier, "pointer" | "of">,
): { value: string | number | bigint; place: string } | undefined {
  const layers = isObject(body) ? resourceLayers(body, { of }) : [{ at: "", object: body }];
  for (const { at, object } of layers) {
    const value = valueAt(object, pointer);
    // A larger number was rounded by another reader, so it is that of another resource.
    if (typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(Math.trunc(value))))
      return { value, place: at + pointer };
    if (typeof value === "string" && value !== "") return { value, place: at + pointer };
  }
  return undefined;
}

/** An identifier of MongoDB: 12 bytes in hexadecimal digits. */
const OBJECT_ID = /^[\da-f]{24}$/i;

/** The kind of a value that may identify a resource: a whole number, a UUID, or an ObjectId. Undefined for any other one. */
export function kindOfReference(value: Json | undefined): "number" | "uuid" | "object-id" | undefined {
  if (Number.isInteger(value)) return "number";
  if (typeof value !== "string") return undefined;
  if (isUuid(value)) return "uuid";
  return OBJECT_ID.test(value) ? "object-id" : undefined;
}

/**
 * Learns from a resource that was found by a value. A field with another value does not identify it, if a later field has
 * the value. A tenant's id is the same in all of its resources.
 */
export function learnIdentifier(resource: Resource, value: unknown, body: Json | undefined): void {
  const [first, ...others] = resource.identifiers();
  const known = first && identifierIn(body, first);
  if (first?.basis !== "inferred" || known === undefined || isSameId(known, value)) return;
  const found = others.find((other) => isSameId(identifierIn(body, other), value));
  if (found) resource.prefer(found.pointer);
}

/** Whether two identifiers are equal. Case is ignored: UUIDs have none (RFC 9562, 4). */
export function isSameId(left: unknown, right: unknown): boolean {
  return String(left).toLowerCase() === String(right).toLowerCase();
}

/** Whether a representation is that of a resource. Its creation may have shown the identifier under another name. */
export function isOf(
  item: unknown,
  { identifier, value, resource }: { identifier: Identifier; value: Json; resource: Resource },
): boolean {
  const own = identifierIn(item, identifier);
  if (own !== undefined) return isSameId(own, value);
  return resource.identifiers().some((other) => isSameId(identifierIn(item, other), value));
}
