import type { OpenApiDocument } from "#openapi/document/document.js";
import { assignable, type TypedValue } from "#test/generate/types/assignable.js";
import { typeMutants } from "#test/generate/types/mutants.js";
import { createValues } from "#values/values.js";
import { typedPlaces } from "./typed-places.js";

/** Whether the types of a document admit the values of its schemas, and reject those that the validator rejects by their type. */
export interface TypeCounts {
  schemas: number;
  values: number;
  mutants: number;
  wrong: string[];
}

/** Values with more characters have no mutants: each would be validated. */
const LARGE = 2_000;

/** How many mutants of a schema are tried. */
const MUTANTS = 20;

/** Tries values of each schema of a document with TypeScript as a library. */
export function checkTypes(document: OpenApiDocument): TypeCounts {
  const places = typedPlaces(document);
  const valid: TypedValue[] = [];
  const mutants: TypedValue[] = [];
  for (const { schemaPointer, type, direction } of places) {
    for (const optional of ["all", "none"] as const) {
      const made = createValues(document, { seed: 1 }).value({ schemaPointer }, { optional, direction });
      if (!("value" in made)) continue;
      valid.push({ type, value: made.value });
      if (JSON.stringify(made.value).length > LARGE || optional === "none") continue;
      const others = typeMutants(document, schemaPointer, made.value).slice(0, MUTANTS);
      mutants.push(...others.map((value) => ({ type, value })));
    }
  }
  const results = assignable(document, [...valid, ...mutants]);
  const wrong = valid.filter((_, index) => results[index] === false);
  const admitted = mutants.filter((_, index) => results[valid.length + index] === true);
  const shown = ({ type, value }: TypedValue) => `${type}: ${JSON.stringify(value).slice(0, 200)}`;
  return {
    ...{ schemas: places.length, values: valid.length, mutants: mutants.length },
    wrong: [
      ...wrong.map((value) => `the type rejects a valid value of ${shown(value)}`),
      ...admitted.map((value) => `the type admits a wrong value of ${shown(value)}`),
    ],
  };
}
