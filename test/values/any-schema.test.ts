import { expect, test } from "vitest";
import { SchemaValidator } from "#openapi/validator/validator.js";
import { fc } from "#test/property.js";
import { exhaustive } from "#test/sample.js";
import { createValues } from "#values/values.js";
import { anySchema } from "./any-schema.js";
import { boundaryValues } from "./boundary-values.js";

/** The number of random schemas that the first test tries. A release tries others each time. PROPERTY_RUNS=1000 tries more. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? (exhaustive ? 60 : 20));

const ROOT = { schemaPointer: "#/components/schemas/Root" };
const documentWith = (schema: unknown) => ({
  openapi: "3.1.0",
  paths: {},
  components: { schemas: { Root: schema as never } },
});

test("for any schema a valid value is made, or the schema is reported, in time", () => {
  let satisfied = 0;
  fc.assert(
    fc.property(anySchema, fc.nat(), fc.constantFrom("all", "none", "random"), (schema, seed, optional) => {
      const document = documentWith(schema);
      const result = createValues(document, { seed }).value(ROOT, { optional });
      if (!("value" in result)) {
        expect(result.unsatisfiable.reason).not.toBe("");
        return;
      }
      satisfied += 1;
      expect(new SchemaValidator(document).errors(ROOT.schemaPointer, result.value)).toEqual([]);
      // The value is JSON.
      expect(JSON.parse(JSON.stringify(result.value))).toEqual(result.value);
    }),
    { numRuns: RUNS },
  );
  expect(satisfied).toBeGreaterThan(RUNS * 0.6);
});

test("for any schema all boundary values are valid and different", () => {
  fc.assert(
    fc.property(anySchema, (schema) => {
      const document = documentWith(schema);
      const validator = new SchemaValidator(document);
      const listed = boundaryValues(createValues(document), ROOT);
      for (const { value } of listed) expect(validator.errors(ROOT.schemaPointer, value)).toEqual([]);
      expect(new Set(listed.map(({ value }) => JSON.stringify(value))).size).toBe(listed.length);
    }),
    { numRuns: Math.ceil(RUNS / 3) },
  );
});
