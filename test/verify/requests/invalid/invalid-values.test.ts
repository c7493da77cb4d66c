import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { SchemaValidator } from "#openapi/validator/validator.js";
import { documentOf } from "#test/verify/small-document.js";
import { type InvalidValue, invalidValues } from "#verify/requests/invalid/invalid-values.js";

const POINTER = "#/components/schemas/Value";

const documentWith = (schema: JsonObject) => ({ ...documentOf({}), components: { schemas: { Value: schema } } });

function invalidOf(schema: JsonObject, valid?: Json, depth?: number): InvalidValue[] {
  return invalidValues(documentWith(schema), POINTER, valid, depth === undefined ? {} : { depth });
}

/** A schema, a value that fits it, and the values that violate it: in words, and as they are sent. */
interface Row {
  schema: JsonObject;
  valid?: Json;
  invalid: [what: string, value: Json][];
}

const ROWS: Row[] = [
  {
    schema: { type: "string" },
    valid: "a",
    invalid: [
      ["that is null", null],
      ["in a list", ["a"]],
      ["of the type number", 1.5],
    ],
  },
  {
    schema: { type: "integer" },
    valid: 1,
    invalid: [
      ["that is a fraction", 1.5],
      ["that is null", null],
      ["in a list", [1]],
      ["of the type string", "text"],
    ],
  },
  {
    schema: { type: ["number", "null"] },
    valid: 1,
    invalid: [
      ["in a list", [1]],
      ["of the type string", "text"],
    ],
  },
  {
    schema: { type: "array" },
    valid: [1],
    invalid: [
      ["that is null", null],
      ["of the type string", "text"],
    ],
  },
  { schema: { enum: ["small", "large"] }, invalid: [["outside the enum", "no-small"]] },
  { schema: { const: "one" }, invalid: [["other than its only value", "no-one"]] },
  {
    schema: { minimum: 1 },
    invalid: [
      ["below the minimum", 0],
      ["below zero", -2],
    ],
  },
  { schema: { minimum: 0 }, invalid: [["below the minimum", -1]] },
  {
    schema: { minimum: 0.5 },
    invalid: [
      ["below the minimum", 0],
      ["below zero", -1.5],
    ],
  },
  { schema: { maximum: 100 }, invalid: [["above the maximum", 101]] },
  { schema: { maximum: 2.5 }, invalid: [["above the maximum", 3]] },
  { schema: { exclusiveMinimum: 0 }, invalid: [["on its exclusive bound", 0]] },
  { schema: { exclusiveMaximum: 9 }, invalid: [["on its exclusive bound", 9]] },
  { schema: { multipleOf: 4 }, invalid: [["that is not a multiple of 4", 6]] },
  { schema: { minLength: 2 }, invalid: [["that is too short", "x"]] },
  { schema: { minLength: 2_000_000_000 }, invalid: [["that is too short", "x".repeat(100_000)]] },
  { schema: { minLength: 0 }, invalid: [] },
  { schema: { maxLength: 3 }, invalid: [["that is too long", "xxxx"]] },
  { schema: { maxLength: 100_001 }, invalid: [] },
  { schema: { minItems: 2 }, valid: ["a", "b"], invalid: [["with too few items", ["a"]]] },
  { schema: { maxItems: 2 }, valid: ["a"], invalid: [["with too many items", ["a", "a", "a"]]] },
  { schema: { maxItems: 2 }, valid: [], invalid: [] },
  {
    schema: { pattern: "^[a-z]+$" },
    invalid: [
      ["against its pattern", "no match"],
      ["that is empty", ""],
    ],
  },
  { schema: { pattern: "^[a-z ]*$" }, invalid: [["against its pattern", "_"]] },
  { schema: { format: "uuid" }, invalid: [["that is not a valid uuid", "no such format"]] },
  { schema: { format: "color" }, invalid: [] },
  {
    schema: { required: ["name", "size"] },
    valid: { name: "a", size: 1 },
    invalid: [
      ["without name", { size: 1 }],
      ["without size", { name: "a" }],
    ],
  },
  {
    schema: { dependentRequired: { threshold: ["unit"], unit: ["threshold"] } },
    valid: { threshold: 5, unit: "celsius" },
    invalid: [
      ["with threshold but without unit", { threshold: 5 }],
      ["with unit but without threshold", { unit: "celsius" }],
    ],
  },
  {
    schema: { additionalProperties: false },
    valid: {},
    invalid: [["with an undeclared field", { undeclared: 1 }]],
  },
  {
    schema: { additionalProperties: { maxLength: 3 } },
    valid: { size: "a", color: "b" },
    invalid: [["entry that is too long", { size: "xxxx", color: "b" }]],
  },
  {
    schema: { additionalProperties: { maxLength: 3 } },
    valid: {},
    invalid: [["entry that is too long", { entry: "xxxx" }]],
  },
  {
    schema: { properties: { id: { type: ["string", "null"] } }, additionalProperties: { maximum: 3 } },
    valid: { id: "a", size: 1 },
    invalid: [
      ["id in a list", { id: ["a"], size: 1 }],
      ["id of the type number", { id: 1.5, size: 1 }],
      ["entry above the maximum", { id: "a", size: 4 }],
    ],
  },
  {
    schema: { propertyNames: { maxLength: 4, pattern: "^[a-z]+$" } },
    valid: { size: 1 },
    invalid: [
      ["with a name that is too long", { size: 1, xxxxx: 1 }],
      ["with a name against its pattern", { size: 1, "no match": 1 }],
      ["with a name that is empty", { size: 1, "": 1 }],
    ],
  },
  {
    schema: { maxProperties: 1 },
    valid: { size: 1 },
    invalid: [["with too many fields", { size: 1, size0: 1, size1: 1 }]],
  },
  {
    schema: { minProperties: 2, required: ["id"] },
    valid: { id: 1, size: 1 },
    invalid: [
      ["with too few fields", { id: 1 }],
      ["without id", { size: 1 }],
    ],
  },
  { schema: { minProperties: 1 }, valid: { id: 1 }, invalid: [["with too few fields", {}]] },
  { schema: { minProperties: 1, required: ["id"] }, valid: { id: 1 }, invalid: [["without id", {}]] },
  {
    schema: { items: { properties: { quantity: { minimum: 1 } } } },
    valid: [{ quantity: 1 }, { quantity: 2 }],
    invalid: [
      ["[1] quantity below the minimum", [{ quantity: 1 }, { quantity: 0 }]],
      ["[1] quantity below zero", [{ quantity: 1 }, { quantity: -2 }]],
    ],
  },
  {
    schema: { prefixItems: [{ maximum: 3 }], items: { maxLength: 2 } },
    valid: [1, "a"],
    invalid: [
      ["[0] above the maximum", [4, "a"]],
      ["[1] that is too long", [1, "xxx"]],
    ],
  },
  { schema: { items: { maximum: 3 } }, valid: [], invalid: [] },
  {
    schema: { unevaluatedProperties: false },
    valid: {},
    invalid: [["with an undeclared field", { undeclared: 1 }]],
  },
  { schema: { title: "A thing", description: "Any value fits." }, valid: 1, invalid: [] },
];

describe("each keyword is violated", () => {
  test.each(ROWS)("$schema is violated by $invalid", ({ schema, valid, invalid }) => {
    expect(invalidOf(schema, valid).map(({ what, value }) => [what, value])).toEqual(invalid);
  });

  test.each(ROWS.filter(({ invalid }) => invalid.length > 0))(
    "the validator rejects each value for $schema, by the keyword that it violates",
    ({ schema, valid }) => {
      const validator = new SchemaValidator(documentWith(schema));
      for (const { keyword, value } of invalidOf(schema, valid)) {
        expect(
          validator.errors(POINTER, value).map((error) => error.keyword),
          JSON.stringify(value),
        ).toContain(keyword);
      }
    },
  );
});

describe("the fields of an object", () => {
  const field: JsonObject = { type: "object", properties: { size: { maximum: 2 } } };

  test("are made invalid one by one, and the rest of the object stays as it is", () => {
    const schema: JsonObject = { properties: { name: { minLength: 1 }, size: { maximum: 2 } } };
    expect(invalidOf(schema, { name: "a", size: 1, other: true })).toEqual([
      {
        keyword: `${POINTER}/properties/name/minLength`,
        field: "name",
        path: ["name"],
        what: "name that is too short",
        value: { name: "", size: 1, other: true },
      },
      {
        keyword: `${POINTER}/properties/size/maximum`,
        field: "size",
        path: ["size"],
        what: "size above the maximum",
        value: { name: "a", size: 3, other: true },
      },
    ]);
  });

  test("are added with an invalid value if they are absent in the valid one", () => {
    expect(invalidOf({ properties: { name: { minLength: 1 } } }, {}).map(({ value }) => value)).toEqual([{ name: "" }]);
  });

  test.each<[string, JsonObject]>([
    ["require other fields", { properties: { name: { minLength: 1 } }, dependentRequired: { name: ["other"] } }],
    ["are readOnly", { properties: { name: { minLength: 1, readOnly: true } } }],
  ])("stay absent if they %s", (_, schema) => {
    expect(invalidOf(schema, {})).toEqual([]);
  });

  test("that are lists or objects are violated in their constraints if a sample is known", () => {
    const schema: JsonObject = {
      properties: { tags: { type: "array", uniqueItems: true, items: { type: "string" } } },
    };
    const options = { sample: () => ["a"] };
    const invalid = invalidValues(documentWith(schema), POINTER, {}, options).map(({ value }) => value);
    expect(invalid).toContainEqual({ tags: ["a", "a"] });
  });

  test("of the branch that the valid value fits are made invalid, if no other branch admits the result", () => {
    const schema: JsonObject = {
      oneOf: [
        { required: ["type", "cvc"], properties: { type: { const: "card" }, cvc: { type: "string" } } },
        { required: ["type", "iban"], properties: { type: { const: "account" }, iban: { type: "string" } } },
      ],
    };
    const document = documentWith(schema);
    const validator = new SchemaValidator(document);
    const isValid = (pointer: string, value: Json) => validator.errors(pointer, value).length === 0;
    const whats = invalidValues(document, POINTER, { type: "card", cvc: "1" }, { isValid }).map(({ what }) => what);
    expect(whats).toEqual(
      expect.arrayContaining(["without cvc", "type other than its only value", "cvc that is null"]),
    );
  });

  test("that apply under a condition are made invalid where the condition holds", () => {
    const schema: JsonObject = {
      properties: { type: { enum: ["card", "account"] }, note: true },
      if: { properties: { type: { const: "card" } } },
      then: { required: ["cvc"] },
      else: { required: ["iban"] },
      dependentSchemas: { note: { required: ["author"] } },
    };
    const document = documentWith(schema);
    const validator = new SchemaValidator(document);
    const isValid = (pointer: string, value: Json) => validator.errors(pointer, value).length === 0;
    const whatsOf = (valid: Json) =>
      invalidValues(document, POINTER, valid, { isValid })
        .map(({ what }) => what)
        .filter((what) => what.startsWith("without"));
    expect(whatsOf({ type: "card", cvc: "1", iban: "2" })).toEqual(["without cvc"]);
    expect(whatsOf({ type: "account", cvc: "1", iban: "2" })).toEqual(["without iban"]);
    expect(whatsOf({ type: "card", cvc: "1", note: "n", author: "a" })).toEqual(["without cvc", "without author"]);
  });

  test("that others depend on are added without these", () => {
    const schema: JsonObject = { properties: { unit: { type: "string" } }, dependentRequired: { unit: ["size"] } };
    const invalid = invalidValues(documentWith(schema), POINTER, {}, { sample: () => "mm" });
    expect(invalid.map(({ what, value }) => [what, value])).toEqual([["with unit but without size", { unit: "mm" }]]);
  });

  test.each([
    [0, 0],
    [1, 1],
  ])("are made invalid down to the depth %i: %i nested fields", (depth, count) => {
    const nested = invalidOf({ properties: { inner: field } }, { inner: { size: 1 } }, depth + 1);
    expect(nested.filter(({ what }) => what === "inner size above the maximum")).toHaveLength(count);
  });
});

test("references and the parts of allOf are followed, with the pointers of their keywords", () => {
  const document = {
    ...documentOf({}),
    components: {
      schemas: {
        Value: { allOf: [{ $ref: "#/components/schemas/Short" }, { minLength: 2 }] },
        Short: { maxLength: 3 },
      },
    },
  };
  expect(invalidValues(document, POINTER, "ab").map(({ keyword }) => keyword)).toEqual([
    "#/components/schemas/Short/maxLength",
    `${POINTER}/allOf/1/minLength`,
  ]);
});
