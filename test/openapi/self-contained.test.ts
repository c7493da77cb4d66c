import { expect, test } from "vitest";
import type { JsonObject } from "../../src/openapi/document.js";
import { isSelfContained } from "../../src/openapi/self-contained.js";

const schemas = (It: JsonObject): JsonObject => ({ openapi: "3.1.1", components: { schemas: { It } } });

test.each<[string, JsonObject, boolean]>([
  ["without references", { type: "string" }, true],
  ["that refers to itself", { properties: { next: { $ref: "#/components/schemas/It" } } }, true],
  ["that refers to another file", { $ref: "other.json#/It" }, false],
  ["that refers to where nothing stands", { $ref: "#/components/schemas/Other" }, false],
  ["that refers to an anchor", { $ref: "#other" }, false],
  ["with a property of the name $ref", { properties: { $ref: { type: "string" } } }, false],
  ["whose mapping names a schema by its name", { discriminator: { mapping: { one: "It" } } }, false],
  ["whose mapping refers to itself", { discriminator: { mapping: { one: "#/components/schemas/It" } } }, true],
])("whether a document %s is self-contained", (_, schema, wanted) => {
  expect(isSelfContained(schemas(schema))).toBe(wanted);
});
