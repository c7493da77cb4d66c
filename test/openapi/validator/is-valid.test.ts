import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { SchemaValidator } from "#openapi/validator/validator.js";

const NODE: JsonObject = {
  oneOf: ["leaf", "pair", "list"].map((kind) => ({
    type: "object",
    required: ["kind"],
    properties: {
      kind: { const: kind },
      size: { type: "integer" },
      parts: { type: "array", items: { $ref: "#/components/schemas/Node" } },
    },
  })),
};
const document = { openapi: "3.1.1", components: { schemas: { Node: NODE, Bad: { pattern: "(" } } } };
const PLACE = "#/components/schemas/Node";

/** A node in others. */
const nested = (levels: number, inner: JsonObject): JsonObject =>
  levels === 0 ? inner : { kind: "list", parts: [nested(levels - 1, inner)] };

test.each<[string, Json]>([
  ["a valid value", { kind: "leaf", size: 1 }],
  ["a valid value in others", nested(5, { kind: "pair", size: 2 })],
  ["an invalid value", { kind: "leaf", size: "x" }],
  ["an invalid value in others", nested(5, { kind: "other" })],
  ["a value of another type", [1]],
  [
    "a value with more parts than are validated without a limit",
    { kind: "list", parts: Array(3000).fill({ kind: "leaf" }) },
  ],
  ["such a value with an invalid part", { kind: "list", parts: [...Array(3000).fill({ kind: "leaf" }), 1] }],
])("%s is valid if it has no errors", (_, value) => {
  const validator = new SchemaValidator(document);
  expect(validator.isValid(PLACE, value)).toBe(validator.rawErrors(PLACE, value).length === 0);
});

test("a schema that cannot be used is an error in both ways", () => {
  const validator = new SchemaValidator(document);
  const place = "#/components/schemas/Bad";
  const messageOf = (run: () => unknown) => {
    try {
      return String(run());
    } catch (error) {
      return String(error);
    }
  };
  const message = messageOf(() => validator.rawErrors(place, "x"));
  expect(message).toContain("is not a regular expression");
  expect(messageOf(() => validator.isValid(place, "x"))).toBe(message);
});
