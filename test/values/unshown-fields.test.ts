import { parseYaml } from "@redocly/openapi-core";
import { expect, test } from "vitest";

import { asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { validatorOf } from "#openapi/validator/validator.js";
import { unshownFields } from "#values/unshown-fields.js";

const ITEM = "#/components/schemas/Item/properties";

/** A document with a list of items and a single item, each with one example. */
function documentWith(item: Record<string, Json>, list: Json, single: Json): OpenApiDocument {
  const operation = (operationId: string, schema: Record<string, Json>, value: Json) => ({
    get: {
      operationId,
      responses: {
        200: { description: "Done.", content: { "application/json": { schema, examples: { one: { value } } } } },
      },
    },
  });
  const $ref = "#/components/schemas/Item";
  return {
    openapi: "3.1.1",
    info: { title: "Items", version: "1" },
    paths: {
      "/items": operation("listItems", { type: "array", items: { $ref } }, list),
      "/items/one": operation("getItem", { $ref }, single),
    },
    components: { schemas: { Item: { type: "object", properties: item } } },
  };
}

test.each<[string, Record<string, Json>, Json, Json, string[]]>([
  ["a field that one example has is shown", { a: { type: "string" } }, [{ a: "x" }], {}, []],
  ["a field that no example has is reported once", { a: { const: true } }, [{}], {}, [`${ITEM}/a listItems a: true`]],
  ["an empty list shows no items", { a: { type: "string" } }, [], { a: "x" }, []],
  ["the value is the first of the enum", { a: { enum: ["new", "old"] } }, [{}], {}, [`${ITEM}/a listItems a: new`]],
  ["the value is the schema's example", { a: { examples: ["2 x"] } }, [{}], {}, [`${ITEM}/a listItems a: "2 x"`]],
  [
    "the fields of an object that no example has are not reported beside it",
    { a: { type: "object", properties: { b: { const: 1 } } } },
    [{}],
    {},
    [`${ITEM}/a listItems a: {"b":1}`],
  ],
])("%s", (_, item, list, single, want) => {
  const found = unshownFields(documentWith(item, list, single));
  expect(found.map(({ pointer, operation, line }) => `${pointer} ${operation} ${line}`)).toEqual(want);
});

const SCHEMAS: [name: string, schema: Record<string, Json>][] = [
  ["a moment, or null", { type: ["string", "null"], format: "date-time" }],
  ["a text with a pattern", { type: "string", pattern: "^[A-Z]{3}-\\d{4}$" }],
  ["a number between bounds", { type: "integer", minimum: 10, maximum: 12 }],
  ["a list with an item", { type: "array", minItems: 1, items: { type: "string", format: "uuid" } }],
  ["an object with required members", { type: "object", required: ["b"], properties: { b: { type: "string" } } }],
  ["a schema without a type", { anyOf: [{ type: "string", minLength: 3 }, { type: "null" }] }],
];

test.each(SCHEMAS)("the value for %s is valid by its schema", (_, a) => {
  const document = documentWith({ a }, [{}], {});
  const [{ line = "" } = {}] = unshownFields(document);
  expect(validatorOf(document).errors(`${ITEM}/a`, asObject(parseYaml(line)).a)).toEqual([]);
});
