import type { AnySchemaObject } from "ajv";
import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { isObject } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import { validatorOf } from "#openapi/validator/validator.js";

/** A value of each type. */
const OTHERS: readonly Json[] = ["text", 7, true, null, { other: 1 }, ["item"]];

/** Keywords whose conditions TypeScript cannot express: which names have a pattern, and what depends on other values. */
const CONDITIONS = [
  ...["if", "then", "else", "not", "dependentSchemas", "contains", "propertyNames", "patternProperties"],
  ...["unevaluatedProperties", "unevaluatedItems", "additionalProperties"],
];

/** The values in which one part has another type, and which the validator rejects for that alone. */
export function typeMutants(document: OpenApiDocument, schemaPointer: string, value: Json): Json[] {
  const validator = validatorOf(document);
  return placesOf(value, "").flatMap((place) =>
    OTHERS.flatMap((other) => {
      const mutant = withValue(value, place, other);
      if (mutant === undefined) return [];
      const errors = validator.rawErrors(schemaPointer, mutant);
      const isByType = errors.every(({ keyword, instancePath, parentSchema }) => {
        const words = pointerNames(validator.placeOf(parentSchema) ?? "");
        const isUnseen = !isObject(other) && isLikeOthers(parentSchema);
        return (
          keyword === "type" && instancePath === place && !isUnseen && !words.some((word) => CONDITIONS.includes(word))
        );
      });
      return errors.length > 0 && isByType ? [mutant] : [];
    }),
  );
}

/**
 * Whether a text or a list has all properties that a schema requires. If it requires none, TypeScript assigns a text to it inside of
 * an intersection. A text has a `length`, and a list has a `filter`.
 */
function isLikeOthers(schema: AnySchemaObject | undefined): boolean {
  const required: string[] = schema?.required ?? [];
  return (
    [schema?.type].flat().includes("object") &&
    required.every((name) => name in String.prototype || name in Array.prototype)
  );
}

/** The pointers to all parts of a value. */
function placesOf(value: Json, place: string): string[] {
  const members = Array.isArray(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [];
  return [
    place,
    ...members.flatMap((name) => placesOf(valueAt(value, pointerTo("", name)) ?? null, pointerTo(place, name))),
  ];
}
