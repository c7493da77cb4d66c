import { expect, test } from "vitest";
import { processorTime } from "#openapi/patterns/within-time.js";
import { fieldsOf, partsOf } from "#openapi/schema/fields.js";

const DOCUMENT = {
  openapi: "3.1.1",
  components: {
    schemas: {
      Page: {
        type: "object",
        properties: {
          data: { type: "array", items: { $ref: "#/components/schemas/Node" } },
          kind: { enum: ["page", null] },
          pair: { prefixItems: [{ type: "object", properties: { left: true } }] },
        },
      },
      Node: {
        allOf: [{ properties: { "a/b": { type: "string" } } }],
        oneOf: [
          { properties: { leaf: { const: 1 } } },
          { properties: { child: { $ref: "#/components/schemas/Node" } } },
        ],
        additionalProperties: { type: "object", properties: { hidden: {} } },
      },
    },
  },
};

test("the fields of a schema are those of its references, applicators and items; one that contains itself is followed once", () => {
  expect(fieldsOf(DOCUMENT, "#/components/schemas/Page").map(({ at }) => at)).toEqual([
    ...["", "/data", "/data/*", "/data/*/a~1b", "/data/*/leaf", "/data/*/child", "/kind", "/pair", "/pair/*"],
  ]);
});

test("a field has the members of its enum", () => {
  const kind = fieldsOf(DOCUMENT, "#/components/schemas/Page").find(({ at }) => at === "/kind");
  expect(kind?.members).toEqual(["page", null]);
});

test("the parts of a value have the places of the fields, and their plain values", () => {
  const parts = partsOf({ data: [{ "a/b": "x" }, { "a/b": "y", leaf: 1 }], kind: null });
  expect([...parts].map(([at, values]) => [at, [...values]])).toEqual([
    ["", []],
    ["/data", []],
    ["/data/*", []],
    ["/data/*/a~1b", ["x", "y"]],
    ["/data/*/leaf", [1]],
    ["/kind", [null]],
  ]);
});

test("of a large value, the first parts are read", () => {
  const begun = processorTime();
  const parts = partsOf(Array.from({ length: 1_000_000 }, (_, index) => index));
  expect(parts.get("/*")?.size).toBeLessThan(5000);
  expect(processorTime() - begun).toBeLessThan(1000);
});
