import { isObject, type Json } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";

/** The places themselves, and every place that they lead to, at any depth. */
export function reachedFrom(starts: Iterable<string>, nextOf: (place: string) => Iterable<string>): Set<string> {
  const places = new Set(starts);
  // A set yields what is added during the loop.
  for (const place of places) for (const next of nextOf(place)) places.add(next);
  return places;
}

/** All strings that look like a reference: `$ref`, and the mapping of a discriminator (OpenAPI 3.1, section 4.8.25). */
export function referencesIn(node: Json): string[] {
  if (typeof node === "string") return node.startsWith("#/") && pointerNames(node).length > 1 ? [node] : [];
  if (Array.isArray(node)) return node.flatMap(referencesIn);
  return isObject(node) ? Object.values(node).flatMap(referencesIn) : [];
}
