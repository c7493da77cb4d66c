import { suggestion } from "#cli/similar-name.js";
import { asList, asObject, type Json, type OpenApiDocument } from "../document/document.js";
import { type JsonType, jsonType } from "../document/json-type.js";
import { pointerNames, pointerTo, valueAt } from "../document/pointer.js";
import { isSuccessKey } from "../operations/methods.js";
import type { MediaType, Operation } from "../operations/operation.js";
import { schemasAt } from "../schema/schemas-at.js";

/**
 * Why a pointer into the bodies of an operation's successes is wrong. Undefined if it leads to a value of the types.
 */
export type PointerProblem = string | undefined;

/**
 * Checks a pointer against the schemas of all successes that have a JSON body, and against their examples.
 *
 * @param steps JSON pointers (RFC 6901): the first one into the body, each further one into every item of the list there
 */
export function pointerProblem(
  document: OpenApiDocument,
  operation: Operation,
  steps: readonly string[],
  wanted: readonly JsonType[],
): PointerProblem {
  const bodies = successBodies(operation);
  if (bodies.length === 0) return `No success of ${operation.id} has a JSON body.`;
  for (const body of bodies) {
    const problem = schemaProblem(document, body, steps, wanted) ?? exampleProblem(body, steps, wanted);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Whether a success of the operation has a JSON body. */
export function hasSuccessBody(operation: Operation): boolean {
  return successBodies(operation).length > 0;
}

function successBodies({ responses }: Operation): MediaType[] {
  return responses.filter(isSuccessKey).flatMap(({ content }) => content.filter(({ name }) => /json|\*/i.test(name)));
}

function schemaProblem(
  document: OpenApiDocument,
  { schema, schemaPointer, pointer }: MediaType,
  steps: readonly string[],
  wanted: readonly JsonType[],
): PointerProblem {
  if (schema === undefined) return undefined;
  const shown = steps.join("/*");
  const at = steps.join("/0");
  const levels = schemasAt(document, schemaPointer, at);
  const missing = levels.findIndex((level) => level.length === 0);
  if (missing === -1) {
    const types = typesOf(document, levels.at(-1) ?? []);
    const isRight = types.size === 0 || wanted.some((type) => types.has(type));
    return isRight
      ? undefined
      : `The value at ${shown} is ${[...types].join(" or ")}, not ${wanted.join(" or ")} (${schemaPointer}).`;
  }
  const names = namesIn(document, levels[missing - 1] ?? []);
  // A schema that names no properties permits all.
  if (missing === 0 || names === undefined) return undefined;
  const name = pointerNames(at)[missing - 1] ?? "";
  return `The schema has no ${shown} (${pointer}). ${suggestion(name, names)}`;
}

/** The names of the properties that schemas declare; undefined if they declare none, and the value may be an object. */
function namesIn(document: OpenApiDocument, schemas: readonly string[]): string[] | undefined {
  const nodes = schemas.map((pointer) => asObject(valueAt(document, pointer)));
  const names = nodes.flatMap(({ properties }) => Object.keys(asObject(properties)));
  const types = typesOf(document, schemas);
  const isStructured = types.size === 0 || types.has("object") || types.has("array");
  return names.length > 0 || !isStructured ? [...new Set(names)] : undefined;
}

/** The types that schemas state for one value; an empty set if they state none. */
function typesOf(document: OpenApiDocument, schemas: readonly string[]): Set<JsonType> {
  return new Set(
    schemas.flatMap((pointer) => {
      const { type, enum: values, const: constant } = asObject(valueAt(document, pointer));
      if (type !== undefined) return [type].flat().map((name) => (name === "integer" ? "number" : (name as JsonType)));
      return [...asList(values), ...(constant === undefined ? [] : [constant])].map(jsonType);
    }),
  );
}

function exampleProblem({ examples, pointer }: MediaType, steps: readonly string[], wanted: readonly JsonType[]) {
  const values = [...examples.named].map(([key, value]) => ({ value, at: pointerTo(pointer, "examples", key) }));
  if (examples.fallback !== undefined) values.push({ value: examples.fallback, at: pointerTo(pointer, "example") });
  const ends = values.flatMap(({ value, at }) => valuesAt(value, steps).map((item) => ({ value: item, at })));
  const shown = steps.join("/*");
  const present = ends.filter(({ value }) => value !== undefined);
  // A page may be empty, and a property may be absent; a place that no example has does not exist.
  if (ends.length > 0 && present.length === 0) return `No example has ${shown} (${pointer}).`;
  const wrong = present.find(({ value }) => !wanted.includes(jsonType(value ?? null)));
  if (!wrong) return undefined;
  return `The example has ${jsonType(wrong.value ?? null)} at ${shown}, not ${wanted.join(" or ")} (${wrong.at}).`;
}

/** The values at pointers, of which each further one leads into every item of a list. Undefined stands for an absent one. */
function valuesAt(value: Json, [first = "", ...rest]: readonly string[]): (Json | undefined)[] {
  const here = valueAt(value, first);
  if (rest.length === 0) return [here];
  return asList(here).flatMap((item) => valuesAt(item, rest));
}
