import { expect, test } from "vitest";
import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { unshownFields } from "#openapi/examples/unshown-fields.js";

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
  [
    "a field that no example has is reported once",
    { a: { type: "string" } },
    [{}],
    {},
    [`${ITEM}/a listItems a: text`],
  ],
  ["an empty list shows no items", { a: { type: "string" } }, [], { a: "x" }, []],
  ["the value is the first of the enum", { a: { enum: ["new", "old"] } }, [{}], {}, [`${ITEM}/a listItems a: new`]],
  ["the value is the schema's example", { a: { examples: ["2 x"] } }, [{}], {}, [`${ITEM}/a listItems a: "2 x"`]],
  [
    "the fields of an object that no example has are not reported beside it",
    { a: { type: "object", properties: { b: { type: "string" } } } },
    [{}],
    {},
    [`${ITEM}/a listItems a: {}`],
  ],
])("%s", (_, item, list, single, want) => {
  const found = unshownFields(documentWith(item, list, single));
  expect(found.map(({ pointer, operation, line }) => `${pointer} ${operation} ${line}`)).toEqual(want);
});
