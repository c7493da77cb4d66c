import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { SchemaValidator } from "#openapi/validator/validator.js";
import { createValues } from "#values/values.js";

const ROOT = { schemaPointer: "#/components/schemas/Root" };

const tagged = (kind: string, more: JsonObject = {}): JsonObject => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { enum: [kind] }, ...more },
});
const CAT = { ...tagged("cat"), allOf: [{ properties: { lives: { type: "integer", maximum: 9 } } }] };

test.each<[isCertain: boolean, title: string, schema: Json]>([
  [
    true,
    "usual keywords",
    { type: "object", properties: { id: { type: "string", format: "uuid" }, n: { minimum: 3 } } },
  ],
  [true, "a simple default", { type: "array", items: { type: "integer", default: 4 } }],
  [true, "a branch of anyOf", { anyOf: [{ type: "string" }, { maxLength: 2 }] }],
  [true, "branches with tags of their own", { oneOf: [CAT, tagged("dog")], discriminator: { propertyName: "kind" } }],
  [true, "branches of other types", { oneOf: [{ type: "integer" }, { type: ["string", "null"] }] }],
  [true, "branches in branches", { oneOf: [CAT, { oneOf: [tagged("dog"), tagged("fox")] }] }],
  [false, "branches that overlap", { oneOf: [{ type: "object" }, tagged("dog")] }],
  [false, "a number of two branches", { oneOf: [{ type: "integer" }, { type: "number" }] }],
  [false, "null of two branches", { oneOf: [{ type: "null" }, { type: "string", nullable: true }] }],
  [false, "a default beside branches", { oneOf: [{ type: "string" }, { type: "array" }], default: "x" }],
  [false, "an example with a format", { type: "string", format: "date", example: "tomorrow" }],
  [
    false,
    "an example that is an object",
    { type: "object", properties: { a: { type: "integer" } }, example: { a: "x" } },
  ],
  [false, "a format with a pattern", { type: "string", format: "email", pattern: "@example" }],
  [false, "a keyword that is not followed", { type: "array", uniqueItems: true }],
  [false, "a negation", { type: "string", not: { maxLength: 3 } }],
  [false, "a schema that is itself", { $ref: ROOT.schemaPointer }],
])("surely valid: %s, for %s", (isCertain, _, schema) => {
  const document = { openapi: "3.1.0", paths: {}, components: { schemas: { Root: schema } } };
  for (let seed = 1; seed <= 20; seed += 1) {
    const presence = seed % 2 === 0 ? "random" : "all";
    const made = createValues(document, { seed }).make(
      ROOT,
      { unchecked: true },
      { presence, isDocumented: true, isComposed: false },
    );
    if ("reason" in made) throw new Error(made.reason);
    if (!isCertain) {
      expect(made.attempt.isCertain).toBe(false);
      continue;
    }
    expect(made.attempt.isCertain).toBe(true);
    expect(new SchemaValidator(document).errors(ROOT.schemaPointer, made.value)).toEqual([]);
  }
});
