import { describe, expect, test } from "vitest";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { SchemaValidator } from "#openapi/validator/validator.js";
import { createValues, type ValueOptions } from "#values/values.js";

const ROOT = { schemaPointer: "#/components/schemas/Root" };

function documentWith(schema: Json, more: JsonObject = {}): OpenApiDocument {
  return { openapi: "3.1.0", paths: {}, components: { schemas: { Root: schema, ...more } } };
}

/** A value for a schema, which the validator of `verify` accepts. */
function validValue(
  schema: Json,
  { seed = 1, ...options }: ValueOptions & { seed?: number } = {},
  more: JsonObject = {},
) {
  const document = documentWith(schema, more);
  const result = createValues(document, { seed }).value(ROOT, options);
  if (!("value" in result)) throw new Error(JSON.stringify(result));
  const errors = new SchemaValidator(document).errors(
    ROOT.schemaPointer,
    result.value,
    options.direction !== "request",
  );
  expect(errors).toEqual([]);
  return result.value;
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, ...more });
const PET = object({ kind: { type: "string" } }, { required: ["kind"] });
const petOf = (keyword: string): JsonObject => ({
  [keyword]: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
});

describe("a value is valid and", () => {
  test.each<[title: string, schema: Json, want: (value: Json) => unknown]>([
    ["is the example of its schema", { type: "integer", examples: [7], default: 8 }, (value) => value === 7],
    ["is the default without an example", { type: "integer", default: 8 }, (value) => value === 8],
    [
      "is another one if the example is invalid",
      { type: "string", format: "date", examples: ["x"] },
      (value) => value !== "x",
    ],
    ["is the constant", { const: { a: [1] } }, (value) => JSON.stringify(value) === '{"a":[1]}'],
    ["is a member of every enum", { allOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }, (value) => value === 2],
    ["is the member that fits the bounds", { enum: [1, 20, 3], minimum: 5 }, (value) => value === 20],
    [
      "is a multiple between exclusive bounds",
      { type: "number", exclusiveMinimum: 1, exclusiveMaximum: 1.2, multipleOf: 0.1 },
      (value) => value === 1.1,
    ],
    ["is whole by its format", { type: "number", format: "int32" }, Number.isInteger],
    ["is whole by the format of another part", { type: "number", allOf: [{ format: "int64" }] }, Number.isInteger],
    [
      "is a whole multiple by its format",
      { type: "number", format: "int32", multipleOf: 0.5, minimum: 0.5, maximum: 1.5 },
      (value) => value === 1,
    ],
    [
      "has the length and the pattern",
      { type: "string", pattern: "^[A-F]+$", minLength: 40, maxLength: 41 },
      (value) => /^[A-F]{40,41}$/.test(String(value)),
    ],
    [
      "satisfies lookaheads",
      { type: "string", pattern: "^(?=.*\\d)(?=.*[a-z])\\w{8,}$" },
      (value) => /\d/.test(String(value)),
    ],
    [
      "repeats a group",
      { type: "string", pattern: "^(?<x>ab|cd)-\\k<x>$" },
      (value) => ["ab-ab", "cd-cd"].includes(String(value)),
    ],
    [
      "has the format with a length",
      { type: "string", format: "email", minLength: 90, maxLength: 95 },
      (value) => String(value).length >= 90,
    ],
    [
      "has the fewest items, all different",
      { type: "array", items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3 },
      (value) => [...(value as number[])].sort().join() === "1,2,3",
    ],
    [
      "has a prefix and contained items",
      { type: "array", prefixItems: [{ const: "a" }], contains: { const: 5 }, minContains: 2 },
      (value) => JSON.stringify(value).startsWith('["a",5,5'),
    ],
    [
      "has property examples in a body",
      object({ name: { type: "string", examples: ["Kim"] } }),
      (value) => isObject(value) && value.name === "Kim",
    ],
    [
      "has properties that patterns and counts demand",
      {
        type: "object",
        patternProperties: { "^x-\\d$": { type: "integer" } },
        additionalProperties: false,
        minProperties: 2,
      },
      (value) => Object.keys(value ?? {}).every((name) => /^x-\d$/.test(name)),
    ],
    [
      "has names by propertyNames",
      { type: "object", propertyNames: { pattern: "^k\\d+$" }, minProperties: 2 },
      (value) => Object.keys(value ?? {}).length >= 2,
    ],
    [
      "has the properties that others need",
      object({ a: {}, b: {} }, { required: ["a"], dependentRequired: { a: ["b"] } }),
      (value) => isObject(value) && "b" in value,
    ],
    [
      "has no unevaluated properties",
      { allOf: [object({ a: { type: "integer" } })], unevaluatedProperties: false, minProperties: 1 },
      (value) => Object.keys(value ?? {}).join() === "a",
    ],
    [
      "follows `then` if `if` holds",
      {
        ...object({ a: { const: 1 }, b: {} }, { required: ["a"] }),
        if: { properties: { a: { const: 1 } } },
        then: { required: ["b"] },
      },
      (value) => isObject(value) && "b" in value,
    ],
    [
      "matches one of overlapping schemas",
      {
        oneOf: [
          object({ a: { type: "string" } }),
          object({ a: { type: "string" }, b: { type: "string" } }, { required: ["b"] }),
        ],
      },
      isObject,
    ],
    ["is not what is excluded", { type: "integer", minimum: 1, maximum: 2, not: { const: 1 } }, (value) => value === 2],
    [
      "is null if nothing else is left",
      { type: ["string", "null"], not: { type: "string" } },
      (value) => value === null,
    ],
  ])("%s", (_, schema, want) => {
    for (const seed of [1, 2, 3])
      expect(want(validValue(schema, { seed })), JSON.stringify(validValue(schema, { seed }))).toBe(true);
  });

  test.each(["oneOf", "anyOf"])(
    "names the branch of %s that a discriminator maps, or the name of the component",
    (keyword) => {
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const options = { seed, optional: "random" } as const;
        const bare = validValue({ ...petOf(keyword), discriminator: { propertyName: "kind" } }, options, {
          Cat: {
            ...PET,
            required: ["kind", "claws"],
            properties: { kind: { type: "string" }, claws: { type: "integer" } },
          },
          Dog: {
            ...PET,
            required: ["kind", "tail"],
            properties: { kind: { type: "string" }, tail: { type: "integer" } },
          },
        });
        expect(bare).toMatchObject(isObject(bare) && "claws" in bare ? { kind: "Cat" } : { kind: "Dog" });
        const mapping = { c: "Cat", d: "#/components/schemas/Dog" };
        const mapped = validValue({ ...petOf(keyword), discriminator: { propertyName: "kind", mapping } }, options, {
          Cat: object({ kind: { type: "string" }, claws: { type: "integer" } }, { required: ["kind", "claws"] }),
          Dog: object({ kind: { type: "string" }, tail: { type: "integer" } }, { required: ["kind", "tail"] }),
        });
        expect(mapped).toMatchObject(isObject(mapped) && "claws" in mapped ? { kind: "c" } : { kind: "d" });
      }
    },
  );
});

// A property of one direction makes two schemas of one.
test.each([false, true])(
  "a base is a schema that its mapping names, not another one that extends it (readOnly: %s)",
  (readOnly) => {
    const kind: JsonObject = { type: "string", enum: ["CAT", "DOG"] };
    const heir = (name: string): JsonObject => ({
      allOf: [{ $ref: "#/components/schemas/Pet" }, object({ [name]: { type: "integer" } }, { required: [name] })],
    });
    const mapping = { CAT: "#/components/schemas/Cat", DOG: "#/components/schemas/Dog" };
    const Pet = object(
      { kind, id: { type: "string", readOnly } },
      { required: ["kind"], discriminator: { propertyName: "kind", mapping } },
    );
    const components = { Pet, Other: heir("more"), Cat: heir("claws"), Dog: heir("tail") };
    for (const optional of ["none", "all"] as const) {
      const value = validValue({ $ref: "#/components/schemas/Pet" }, { seed: 1, optional }, components);
      expect(value).toMatchObject({ kind: isObject(value) && "claws" in value ? "CAT" : "DOG" });
      expect(value).not.toHaveProperty("more");
    }
  },
);

test("a value has the member that only one of overlapping branches admits", () => {
  const branches = [object({ a: { enum: [1, 2] } }), object({ a: { enum: [1] } })];
  expect(validValue({ required: ["a"], oneOf: branches })).toEqual({ a: 2 });
});

describe("optional properties", () => {
  const SCHEMA = object({ a: { type: "integer" }, b: { type: "integer" } }, { required: ["a"] });

  test("are all present, all absent, or chosen at random", () => {
    expect(Object.keys(validValue(SCHEMA) ?? {})).toEqual(["a", "b"]);
    expect(Object.keys(validValue(SCHEMA, { optional: "none" }) ?? {})).toEqual(["a"]);
    const seeds = Array.from({ length: 20 }, (_, seed) => validValue(SCHEMA, { optional: "random", seed }));
    expect(new Set(seeds.map((value) => Object.keys(value ?? {}).length))).toEqual(new Set([1, 2]));
  });

  test("are absent where a direction excludes them, inside every applicator and from examples", () => {
    const part = object({ id: { type: "integer", readOnly: true }, secret: { type: "string", writeOnly: true } });
    const schema = {
      type: "object",
      required: ["one"],
      properties: {
        one: { allOf: [part], required: ["id", "secret"] },
        list: { type: "array", items: { oneOf: [part] } },
        shown: { ...part, examples: [{ id: 1, secret: "x" }] },
      },
    };
    const request = JSON.stringify(createValues(documentWith(schema)).value(ROOT, { direction: "request" }));
    const response = JSON.stringify(createValues(documentWith(schema)).value(ROOT, { direction: "response" }));
    expect(request).toContain('"secret"');
    expect(request).not.toContain('"id"');
    expect(response).toContain('"id"');
    expect(response).not.toContain('"secret"');
  });
});

test.each<[title: string, schema: JsonObject, types: string[]]>([
  ["an integer", { type: ["integer", "string"], pattern: "^-?(?:0|[1-9]\\d*)$", format: "int32" }, ["number"]],
  [
    "a number",
    { type: ["string", "number"], pattern: "^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?$", format: "double" },
    ["number"],
  ],
  ["an integer or null", { type: ["null", "integer", "string"], pattern: "^[1-9]\\d*$" }, ["number", "object"]],
  ["a text of letters and digits", { type: ["integer", "string"], pattern: "^[a-z\\d]+$" }, ["number", "string"]],
])("%s that may be a text is one only where texts say more", (_, schema, types) => {
  const seeds = Array.from({ length: 40 }, (_, seed) => seed);
  const made = seeds.map((seed) => validValue(schema, { seed, documented: false, lifelike: true }));
  const found = new Set(made.map((value) => typeof value));
  expect([...found].toSorted()).toEqual(types);
});

test("values of recursive schemas end", () => {
  const tree = object({
    name: { type: "string" },
    children: { type: "array", items: { $ref: "#/components/schemas/Root" } },
  });
  expect(JSON.stringify(validValue(tree)).length).toBeLessThan(1000);
  const either = {
    anyOf: [object({ left: { $ref: "#/components/schemas/Root" } }, { required: ["left"] }), { type: "integer" }],
  };
  expect(JSON.stringify(validValue(either)).length).toBeLessThan(100);
});

test("one seed gives the same values, and another seed other identifiers", () => {
  const schema = object({ id: { type: "string", format: "uuid" }, email: { type: "string", format: "email" } });
  expect(validValue(schema, { seed: 5 })).toEqual(validValue(schema, { seed: 5 }));
  expect(validValue(schema, { seed: 5 })).not.toEqual(validValue(schema, { seed: 6 }));
});

test("the examples of a media type come before those of its schema", () => {
  const examples = {
    named: new Map<string, Json>([
      ["invalid", 1],
      ["kim", "Kim"],
    ]),
    fallback: undefined,
  };
  const document = documentWith({ type: "string", examples: ["Lee"] });
  expect(createValues(document).value({ ...ROOT, examples })).toEqual({ value: "Kim" });
});

describe("a schema that admits no value is reported with its place", () => {
  test.each<[title: string, schema: Json, place: string]>([
    ["types that exclude each other", { allOf: [{ type: "string" }, { type: "integer" }] }, "/allOf/1/type"],
    ["bounds that exclude each other", { type: "integer", minimum: 5, maximum: 4 }, "/maximum"],
    ["an enum whose members do not fit", { type: "integer", enum: ["a"] }, "/enum"],
    ["a required property that must be absent", object({ a: false }, { required: ["a"] }), "/properties/a"],
    ["a value that contains itself", object({ a: { $ref: "#/components/schemas/Root" } }, { required: ["a"] }), ""],
    [
      "branches of which two always match",
      { oneOf: [true, { type: ["string", "null", "number", "boolean", "array", "object"] }] },
      "/oneOf",
    ],
    ["a length that no memory holds", { type: "string", minLength: 1e12 }, "/minLength"],
    ["more items than are made", { type: "array", minItems: 1e12 }, "/minItems"],
    ["a reference that leads nowhere", { $ref: "#/components/schemas/None" }, "/$ref"],
  ])("%s", (_, schema, place) => {
    const result = createValues(documentWith(schema)).value(ROOT);
    expect(result).toMatchObject({ unsatisfiable: { place: ROOT.schemaPointer + place } });
  });

  test.each<[title: string, schema: JsonObject, isContradiction: boolean]>([
    ["types that exclude each other admit no value", { allOf: [{ type: "string" }, { type: "object" }] }, true],
    [
      "the types of one branch are not those of every value",
      { type: "string", oneOf: [{ type: "object" }, { pattern: "(?=a)b" }] },
      false,
    ],
    ["a text that was not found may exist", { type: "string", pattern: "(?=a)b" }, false],
  ])("%s", (_, schema, isContradiction) => {
    expect(createValues(documentWith(schema)).value(ROOT)).toMatchObject({ unsatisfiable: { isContradiction } });
  });
});

test("an object with the fewest properties is the same each time, also where one property demands another", () => {
  const values = createValues(documentWith(object({ a: {}, b: {} }, { dependentRequired: { a: ["b"] } })));
  const made = Array.from({ length: 4 }, () => values.value(ROOT, { optional: "none" }));
  expect(made).toEqual(Array.from({ length: 4 }, () => ({ value: {} })));
});

test("a value that is changed does not change the values that are made after it", () => {
  const schema = object({ tags: { type: "array", items: { type: "object", example: { name: "a" } } } });
  const values = createValues(documentWith(schema));
  const first = values.value(ROOT);
  Object.assign(("value" in first && valueAt(first.value, "/tags/0")) || {}, { name: "changed" });
  expect(values.value(ROOT)).toEqual({ value: { tags: [{ name: "a" }] } });
});
