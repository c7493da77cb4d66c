import ts from "typescript";
import { expect, expectTypeOf, test } from "vitest";
import { closedSets } from "#generate/client/closed-sets.js";
import { suppressionOrigins } from "#generated/client.js";
import type { SuppressionOrigin } from "#generated/schema.js";
import type { Json } from "#openapi/document/document.js";

function declared(schemas: Record<string, Json>): string {
  return closedSets({ openapi: "3.1.1", info: { title: "T", version: "1" }, components: { schemas } });
}

test("the values of a closed set have the type of its schema, and all of its values", () => {
  expect(suppressionOrigins).toEqual(["bounce", "complaint", "manual"]);
  expectTypeOf<(typeof suppressionOrigins)[number]>().toEqualTypeOf<SuppressionOrigin>();
});

test.each<[string, string, Json, string]>([
  ["a schema", "SuppressionOrigin", { enum: ["a", "b"] }, 'suppressionOrigins = ["a", "b"] as const;'],
  ["a property", "Pet", { properties: { status: { enum: ["sold"] } } }, 'petStatuses = ["sold"] as const;'],
  ["a noun that ends in y", "Currency", { enum: ["EUR"] }, "currencies = "],
  ["a plural", "Colors", { enum: ["red"] }, "colors = "],
  ["a name that is not an identifier", "my-thing_kind", { enum: ["a"] }, "myThingKinds = "],
  ["null among the values", "Size", { enum: ["S", null] }, 'sizes = ["S"] as const;'],
  ["numbers", "Level", { enum: [1, 2] }, "levels = [1, 2] as const;"],
  [
    "numbers with names",
    "Level",
    { enum: [0, 5], "x-enum-varnames": ["Low", "Very high"] },
    'levels = { Low: 0, "Very high": 5 } as const;',
  ],
  [
    "numbers with names of NSwag",
    "Level",
    { enum: [0, 5], "x-enumNames": ["Low", "High"] },
    "levels = { Low: 0, High: 5 } as const;",
  ],
  ["numbers with too few names", "Level", { enum: [0, 5], "x-enumNames": ["Low"] }, "levels = [0, 5] as const;"],
  ["texts with names", "Tone", { enum: ["a"], "x-enum-varnames": ["A"] }, 'tones = ["a"] as const;'],
  ["quotes and line breaks in a value", "Mark", { enum: ['"\n'] }, 'marks = ["\\"\\n"] as const;'],
])("a closed set has a constant: %s", (_, name, schema, want) => {
  const code = declared({ [name]: schema });
  expect(code).toContain(`export const ${want}`);
  expect(ts.transpileModule(code, { reportDiagnostics: true }).diagnostics).toEqual([]);
});

test.each<[string, string, Json]>([
  ["a set of texts and numbers", "Level", { enum: ["one", 2] }],
  ["an open set", "Status", { "x-extensible-enum": ["completed"] }],
  ["one branch of a schema", "Suppression", { oneOf: [{ properties: { origin: { enum: ["a"] } } }] }],
  ["a name that is reserved", "Extend", { enum: ["a"] }],
  ["no letters", "*", { enum: ["a"] }],
])("a constant is not declared for %s", (_, name, schema) => {
  expect(declared({ [name]: schema })).toBe("");
});

test("if two sets have one name, the set of the schema has the constant", () => {
  const schemas = {
    Pet: { properties: { status: { enum: ["inline"] } } },
    PetStatus: { enum: ["named"] },
    petStatus: { enum: ["later"] },
  };
  expect(declared(schemas).match(/petStatuses = .*/g)).toEqual(['petStatuses = ["named"] as const;']);
});
