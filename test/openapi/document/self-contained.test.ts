import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { isSelfContained } from "#openapi/document/self-contained.js";

const schemas = (It: JsonObject): JsonObject => ({ openapi: "3.1.1", components: { schemas: { It } } });

test.each<[boolean, string, JsonObject]>([
  [true, "without references", { type: "string" }],
  [true, "that refers to itself", { properties: { next: { $ref: "#/components/schemas/It" } } }],
  [false, "that refers to another file", { $ref: "other.json#/It" }],
  [false, "that refers to a component that does not exist", { $ref: "#/components/schemas/Other" }],
  [false, "that refers to an anchor", { $ref: "#other" }],
  [false, "with a property named $ref", { properties: { $ref: { type: "string" } } }],
  [false, "whose mapping names a schema by its name", { discriminator: { mapping: { one: "It" } } }],
  [true, "whose mapping refers to itself", { discriminator: { mapping: { one: "#/components/schemas/It" } } }],
])("isSelfContained returns %s for a document %s", (want, _, schema) => {
  expect(isSelfContained(schemas(schema))).toBe(want);
});
