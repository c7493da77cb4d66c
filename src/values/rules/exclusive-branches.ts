import { CHOICES } from "#openapi/document/applied.js";
import { asList, asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { expand } from "./expanded.js";
import { isSame } from "./is-same.js";
import { admittedTypes, fixedValues } from "./limits.js";
import { keywordOf, type Part, requiredNames, type SchemaAt, Unsatisfiable } from "./parts.js";

/** Choices in branches are followed, those in them are not: each level multiplies the comparisons by the number of branches. */
const MAX_DEPTH = 1;

/**
 * Whether no value of one branch of a `oneOf` matches another one. They have other types. Or a property that the branch
 * requires has other fixed values in each of them.
 *
 * @returns false if this is not sure
 */
export function excludesOthers(document: OpenApiDocument, branches: readonly SchemaAt[], branch: number): boolean {
  const all = branches.map((each) => partsOf(document, each));
  return all.every((other, index) => index === branch || excludes(document, all[branch], other));
}

/** @returns undefined if nothing matches the schema */
function partsOf(document: OpenApiDocument, schema: SchemaAt): readonly Part[] | undefined {
  try {
    return expand(document, [schema]);
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined;
    throw error;
  }
}

/** @param depth how many choices of branches are followed, which may lead to themselves */
function excludes(
  document: OpenApiDocument,
  own: readonly Part[] | undefined,
  other: readonly Part[] | undefined,
  depth = MAX_DEPTH,
): boolean {
  if (!own || !other) return true;
  const isApart = (branch: SchemaAt) => excludes(document, partsOf(document, branch), other, depth - 1);
  const isExcluded = (branch: SchemaAt) => excludes(document, own, partsOf(document, branch), depth - 1);
  if (depth > 0 && choicesIn(own).some((branches) => branches.every(isApart))) return true;
  if (depth > 0 && choicesIn(other).some((branches) => branches.every(isExcluded))) return true;
  const [types, otherTypes] = [typesOf(own), typesOf(other)];
  if (!types.some((type) => otherTypes.includes(type))) return true;
  if (types.some((type) => type !== "object")) return false;
  return [...requiredNames(own).keys()].some((name) => {
    const [values, otherValues] = [own, other].map((parts) => valuesOf(document, parts, name));
    return values && otherValues && !values.some((value) => otherValues.some((each) => isSame(each, value)));
  });
}

/** The branches of each choice of some parts. */
function choicesIn(parts: readonly Part[]): SchemaAt[][] {
  return CHOICES.flatMap((keyword) =>
    keywordOf(parts, keyword).map(({ value, place }) =>
      asList(value).map((schema, index) => ({ schema, pointer: pointerTo(place, index) })),
    ),
  );
}

/** The admitted types, in which `number` includes the whole ones; null, too, if `nullable` may admit it. */
function typesOf(parts: readonly Part[]): readonly string[] {
  const types = admittedTypes(parts).map((type) => (type === "integer" ? "number" : type));
  return keywordOf(parts, "nullable").length > 0 ? [...types, "null"] : types;
}

/** The values to which a property is restricted; undefined if it is not. */
function valuesOf(document: OpenApiDocument, parts: readonly Part[], name: string): readonly Json[] | undefined {
  const schemas = parts.flatMap(({ schema, pointer }): SchemaAt[] => {
    const properties = asObject(schema.properties);
    return Object.hasOwn(properties, name)
      ? [{ schema: properties[name], pointer: pointerTo(pointer, "properties", name) }]
      : [];
  });
  try {
    return fixedValues(expand(document, schemas))?.values;
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined;
    throw error;
  }
}
