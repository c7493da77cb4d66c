import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/openapi/document.js";
import { SchemaValidator } from "../../src/openapi/validator.js";

function withSchema(schema: JsonObject): SchemaValidator {
  return new SchemaValidator({ openapi: "3.1.1", components: { schemas: { It: schema } } });
}
const IT = "#/components/schemas/It";

describe("SchemaValidator", () => {
  test.each<[string, JsonObject, unknown, string[]]>([
    [
      "a UUID with a URN prefix is not a UUID",
      { format: "uuid" },
      "urn:uuid:8be0d7c4-1f63-4a92-9e5b-27c4f08a6d3e",
      ["/format"],
    ],
    ["an address with letters outside ASCII is valid", { format: "idn-email" }, "jörg@exämple.com", []],
    ["text without an @ is not an address", { format: "idn-email" }, "jo.example.com", ["/format"]],
    ["a day that does not exist is not a date-time", { format: "date-time" }, "2026-02-30T00:00:00.000Z", ["/format"]],
    [
      "prefixItems is validated (2020-12)",
      { prefixItems: [{ type: "number" }], items: false },
      ["x"],
      ["/prefixItems/0/type"],
    ],
    ["dependentRequired is validated (2020-12)", { dependentRequired: { a: ["b"] } }, { a: 1 }, ["/dependentRequired"]],
    ["an unknown format and an unknown keyword are ignored", { format: "unknown", "x-own": 1 }, "y", []],
    [
      "a failed choice is explained by the intended branch",
      {
        oneOf: [
          { properties: { kind: { const: "a" }, size: { type: "number" } } },
          { properties: { kind: { const: "b" }, size: { type: "null" } } },
        ],
      },
      { kind: "a", size: "x" },
      ["/oneOf/0/properties/size/type"],
    ],
    [
      "a choice is reported as a whole if no branch is intended",
      { oneOf: [{ const: 1 }, { const: 2 }] },
      3,
      ["/oneOf"],
    ],
    [
      "the error of `then` is reported, and the one of `if` is not",
      { if: { type: "object" }, then: { required: ["a"] } },
      {},
      ["/then/required"],
    ],
  ])("%s", (_, schema, value, keywords) => {
    expect(
      withSchema(schema)
        .errors(IT, value)
        .map(({ keyword }) => keyword),
    ).toEqual(keywords.map((each) => IT + each));
  });

  test("reports the place in the value and the place in the document, through references", () => {
    const validator = new SchemaValidator({
      openapi: "3.1.1",
      components: {
        schemas: { It: { properties: { "a/b": { $ref: "#/components/schemas/Day" } } }, Day: { type: "string" } },
      },
    });
    expect(validator.errors(IT, { "a/b": 1 })).toEqual([
      { at: "/a~1b", keyword: "#/components/schemas/Day/type", message: "must be string", wanted: "string" },
    ]);
  });
});
