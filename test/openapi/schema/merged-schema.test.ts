import { expect, test } from "vitest";
import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { mergedSchema, placeOfKeyword } from "#openapi/schema/merged-schema.js";

const SCHEMAS: JsonObject = {
  Order: { type: "string", enum: ["asc", "desc"] },
  Optional: { anyOf: [{ $ref: "#/components/schemas/Order" }, { type: "null" }] },
  Nothing: { type: "null" },
  Circle: { anyOf: [{ $ref: "#/components/schemas/Circle" }, { type: "string" }] },
  Ring: { allOf: [{ $ref: "#/components/schemas/Ring" }], type: "integer" },
};
const DOCUMENT: OpenApiDocument = {
  openapi: "3.1.0",
  info: { title: "Small", version: "1" },
  paths: {},
  components: { schemas: SCHEMAS },
};
const ORDER = { $ref: "#/components/schemas/Order" };

test.each<[title: string, schema: Json | undefined, merged: JsonObject]>([
  [
    "an optional integer",
    { anyOf: [{ type: "integer", maximum: 9 }, { type: "null" }] },
    { type: "integer", maximum: 9 },
  ],
  ["a choice in the other keyword", { oneOf: [{ type: "null" }, { type: "boolean" }] }, { type: "boolean" }],
  ["null as a constant", { anyOf: [{ type: "string" }, { const: null }] }, { type: "string" }],
  ["null as the only member", { anyOf: [{ type: "string" }, { enum: [null] }] }, { type: "string" }],
  [
    "null behind a reference",
    { anyOf: [ORDER, { $ref: "#/components/schemas/Nothing" }] },
    SCHEMAS.Order as JsonObject,
  ],
  ["a list of types with null", { type: ["integer", "null"] }, { type: "integer" }],
  ["several types", { type: ["integer", "string", "null"] }, { type: ["integer", "string"] }],
  ["null alone", { type: "null" }, { type: "null" }],
  ["null among the members", { type: "string", enum: ["a", null] }, { type: "string", enum: ["a"] }],
  ["keywords beside a reference", { ...ORDER, default: "asc" }, { ...(SCHEMAS.Order as JsonObject), default: "asc" }],
  [
    "a default beside `allOf`",
    { allOf: [ORDER], default: "asc" },
    { ...(SCHEMAS.Order as JsonObject), default: "asc" },
  ],
  ["a choice behind references", { $ref: "#/components/schemas/Optional" }, SCHEMAS.Order as JsonObject],
  [
    "the properties of all parts",
    { allOf: [{ properties: { a: {} } }, { properties: { b: true } }], type: "object" },
    { type: "object", properties: { a: {}, b: true } },
  ],
  [
    "an optional list",
    { anyOf: [{ type: "array", items: ORDER }, { type: "null" }], title: "Orders" },
    { type: "array", items: ORDER, title: "Orders" },
  ],
  [
    "the nearest of several keywords",
    { anyOf: [{ type: "string", description: "far" }, { type: "null" }], description: "near" },
    { type: "string", description: "near" },
  ],
  [
    "choices of one type",
    { anyOf: [{ type: "string", format: "date" }, ORDER, { type: "null" }] },
    { type: "string", anyOf: [{ type: "string", format: "date" }, ORDER, { type: "null" }] },
  ],
  [
    "choices of several types",
    { anyOf: [{ type: "string" }, { type: "integer" }] },
    { anyOf: [{ type: "string" }, { type: "integer" }] },
  ],
  ["a schema that refers to itself", { $ref: "#/components/schemas/Ring" }, { type: "integer" }],
  ["a boolean schema", true, {}],
  ["no schema", undefined, {}],
])("%s is merged", (_, schema, merged) => {
  expect(mergedSchema(DOCUMENT, schema)).toEqual(merged);
});

test("a choice that leads back to its schema ends", () => {
  expect(mergedSchema(DOCUMENT, { $ref: "#/components/schemas/Circle" })).toHaveProperty("anyOf");
});

test.each<[schema: JsonObject, place: string]>([
  [{ maximum: 9 }, "#/at/maximum"],
  [{ anyOf: [{ type: "null" }, { maximum: 9 }] }, "#/at/anyOf/1/maximum"],
  [{ allOf: [{}, { anyOf: [{ maximum: 9 }, { type: "null" }] }] }, "#/at/allOf/1/anyOf/0/maximum"],
  [{}, "#/at/maximum"],
])("the maximum of %j is at %s", (schema, place) => {
  expect(placeOfKeyword(DOCUMENT, schema, "#/at", "maximum")).toBe(place);
});

test("a keyword behind a reference is at its component", () => {
  expect(placeOfKeyword(DOCUMENT, { anyOf: [ORDER, { type: "null" }] }, "#/at", "enum")).toBe(
    "#/components/schemas/Order/enum",
  );
});
