import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { createValues } from "#values/values.js";
import { boundaryValues } from "./boundary-values.js";

const ROOT = { schemaPointer: "#/components/schemas/Root" };

function boundariesOf(schema: Json) {
  const document = { openapi: "3.1.0", paths: {}, components: { schemas: { Root: schema } } };
  return boundaryValues(createValues(document), ROOT, "request");
}

test.each<[schema: Json, want: [label: string, value: Json][]]>([
  [
    { type: "integer", minimum: 1, maximum: 100 },
    [
      ["minimum 1", 1],
      ["just inside minimum 1", 2],
      ["maximum 100", 100],
      ["just inside maximum 100", 99],
    ],
  ],
  [
    { type: "number", exclusiveMinimum: 0, maximum: 1, multipleOf: 0.25 },
    [
      ["exclusiveMinimum 0", 0.25],
      ["just inside exclusiveMinimum 0", 0.5],
      ["maximum 1", 1],
      ["just inside maximum 1", 0.75],
    ],
  ],
  [
    { type: "number", format: "int32", minimum: 0.5, maximum: 9.5 },
    [
      ["minimum 0.5", 1],
      ["just inside minimum 0.5", 2],
      ["maximum 9.5", 9],
      ["just inside maximum 9.5", 8],
    ],
  ],
  [
    { enum: ["a", "b"] },
    [
      ['"a"', "a"],
      ['"b"', "b"],
    ],
  ],
  [
    { type: ["boolean", "null"] },
    [
      ["true", true],
      ["false", false],
      ["null", null],
    ],
  ],
  [
    { type: "array", items: { const: 1 }, maxItems: 3 },
    [
      ["with 0 items", []],
      ["with 1 item", [1]],
      ["with 3 items", [1, 1, 1]],
    ],
  ],
])("the boundary values of %j are listed with labels", (schema, want) => {
  const listed = boundariesOf(schema).map(({ label, value }) => [label, value]);
  expect(listed).toEqual(expect.arrayContaining(want));
});

test.each([
  { type: "string", minLength: 1, maxLength: 30 },
  { type: "integer", minimum: 1, maximum: 99 },
  { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 3 } } },
])("a list of different items has as many as it may: %j", (items) => {
  const listed = boundariesOf({ type: "array", uniqueItems: true, maxItems: 10, items });
  const most = listed.find(({ label }) => label === "with 10 items")?.value;
  expect(new Set(Array.isArray(most) ? most.map((item) => JSON.stringify(item)) : [])).toHaveLength(10);
});

test("a list of different items is not listed with more of them than there are", () => {
  const labels = boundariesOf({
    type: "array",
    uniqueItems: true,
    maxItems: 10,
    items: { enum: ["a", "b"] },
  }).map(({ label }) => label);
  expect(labels).not.toContain("with 10 items");
});

test("texts have the lengths 0, 1 and maximum, and characters beyond ASCII", () => {
  const listed = boundariesOf({ type: "string", maxLength: 64 });
  const lengths = listed.map(({ value }) => [...String(value)].length);
  expect(lengths).toEqual(expect.arrayContaining([0, 1, 63, 64]));
  expect(listed.find(({ label }) => label === "not ASCII")?.value).toMatch(/[^\0-\x7f]/);
  expect(listed.find(({ label }) => label === "maxLength 64")?.place).toBe(`${ROOT.schemaPointer}/maxLength`);
});

test("each optional property of a body is present and absent, and required ones are always present", () => {
  const listed = boundariesOf({
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer", minimum: 1 }, name: { type: "string" }, tag: { enum: ["x", "y"] } },
  });
  const names = listed.map(({ value }) =>
    Object.keys(value ?? {})
      .sort()
      .join(),
  );
  expect(new Set(names)).toEqual(new Set(["id,name,tag", "id,name", "id,tag"]));
  expect(listed.map(({ label }) => label)).toEqual(expect.arrayContaining(["without name", "id minimum 1", 'tag "y"']));
});

test("a part with an example or a default has all its boundary values", () => {
  const properties = {
    size: { type: "integer", minimum: 1, maximum: 9, default: 5 },
    name: { type: "string", maxLength: 4, example: "Kim" },
  };
  const labels = boundariesOf({ type: "object", required: ["size", "name"], properties }).map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining(["size minimum 1", "size maximum 9", "name empty", "name maxLength 4"]),
  );
});
