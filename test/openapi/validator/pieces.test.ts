import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { isLarge } from "#openapi/validator/large-value.js";
import type { CountedError } from "#openapi/validator/member-errors.js";
import { type SchemaError, SchemaValidator } from "#openapi/validator/validator.js";

const ITEM: JsonObject = {
  type: "object",
  required: ["id", "day"],
  additionalProperties: false,
  properties: {
    id: { type: "integer", minimum: 0 },
    day: { type: "string", format: "date" },
    size: { oneOf: [{ type: "integer" }, { type: "null" }] },
    shape: {
      oneOf: [
        { type: "object", required: ["r"], properties: { kind: { const: "circle" }, r: { type: "number" } } },
        { type: "object", required: ["a"], properties: { kind: { const: "square" }, a: { type: "number" } } },
      ],
    },
    tags: { type: "array", items: { type: "string", pattern: "^[a-z]+$" } },
    notes: { additionalProperties: { type: "string" } },
  },
};
const REFERENCE: JsonObject = { $ref: "#/components/schemas/Item" };
const LIST: JsonObject = { type: "array", items: REFERENCE };
const page = (data: JsonObject): JsonObject => ({ type: "object", required: ["data", "more"], properties: { data } });

/** Schemas of a page whose list is validated in slices, and of one whose items decide what applies to the page. */
const SCHEMAS: Record<string, JsonObject> = {
  "a page": page(LIST),
  "a list with keywords of its own": page({ ...LIST, minItems: 3, maxItems: 100, uniqueItems: true, contains: {} }),
  "a page of two schemas": { allOf: [page(LIST), page({ type: "array", items: { required: ["name"] } })] },
  "a list that may be null": page({ anyOf: [LIST, { type: "null" }] }),
  "a page that may be null": { oneOf: [page(LIST), { type: "null" }] },
  "one of two pages": { oneOf: [page(LIST), page({ type: "array", items: { type: "string" } })] },
  "a page with a condition on items": {
    ...page(LIST),
    if: page({ items: { properties: { id: { maximum: 0 } } } }),
    then: { required: ["next"] },
  },
  "a page that must not have some items": { ...page(LIST), not: page({ items: { required: ["owner"] } }) },
  "a page with properties by pattern": {
    ...page(LIST),
    patternProperties: { "^d": { items: { required: ["owner"] } } },
  },
  "a list with another first item": page({ ...LIST, prefixItems: [{ type: "integer" }] }),
  "a list with items that are apart": page({ ...LIST, contains: { required: ["owner"] }, minContains: 0 }),
};

const RIGHT: JsonObject = { id: 1, day: "2024-06-08", size: 1, shape: { kind: "circle", r: 1 }, tags: ["a"] };
/** Ways in which an item is wrong: by one keyword, by several, by a choice, and by a branch that it means. */
const WRONG: readonly JsonObject[] = [
  { ...RIGHT, id: -1 },
  { ...RIGHT, day: "8 June", other: 1 },
  { ...RIGHT, size: "x" },
  { ...RIGHT, shape: { kind: "square", r: 1 } },
  { ...RIGHT, tags: ["a", "B", "C"] },
  { day: "2024-06-08" },
];

function validatorOf(schema: JsonObject): SchemaValidator {
  return new SchemaValidator({ components: { schemas: { Item: ITEM, Page: schema } } });
}

const PAGE = "#/components/schemas/Page";

/** Validates in pieces. */
function inPieces(validator: SchemaValidator, value: Json, isApart?: (part: unknown) => boolean) {
  const pieces = validator.pieces(PAGE, value, isApart);
  let slices = 0;
  for (let piece = pieces.next(); ; piece = pieces.next(), slices += 1) {
    if (piece.done) return { ...piece.value, slices };
  }
}

/** The first of the errors that a report counts together, and their number. */
function grouped(errors: readonly CountedError<SchemaError>[]) {
  const groups = new Map<string, { first: SchemaError; count: number }>();
  for (const { error, count } of errors) {
    const key = `${error.keyword} ${error.at.replace(/\/\d+/g, "/*")}`;
    const group = groups.get(key) ?? { first: error, count: 0 };
    groups.set(key, { ...group, count: group.count + count });
  }
  return [...groups.values()].toSorted((a, b) => (a.first.keyword < b.first.keyword ? -1 : 1));
}

/** A list with some wrong items, the last among them. It is as long as one that is validated without a time limit as a whole. */
const mixed = (wrong: readonly JsonObject[]): JsonObject[] =>
  Array.from({ length: LENGTH }, (_, index) => (index % 13 === 5 ? wrong[index % wrong.length] : RIGHT) ?? RIGHT);
const LENGTH = 13 * 16 - 7;

test.each([...Object.entries(SCHEMAS)])("the errors of %s are the same, in pieces and as a whole", (_, schema) => {
  const validator = validatorOf(schema);
  const lists = [WRONG.slice(0, 1), WRONG.slice(2, 3), WRONG, [RIGHT]].map(mixed);
  const values = [...lists, [], RIGHT, null].flatMap((data) => [{ data, more: false }, { data }]);
  const others = [lists[2] ?? [], { data: [1, ...mixed([RIGHT])], more: true }];
  for (const value of [...values, ...others]) {
    expect(isLarge(value)).toBe(false);
    const whole = validator.errors(PAGE, value, true).map((error) => ({ error, count: 1 }));
    const { errors, isComplete } = inPieces(validator, value);
    expect([grouped(errors), isComplete]).toEqual([grouped(whole), true]);
  }
});

test("the errors of a list itself are the same, and are those of its items in their order", () => {
  const [validator, data] = [validatorOf(LIST), mixed(WRONG)];
  const whole = validator.errors(PAGE, data, true).map((error) => ({ error, count: 1 }));
  const { errors, slices } = inPieces(validator, data);
  expect(grouped(errors)).toEqual(grouped(whole));
  expect(errors[0]?.error.at).toBe(whole[0]?.error.at);
  expect(slices).toBeGreaterThan(0);
});

const NESTED: Record<string, [JsonObject, (members: Json[]) => Json]> = {
  "a list of lists": [page({ type: "array", items: LIST }), (list) => ({ data: [[], list, list] })],
  "an object with names of the server": [
    page({ properties: { own: { type: "integer" } }, additionalProperties: REFERENCE }),
    (list) => ({ data: { own: "x", ...named(list) } }),
  ],
  "an object of lists": [page({ additionalProperties: LIST }), (list) => ({ data: { a: list, b: [], c: list } })],
  "a list of objects": [
    page({ type: "array", items: { additionalProperties: REFERENCE } }),
    (list) => ({ data: [{}, named(list)] }),
  ],
  "a list in an item": [
    page({ type: "array", items: { properties: { list: LIST } } }),
    (list) => ({ data: [{ list }, { list: 1 }] }),
  ],
  "two lists": [
    { properties: { data: LIST, others: { type: "array", items: { required: ["name"] } } } },
    (list) => ({ data: list, others: list }),
  ],
};
const named = (list: Json[]): JsonObject => Object.fromEntries(list.map((item, at) => [`m${at}`, item]));

test.each(Object.entries(NESTED))("the errors of %s are the same, in pieces and as a whole", (_, [schema, wrap]) => {
  const validator = validatorOf(schema);
  for (const wrong of [[RIGHT], WRONG]) {
    const value = wrap(mixed(wrong));
    const whole = validator.errors(PAGE, value, true).map((error) => ({ error, count: 1 }));
    const { errors, isComplete, slices } = inPieces(validator, value);
    expect([totals(errors), isComplete]).toEqual([totals(whole), true]);
    expect(slices).toBeGreaterThan(0);
  }
});

/** The number of errors of each keyword. */
function totals(errors: readonly CountedError<SchemaError>[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { error, count } of errors) found[error.keyword] = (found[error.keyword] ?? 0) + count;
  return found;
}

test("a list of 250 lists of 250 items is validated in slices of one list", () => {
  const list = Array.from({ length: 250 }, (_, at) => (at === 249 ? { ...RIGHT, tags: ["C"] } : RIGHT));
  const value = { data: Array<Json>(250).fill(list), more: true };
  const { errors, isComplete, slices } = inPieces(validatorOf(page({ type: "array", items: LIST })), value);
  expect(totals(errors)).toEqual({ "#/components/schemas/Item/properties/tags/items/pattern": 250 });
  expect(isComplete).toBe(true);
  expect(slices).toBeGreaterThanOrEqual(250);
});

test.each([
  ["all right", (_: number) => RIGHT, 0],
  ["the last one wrong", (index: number) => (index === 19_999 ? { ...RIGHT, id: "x" } : RIGHT), 1],
  ["the last one wrong in another way than all", (index: number) => ({ ...RIGHT, id: index === 19_999 ? "x" : -1 }), 2],
])("20,000 items with %s: all are validated, in slices of 500 at most", (_, itemAt, count) => {
  const data = Array.from({ length: 20_000 }, (_item, index) => itemAt(index));
  const { errors, isComplete, slices } = inPieces(validatorOf(page(LIST)), { data, more: false });
  expect([grouped(errors).length, isComplete]).toEqual([count, true]);
  expect(errors.reduce((sum, error) => sum + error.count, 0)).toBe(count === 2 ? 20_000 : count);
  expect(slices).toBeGreaterThanOrEqual(40);
  if (count > 0) expect(errors.at(-1)?.error.at).toBe("/data/19999/id");
});

test("a list whose items are wrong in more than a thousand ways ends early, and says so", () => {
  const data = Array.from({ length: 20_000 }, (_, index) => ({ ...RIGHT, notes: { [`n${index}`]: 1 } }));
  const { errors, isComplete, slices } = inPieces(validatorOf(page(LIST)), { data, more: true });
  expect(isComplete).toBe(false);
  expect(errors.length).toBeLessThan(2000);
  expect(slices).toBeLessThan(200);
});

test("an item with more parts than are validated without a time limit has its errors, and so have those after it", () => {
  const large = { ...RIGHT, tags: Array<string>(3000).fill("a") };
  expect(isLarge(large)).toBe(true);
  const data = [...mixed([RIGHT]), { ...large, id: -1 }, { ...RIGHT, day: "x" }];
  const found = inPieces(validatorOf(page(LIST)), { data, more: true }).errors.map(({ error }) => error.at);
  expect(found).toEqual([`/data/${LENGTH}/id`, `/data/${LENGTH + 1}/day`]);
});

test("values that are apart are not counted with others of a wrong format", () => {
  const data = Array.from({ length: 300 }, (_, index) => ({ ...RIGHT, day: index < 200 ? "own" : "x" }));
  const { errors } = inPieces(validatorOf(page(LIST)), { data, more: true }, (part) => part === "own");
  expect(errors.map(({ error, count }) => [error.at, count])).toEqual([
    ["/data/0/day", 200],
    ["/data/200/day", 100],
  ]);
});
