import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";

/** References and parts that lead further than this are not followed. Schemas may contain themselves. */
const DEPTH = 20;

/** A type of our own, which `presentType` reads: any value but `undefined`. */
export const PRESENT: JsonObject = { type: "present" };

/**
 * The schema of a property, by schemas that apply to the same object. Its own one comes before that of further properties.
 *
 * @returns undefined if none of them describes it. `PRESENT` if only one of several choices does, whose type then remains
 */
export function propertyOf(document: OpenApiDocument, schemas: readonly JsonObject[], name: string): Json | undefined {
  return (
    namedProperty(document, schemas, name, DEPTH) ??
    schemas.map(({ additionalProperties }) => additionalProperties).find(isObject)
  );
}

function namedProperty(
  document: OpenApiDocument,
  schemas: readonly JsonObject[],
  name: string,
  depth: number,
): Json | undefined {
  if (depth === 0) return undefined;
  const inner = (parts: readonly Json[]) => namedProperty(document, parts.filter(isObject), name, depth - 1);
  for (const { properties, $ref, allOf } of schemas) {
    const named = asObject(properties);
    if (Object.hasOwn(named, name)) return named[name];
    const target = typeof $ref === "string" ? valueAt(document, $ref) : undefined;
    const inherited = inner([...(target === undefined ? [] : [target]), ...asList(allOf)]);
    if (inherited !== undefined) return inherited;
  }
  const choices = schemas.flatMap(({ anyOf, oneOf }) => [...asList(anyOf), ...asList(oneOf)]);
  return choices.some((choice) => inner([choice]) !== undefined) ? PRESENT : undefined;
}
