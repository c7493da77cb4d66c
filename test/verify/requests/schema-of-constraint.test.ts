import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { schemaOfConstraint } from "#verify/requests/rejections/schema-of-constraint.js";

test.each<[title: string, values: Json[], like: Json | undefined, want: Json[]]>([
  ["numbers, for a whole number", ["1", "2"], 7, [1, 2]],
  ["numbers, for a fraction", ["0.5", "2"], 1.5, [0.5, 2]],
  ["flags, for a flag", ["true", "False"], true, [true, false]],
  ["texts, for a text", ["1", "2"], "x", ["1", "2"]],
  ["texts, for a field that was not sent", ["low", "2"], undefined, ["low", "2"]],
  ["texts, where a number of so many digits would be rounded", ["12345678901234567890"], 1, ["12345678901234567890"]],
])("the values of a message are %s", (_, values, like, want) => {
  expect(schemaOfConstraint({ values }, like)).toEqual({ enum: want });
});
