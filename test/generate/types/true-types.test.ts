import { expect, test } from "vitest";
import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { fc } from "#test/property.js";
import { exhaustive, isRelease } from "#test/sample.js";
import { createValues } from "#values/values.js";
import { assignable, type TypedValue, typeAt } from "./assignable.js";
import { typeMutants } from "./mutants.js";
import { NAMED, typedSchema } from "./typed-schema.js";

/** The number of random schemas. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? (isRelease ? 10_000 : exhaustive ? 600 : 100));

/** Schemas that are compiled together: to start a compiler takes longer than to use it. */
const BATCH = 100;

/** The values of each component, and those that only differ by a type. */
function valuesOf(
  document: OpenApiDocument,
  components: readonly string[],
): { valid: TypedValue[]; mutants: TypedValue[] } {
  const valid: TypedValue[] = [];
  const mutants: TypedValue[] = [];
  for (const [index, component] of components.entries()) {
    const schemaPointer = pointerTo("#/components/schemas", component);
    const type = typeAt("components", ["schemas", component]);
    for (const optional of ["all", "none", "random"] as const) {
      const made = createValues(document, { seed: index + 1 }).value({ schemaPointer }, { optional });
      if (!("value" in made)) continue;
      valid.push({ type, value: made.value });
      mutants.push(...typeMutants(document, schemaPointer, made.value).map((value) => ({ type, value })));
    }
  }
  return { valid, mutants };
}

const shown = (schemas: Readonly<Record<string, Json>>, { type, value }: TypedValue) =>
  `${JSON.stringify(value)} of ${JSON.stringify(schemas[/S\d+/.exec(type)?.[0] ?? ""])}`;

test("the types admit each value of a schema, and none that the validator rejects by its type", () => {
  let tried = 0;
  let rejected = 0;
  fc.assert(
    fc.property(fc.array(typedSchema, { minLength: BATCH, maxLength: BATCH }), (list) => {
      const schemas = Object.fromEntries(list.map((schema, index) => [`S${index}`, inOwn(schema, `S${index}`)]));
      const document: OpenApiDocument = {
        openapi: "3.1.0",
        info: { title: "T", version: "1" },
        paths: {},
        components: { schemas: { ...schemas, Named: NAMED } },
      };
      const { valid, mutants } = valuesOf(document, Object.keys(schemas));
      const results = assignable(document, [...valid, ...mutants]);
      tried += valid.length;
      rejected += mutants.length;
      const wrong = results.flatMap((isAssignable, index) => {
        const value = [...valid, ...mutants][index];
        return value === undefined || isAssignable === index < valid.length
          ? []
          : [`${isAssignable ? "admitted" : "rejected"}: ${shown(schemas, value)}`];
      });
      expect(wrong).toEqual([]);
    }),
    { numRuns: Math.ceil(RUNS / BATCH), endOnFailure: true },
  );
  expect(tried).toBeGreaterThan(RUNS);
  expect(rejected).toBeGreaterThan(RUNS);
}, 1_800_000);

/** A schema that refers to its own component. */
function inOwn(schema: Json, name: string): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/Root", `#/components/schemas/${name}`));
}
