import { expect, test } from "vitest";
import { precisionWarning } from "#generate/precision-warning.js";
import type { JsonObject } from "#openapi/document/document.js";

const documentOf = (...schemas: JsonObject[]) => ({
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: {},
  components: { schemas: Object.fromEntries(schemas.map((schema, index) => [`S${index}`, schema])) },
});

test.each<[string, JsonObject[], string | undefined]>([
  ["one number", [{ type: "integer", format: "int64" }], "1 schema is a number of the format int64."],
  [
    "a field that may be null, and a list",
    [
      { type: "object", properties: { id: { type: ["integer", "null"], format: "int64" } } },
      { type: "array", items: { type: "integer", format: "int64", minimum: 0 } },
    ],
    "2 schemas are numbers of the format int64.",
  ],
  ["a text", [{ type: "string", format: "int64" }], undefined],
  ["a number of 32 bits", [{ type: "integer", format: "int32" }], undefined],
  ["bounds that a number can have", [{ type: "integer", format: "int64", minimum: 0, maximum: 1000 }], undefined],
])("numbers that JavaScript may round are one warning: %s", (_, schemas, want) => {
  const warnings = precisionWarning(documentOf(...schemas), {});
  expect(warnings.map((warning) => warning.startsWith(want ?? "none"))).toEqual(want === undefined ? [] : [true]);
});

test("a chosen type of such numbers needs no warning", () => {
  const document = documentOf({ type: "integer", format: "int64" });
  expect(precisionWarning(document, { int64: "number" })).toEqual([]);
});
