import { expect, test } from "vitest";
import { isSelfContained } from "#openapi/bundle/self-contained.js";
import type { JsonObject } from "#openapi/document/document.js";

const schemas = (It: JsonObject): JsonObject => ({ openapi: "3.1.1", components: { schemas: { It } } });

test.each<[boolean, string, JsonObject]>([
  [true, "without references", { type: "string" }],
  [true, "that refers to itself", { properties: { next: { $ref: "#/components/schemas/It" } } }],
  [false, "that refers to another file", { $ref: "other.json#/It" }],
  [false, "that refers to a component that does not exist", { $ref: "#/components/schemas/Other" }],
  [false, "that refers to an anchor", { $ref: "#other" }],
  [true, "with a property named $ref", { properties: { $ref: { type: "string" } } }],
  [
    false,
    "with a property named $ref that refers to another file",
    { properties: { $ref: { $ref: "other.json#/It" } } },
  ],
  [false, "whose properties are those of another file", { properties: { $ref: "other.json#/properties" } }],
  [
    false,
    "with a property named properties that refers to another file",
    { properties: { properties: { $ref: "other.json" } } },
  ],
  [false, "with a reference in an example", { example: { $ref: "other.json" } }],
  [false, "whose mapping names a schema by its name", { discriminator: { mapping: { one: "It" } } }],
  [true, "whose mapping refers to itself", { discriminator: { mapping: { one: "#/components/schemas/It" } } }],
])("isSelfContained returns %s for a document %s", (want, _, schema) => {
  expect(isSelfContained(schemas(schema))).toBe(want);
});

test.each<[boolean, string, JsonObject]>([
  [true, "with a reference in its value", { value: { $ref: "other.json" } }],
  [true, "that refers to another example", { $ref: "#/components/examples/Other" }],
  [false, "in another file", { $ref: "other.json" }],
  [false, "whose value is another file", { externalValue: "other.json" }],
  [false, "with a reference beside its value", { value: {}, "x-more": { $ref: "other.json" } }],
])("isSelfContained returns %s for a document with an example %s", (want, _, One) => {
  expect(isSelfContained({ openapi: "3.1.1", components: { examples: { One, Other: { value: 1 } } } })).toBe(want);
});
