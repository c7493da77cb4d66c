import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { contentPlace, propertiesAt } from "../schema-fields.js";
import { namedAs, withInner } from "./envelope.js";

/**
 * The places where a schema may describe a resource, as `layersOf` a body. They are the whole body, and the only object in
 * it.
 */
export function schemaLayers(document: OpenApiDocument, content: MediaType): string[] {
  return withInner("", (around) => {
    const places = propertiesAt(document, content, around).map((name) => pointerTo(around, name));
    const [only, ...others] = places.filter((place) => propertiesAt(document, content, place).length > 0);
    return others.length > 0 || (around !== "" && places.length > 1) ? undefined : only;
  });
}

/** The place of a field in a body, by its place in the resource that a schema describes. */
export function fieldPlace(document: OpenApiDocument, content: MediaType, pointer: string): string {
  const envelope = contentPlace(document, content) ?? "";
  return pointer.startsWith(`${envelope}/`) ? pointer : envelope + pointer;
}

/** The place of a field in the resource that a schema describes, by its place in a body. */
export function placeInResource(document: OpenApiDocument, content: MediaType, pointer: string): string {
  const envelope = contentPlace(document, content) ?? "";
  return pointer.startsWith(`${envelope}/`) ? pointer.slice(envelope.length) : pointer;
}

/** The properties of the resource at a place of a schema, which may be in an envelope. */
export function propertyNames(document: OpenApiDocument, content: MediaType, at: string): string[] {
  return propertiesAt(document, content, contentPlace(document, content, at) ?? at);
}

/**
 * Where a schema has a resource of this name beside others, as `resourceLayers` finds it.
 *
 * @param at the place around it (default: the body)
 */
export function namedPlace(document: OpenApiDocument, content: MediaType, of: string, at = ""): string | undefined {
  const name = namedAs(propertiesAt(document, content, at), of);
  const place = name === undefined ? undefined : pointerTo(at, name);
  return place !== undefined && propertiesAt(document, content, place).length > 0 ? place : undefined;
}

/**
 * Where the body of a request describes the resource, by its schema.
 *
 * @param known a representation of the resource: a member of it is not an envelope
 */
export function sentResourceAt(document: OpenApiDocument, content: MediaType, known: JsonObject): string {
  const inner = contentPlace(document, content);
  if (inner !== undefined) return Object.hasOwn(known, pointerNames(inner)[0] ?? "") ? "" : inner;
  const isKnown = (name: string) => Object.hasOwn(known, name);
  const names = propertiesAt(document, content, "");
  const places = names.some(isKnown) ? [] : names.map((name) => pointerTo("", name));
  const [only, ...others] = places.filter((place) => propertiesAt(document, content, place).some(isKnown));
  return others.length > 0 ? "" : (only ?? "");
}
