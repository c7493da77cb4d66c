import { safeParse } from "valibot";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { SchemaValidator } from "#openapi/validator/validator.js";
import { createValues } from "#values/values.js";
import { documentWith, generatedSchemas, isSchema } from "../../schemas/rules-of.js";

const S = "#/components/schemas/";
const ROOT = `${S}Root`;

const text = { type: "string" };
const extending = (base: string, own: JsonObject) => ({ allOf: [{ $ref: S + base }, { type: "object", ...own }] });
const refs = (...names: string[]) => names.map((name) => ({ $ref: S + name }));

/** Components whose branches admit each other's values. */
const SCHEMAS: JsonObject = {
  Pet: { type: "object", required: ["kind"], properties: { kind: text } },
  Dog: extending("Pet", { required: ["bark"], properties: { bark: text } }),
  Poodle: extending("Dog", { properties: { curls: { type: "integer" } } }),
  Cat: extending("Pet", { required: ["meow"], properties: { meow: { type: "boolean" } } }),
  Card: { type: "object", required: ["kind", "number"], properties: { kind: text, number: text } },
  Bank: { type: "object", required: ["kind", "iban"], properties: { kind: text, iban: text } },
  Tea: { type: "object", properties: { kind: { enum: ["green", "black"] }, leaf: text } },
  Milk: { type: "object", properties: { kind: { const: "milk" }, fat: { type: "number" } } },
  Pets: { oneOf: refs("Dog", "Cat"), discriminator: { propertyName: "kind" } },
};

const kind = { propertyName: "kind" };
const PETS: JsonObject = { oneOf: refs("Pet", "Dog", "Cat"), discriminator: kind };
const PAYMENTS: JsonObject = {
  oneOf: refs("Card", "Bank"),
  discriminator: { ...kind, mapping: { card: `${S}Card`, bank: `${S}Bank` } },
};
const DRINKS: JsonObject = { anyOf: refs("Tea", "Milk"), discriminator: kind };
const NESTED: JsonObject = { oneOf: refs("Pets", "Milk"), discriminator: kind };
const NULLABLE: JsonObject = { oneOf: [...refs("Dog", "Cat"), { type: "null" }], discriminator: kind };
const INLINE: JsonObject = {
  oneOf: [
    { type: "object", properties: { kind: { const: "a" }, size: { type: "integer" } } },
    { type: "object", properties: { kind: { const: "b" }, size: text } },
  ],
  discriminator: kind,
};
const OPEN: JsonObject = { oneOf: [...refs("Dog"), { type: "object", required: ["other"] }], discriminator: kind };
const DEFAULT: JsonObject = { oneOf: refs("Dog", "Cat"), discriminator: { ...kind, defaultMapping: "Cat" } };
const NUMBERED: JsonObject = {
  oneOf: refs("One", "Two"),
  discriminator: { propertyName: "version", mapping: { 1: `${S}One`, 2: `${S}Two` } },
};
Object.assign(SCHEMAS, {
  One: { type: "object", properties: { version: { type: "integer" }, a: text } },
  Two: { type: "object", properties: { version: { type: "integer" }, a: { type: "integer" } } },
});

/** The schema, a value, and where its errors are: the places in the value and in the document. */
const ROWS: [name: string, schema: JsonObject, value: unknown, errors: [at: string, keyword: string][]][] = [
  ["a value of its own kind is valid", PETS, { kind: "Dog", bark: "w" }, []],
  ["a value of the common base is valid", PETS, { kind: "Pet" }, []],
  [
    "a value with the fields of another kind violates its own kind",
    PETS,
    { kind: "Dog", meow: true },
    [["", "#/components/schemas/Dog/allOf/1/required"]],
  ],
  ["a value of an unknown kind is invalid", PETS, { kind: "Cow", bark: "w" }, [["/kind", `${ROOT}/discriminator`]]],
  ["a value of a mapped kind is valid", PAYMENTS, { kind: "card", number: "4" }, []],
  [
    "a value of a mapped kind violates the mapped schema",
    PAYMENTS,
    { kind: "card", iban: "x" },
    [["", `${S}Card/required`]],
  ],
  [
    "a value that no mapping has is invalid",
    PAYMENTS,
    { kind: "coins", iban: "x" },
    [["/kind", `${ROOT}/discriminator`]],
  ],
  ["a value may have the name of a mapped component", PAYMENTS, { kind: "Card", number: "4" }, []],
  ["a value that a branch of anyOf states selects it", DRINKS, { kind: "green", leaf: "x" }, []],
  [
    "the stated value selects the branch of anyOf",
    DRINKS,
    { kind: "milk", fat: "x" },
    [["/fat", `${S}Milk/properties/fat/type`]],
  ],
  ["a value that no branch of anyOf states is invalid", DRINKS, { kind: "wine" }, [["/kind", `${ROOT}/discriminator`]]],
  ["a value selects a branch within a branch", NESTED, { kind: "Cat", meow: true }, []],
  ["a branch within a branch decides", NESTED, { kind: "Cat", bark: "w" }, [["", `${S}Cat/allOf/1/required`]]],
  ["a component that extends a branch is one of its kinds", PETS, { kind: "Poodle", bark: "w" }, []],
  ["a value of null is valid where a branch is null", NULLABLE, null, []],
  ["an unknown kind beside null is invalid", NULLABLE, { kind: "Cow" }, [["/kind", `${ROOT}/discriminator`]]],
  ["the stated value of an inline branch selects it", INLINE, { kind: "b", size: "x" }, []],
  [
    "an inline branch decides by its stated value",
    INLINE,
    { kind: "a", size: "x" },
    [["/size", `${ROOT}/oneOf/0/properties/size/type`]],
  ],
  ["an inline branch without a stated value admits other kinds", OPEN, { kind: "x", other: 1 }, []],
  [
    "an inline branch without a stated value rejects what violates it",
    OPEN,
    { kind: "x" },
    [["", `${ROOT}/oneOf/1/required`]],
  ],
  ["another kind selects the default mapping (OpenAPI 3.2)", DEFAULT, { kind: "Cow", meow: true }, []],
  [
    "the default mapping decides for another kind",
    DEFAULT,
    { kind: "Cow", bark: "w" },
    [["", `${S}Cat/allOf/1/required`]],
  ],
  ["a number selects the schema that the mapping has as text", NUMBERED, { version: 2, a: 5 }, []],
  ["a number selects the schema that decides", NUMBERED, { version: 1, a: 5 }, [["/a", `${S}One/properties/a/type`]]],
  ["a value without the property is valid if a branch admits it", DRINKS, { leaf: "x" }, []],
  ["a value without the property is invalid if no branch admits it", PETS, { bark: "w" }, [["", `${ROOT}/oneOf`]]],
];

function documentOf(schema: JsonObject) {
  const document = documentWith(schema);
  Object.assign(Object(document.components).schemas, JSON.parse(JSON.stringify(SCHEMAS)));
  return document;
}

describe("a discriminator", () => {
  test.each(ROWS)("%s", (_, schema, value, errors) => {
    const validator = new SchemaValidator(documentOf(schema));
    const found = validator.errors(ROOT, value).map(({ at, keyword }) => [at, keyword]);
    expect(found).toEqual(errors);
    expect(validator.isValid(ROOT, value)).toBe(errors.length === 0);
  });

  test.each(ROWS)("%s by the generated schema of valibot", (_, schema, value, errors) => {
    const generated = generatedSchemas(documentOf(schema)).RootSchema;
    if (!isSchema(generated)) throw new Error("No schema was generated.");
    const { issues } = safeParse(generated, value);
    const places = issues?.map(({ path = [] }) => path.map(({ key }) => `/${String(key)}`).join("")) ?? [];
    expect(places).toEqual(errors.map(([at]) => at));
  });

  test("evaluates the properties of the selected branch only", () => {
    const closed = { ...PAYMENTS, unevaluatedProperties: false };
    const validator = new SchemaValidator(documentOf(closed));
    expect(validator.errors(ROOT, { kind: "card", number: "4" })).toEqual([]);
    expect(validator.errors(ROOT, { kind: "card", number: "4", iban: "x" })).toMatchObject([
      { keyword: `${ROOT}/unevaluatedProperties`, unwanted: "iban" },
    ]);
  });

  test.each(Object.entries({ PETS, PAYMENTS, DRINKS, NESTED, NULLABLE, INLINE, OPEN, DEFAULT }))(
    "%s: generated values are valid, and each selects its branch",
    (_, schema) => {
      const document = documentOf(schema);
      const values = createValues(document, { seed: 1 });
      const validator = new SchemaValidator(document);
      for (let count = 0; count < 20; count += 1) {
        const made = values.value({ schemaPointer: ROOT }, { composed: true });
        if (!("value" in made)) throw new Error("No value was made.");
        expect(validator.errors(ROOT, made.value)).toEqual([]);
      }
    },
  );

  test("that is not an object, or has no property, selects nothing", () => {
    const validator = new SchemaValidator(documentOf({ ...PETS, discriminator: "kind" }));
    expect(validator.errors(ROOT, { kind: "Cow" })).toEqual([]);
  });
});
