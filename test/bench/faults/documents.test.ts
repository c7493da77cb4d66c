import { expect, test } from "vitest";
import { accessTo } from "./access.js";
import { withValues } from "./documents.js";

const operation = (parameter: object) => ({
  paths: {
    "/things/{id}": { get: { operationId: "retrieve", parameters: [{ name: "id", in: "path", ...parameter }] } },
  },
});

test.each([
  ["the only example", {}, { "*": "t1" }, { example: "t1" }],
  ["an example with another value", { example: "t0" }, { "*": "t1" }, { example: "t1" }],
  ["the first of the values that a run may consume", {}, { one: ["t5", "t6"] }, { example: "t5" }],
  [
    "every named example",
    { examples: { one: { value: "t0" } } },
    { one: "t1" },
    { examples: { one: { value: "t1" } } },
  ],
])("a value of the target becomes %s", (_, parameter, values, expected) => {
  expect(withValues(operation(parameter), { retrieve: { id: values } })).toEqual(operation(expected));
});

test("a parameter without a value keeps its example", () => {
  expect(withValues(operation({ example: "t0" }), { other: { id: { "*": "t1" } } })).toEqual(
    operation({ example: "t0" }),
  );
});

test.each([
  [{ type: "http", scheme: "bearer" }, "k", "Authorization: Bearer k"],
  [{ type: "http", scheme: "basic" }, "a:b", "Authorization: Basic YTpi"],
  [{ type: "apiKey", in: "header", name: "X-Key" }, "k", "X-Key: k"],
])("the key of %j is sent as the scheme says", (scheme, key, headerLine) => {
  const document = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    components: { securitySchemes: { Key: scheme } },
  };
  expect(accessTo({ document, key })).toMatchObject({ scheme: "Key", headerLine });
});
