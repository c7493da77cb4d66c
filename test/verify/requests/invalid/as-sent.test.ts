import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";
import { invalidRequestsOf } from "#verify/requests/invalid/invalid-requests.js";

const DEEP = { style: "deepObject", explode: true };
const TEXTS = { type: "array", items: { type: "string" } };
const NUMBERS = { type: "array", items: { type: "integer" } };
const POINT = {
  type: "object",
  required: ["x"],
  properties: { x: { type: "integer" }, name: { type: "string", maxLength: 3 } },
};

/** The violations of an operation with one optional part. */
function violationsOf(parts: JsonObject): string[] {
  const contract = new Contract(documentOf({ "/things": { post: { ...parts, responses: {} } } }));
  return contract.operations.flatMap((operation) => invalidRequestsOf(contract, operation).map(({ what }) => what));
}

function ofField(schema: JsonObject, encoding: JsonObject | undefined, example: JsonObject): string[] {
  const form = {
    schema: { type: "object", properties: { a: schema } },
    example,
    ...(encoding && { encoding: { a: encoding } }),
  };
  const content = { "application/x-www-form-urlencoded": form };
  return violationsOf({ requestBody: { content } }).filter((what) => what.startsWith("a form"));
}

test.each<[string, JsonObject, JsonObject | undefined, JsonObject, string[]]>([
  ["a text, because it is a list of one text", TEXTS, undefined, { a: ["x"] }, []],
  ["a text in brackets", TEXTS, DEEP, { a: ["x"] }, []],
  [
    "texts in place of numbers",
    NUMBERS,
    undefined,
    { a: [1] },
    ["a form a of the type string", "a form a[0] that is a fraction", "a form a[0] of the type string"],
  ],
  [
    "a map whose names and values are texts",
    { type: "object", propertyNames: { pattern: "^[a-z]+$" }, additionalProperties: { type: "string", maxLength: 3 } },
    DEEP,
    { a: { b: "c" } },
    [
      "a form a entry that is too long",
      "a form a with a name against its pattern",
      "a form a with a name that is empty",
    ],
  ],
  [
    "the items of a list",
    { type: "array", items: POINT },
    DEEP,
    { a: [{ x: 1, name: "b" }] },
    [
      "a form a[0] without x",
      "a form a[0] x that is a fraction",
      "a form a[0] x of the type string",
      "a form a[0] name that is too long",
    ],
  ],
  ["a list that is one text", { ...TEXTS, type: ["array", "null"] }, { explode: false }, { a: ["x", "y"] }, []],
  [
    "a name that deepObject does not write",
    POINT,
    DEEP,
    { a: { x: 1 } },
    ["a form a x that is a fraction", "a form a x of the type string", "a form a name that is too long"],
  ],
  [
    "an object as JSON",
    POINT,
    undefined,
    { a: { x: 1 } },
    [
      "a form a of the type string",
      "a form a without x",
      "a form a x that is a fraction",
      "a form a x that is null",
      "a form a x in a list",
      "a form a x of the type string",
      "a form a name that is null",
      "a form a name of the type number",
      "a form a name that is too long",
    ],
  ],
  ["a text that another alternative admits", { anyOf: [NUMBERS, { type: "string" }] }, undefined, { a: [1] }, []],
])("a form is not made invalid by a value that its reader finds valid: %s", (_, schema, encoding, example, want) => {
  expect(ofField(schema, encoding, example)).toEqual(want);
});

test("a value of another type is not sent in a form under a name that is not the one of the field", () => {
  expect(ofField(POINT, DEEP, { a: { x: 1 } })).not.toContain("a form a of the type string");
});

test("a form gets a field that its schema forbids, and too many or too few fields", () => {
  const properties = { a: { type: "string" }, b: { type: "string" } };
  const schema = { type: "object", minProperties: 2, maxProperties: 2, additionalProperties: false, properties };
  const content = { "application/x-www-form-urlencoded": { schema, example: { a: "x", b: "y" } } };
  const found = violationsOf({ requestBody: { required: true, content } });
  expect(found).toEqual(expect.arrayContaining(["a form with an undeclared field", "a form with too few fields"]));
  const open = { ...schema, additionalProperties: true };
  const ofOpen = violationsOf({ requestBody: { content: { "application/x-www-form-urlencoded": { schema: open } } } });
  expect(ofOpen).not.toContain("a form with an undeclared field");
});

test.each<[JsonObject, string[]]>([
  [{ allOf: [TEXTS] }, []],
  [{ allOf: [NUMBERS] }, ["a of the type string"]],
  [{ allOf: [{ type: "integer" }] }, ["a of the type string"]],
  [{ enum: ["s", "m"] }, ["a outside the enum"]],
  [{ type: "array", items: { enum: ["s", "m"] } }, ["a[0] outside the enum"]],
  [
    { type: "array", maxItems: 2, uniqueItems: true, items: { type: "integer", minimum: 3 } },
    ["a with too many items", "a with the same item twice", "a[0] of the type string", "a[0] below the minimum"],
  ],
  [
    { type: "object", properties: { since: { type: "integer" }, name: { type: "string" } } },
    ["a since of the type string"],
  ],
])("a parameter %j is not made invalid by a text that its reader finds valid", (schema, want) => {
  expect(violationsOf({ parameters: [{ name: "a", in: "query", schema }] })).toEqual(want);
});

test("the parts of an object in a query are made invalid, one time each", () => {
  const schema: JsonObject = {
    type: "object",
    properties: { since: { type: "integer", minimum: 0 }, until: { type: "integer" }, name: { type: "string" } },
  };
  const parameter: JsonObject = { name: "a", in: "query", style: "deepObject", explode: true, schema };
  expect(violationsOf({ parameters: [parameter] })).toEqual([
    "a since of the type string",
    "a until of the type string",
  ]);
});

test("of many parts of a body, those are made invalid first that have a constraint of their own", () => {
  const parts = Array.from({ length: 20 }, (_, index) => [`p${index}`, { type: "string", maxLength: 3 }]);
  const schema: JsonObject = {
    type: "object",
    properties: { a: { type: "object", properties: Object.fromEntries(parts) } },
  };
  const content = { "application/json": { schema, example: { a: {} } } };
  const found = violationsOf({ requestBody: { content } }).filter((what) => /^a body a p/.test(what));
  expect(found).toHaveLength(45);
  expect(new Set(found.map((what) => what.split(" ")[3])).size).toBe(20);
});
