import { asList, isObject, type Json, type JsonObject, type OpenApiDocument } from "./document.js";
import { oncePer } from "./once-per.js";
import { pointerTo, valueAt } from "./pointer.js";
import { resolveReference } from "./reference.js";

/** Keywords whose schemas are alternatives for the same value (JSON Schema Core 2020-12, 10.2.1). */
export const CHOICES = ["oneOf", "anyOf"] as const;

/** Whether a keyword is one of `CHOICES`. */
export function isChoice(keyword: string): boolean {
  return CHOICES.some((choice) => choice === keyword);
}

/** Keywords whose lists of schemas apply to the same value (JSON Schema Core 2020-12, 10.2.1). */
const LISTS = ["allOf", "anyOf", "oneOf"] as const;

/** The schemas in the lists of a schema, which apply to the same value: all of them, or some. */
export function composedOf(schema: JsonObject, keywords: readonly string[] = LISTS): Json[] {
  return keywords.flatMap((name) => asList(schema[name]));
}

/** The places of these schemas. */
export function composedPlaces(schema: JsonObject, pointer: string, keywords: readonly string[] = LISTS): string[] {
  return keywords.flatMap((name) => asList(schema[name]).map((_, index) => pointerTo(pointer, name, index)));
}

/** Keywords whose schema applies to the same value by a condition (JSON Schema Core 2020-12, 10.2.2). */
const CONDITIONAL = ["if", "then", "else"] as const;

/** The applied schemas by place. A document has a limited number of places. */
const placesOf = /* @__PURE__ */ oncePer((_: OpenApiDocument) => new Map<string, readonly string[]>());

/**
 * The places of a schema and of all schemas that apply to the same value through it. They apply by references, in lists, and
 * by conditions. Each is named once.
 */
export function appliedTo(document: OpenApiDocument, pointer: string): readonly string[] {
  const places = placesOf(document);
  const appliedPlaces = places.get(pointer) ?? [...addApplied(document, pointer, new Set())];
  places.set(pointer, appliedPlaces);
  return appliedPlaces;
}

function addApplied(document: OpenApiDocument, pointer: string, applied: Set<string>): Set<string> {
  const schema: Json | undefined = valueAt(document, pointer);
  if (!isObject(schema) || applied.has(pointer)) return applied;
  applied.add(pointer);
  const parts = CONDITIONAL.filter((name) => isObject(schema[name])).map((name) => pointerTo(pointer, name));
  parts.push(...composedPlaces(schema, pointer));
  if (typeof schema.$ref === "string") parts.push(resolveReference(document, schema, pointer).pointer);
  for (const part of parts) addApplied(document, part, applied);
  return applied;
}
