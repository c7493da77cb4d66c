import { expect, test } from "vitest";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { createValues } from "#values/values.js";

/** The value of one text field. */
function textOf(
  name: string,
  { schema = {}, lifelike = true, seed = 1 }: { schema?: JsonObject; lifelike?: boolean; seed?: number } = {},
) {
  const root = { type: "object", required: [name], properties: { [name]: { type: "string", ...schema } } };
  const document: OpenApiDocument = { openapi: "3.1.0", paths: {}, components: { schemas: { Root: root } } };
  const made = createValues(document, { seed }).value({ schemaPointer: "#/components/schemas/Root" }, { lifelike });
  return "value" in made ? (made.value as JsonObject)[name] : made.unsatisfiable.reason;
}

test.each([
  ["name", /^[A-Z][a-z]+$/],
  ["firstName", /^[A-Z][a-z]+$/],
  ["last_name", /^[A-Z][a-z]+$/],
  ["fullName", /^[A-Z][a-z]+ [A-Z][a-z]+$/],
  ["username", /^[a-z]+\.[a-z]+$/],
  ["city", /^[A-Z][a-z]+$/],
  ["productName", /^[A-Z][a-z]+ [a-z]+$/],
  ["title", /^[A-Z][\w ]+$/],
  ["description", /^[A-Z].*\.$/],
  ["invoice_number", /^INV-\d{4}$/],
  ["expenseReference", /^EXP-\d{4}$/],
  ["sku", /^SKU-\d{4}$/],
  ["initials", /^[A-Z]{2}$/],
  ["vat_number", /^DE\d{9}$/],
  ["filename", /^[a-z]+-\d{4}\.pdf$/],
  ["phone_primary", /^\+\d+$/],
])("a lifelike text of %s looks like one that people write", (name, want) => {
  expect(textOf(name)).toMatch(want);
  expect(textOf(name)).not.toMatch(/-\w{6}$/);
});

test.each([
  ["Pydantic's pattern of a Decimal", "^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$"],
  ["digits with two decimals", "^\\d+\\.\\d{2}$"],
  ["a signed number", "^-?\\d{1,12}(\\.\\d{1,4})?$"],
])("a lifelike text of %s is an amount that people write", (_, pattern) => {
  for (const seed of [1, 2, 3])
    expect(textOf("balance", { schema: { pattern }, seed })).toMatch(/^[1-9]\d{0,2}\.\d\d$/);
});

test.each(["^[a-z]{3}\\d*$", "^[\\w.]+$", "^\\d{4}$"])(
  "a lifelike text of the pattern %s, which is not that of a decimal, is not an amount",
  (pattern) => {
    const text = String(textOf("balance", { schema: { pattern } }));
    expect(text).toMatch(new RegExp(pattern));
    expect(text).not.toMatch(/^\d+\.\d\d$/);
  },
);

test.each<[string, JsonObject, (value: number) => boolean]>([
  ["id", { type: "number" }, Number.isInteger],
  ["status_code", { type: "number" }, Number.isInteger],
  ["totalCount", { type: "number" }, Number.isInteger],
  ["percent_off", { type: "number" }, (value) => value >= 1 && value <= 100],
  ["temperatureC", { type: "integer" }, (value) => value >= 1 && value <= 30],
  ["humidity", { type: "number" }, (value) => value >= 30 && value <= 90],
  ["stars", { type: "integer" }, (value) => value >= 1 && value <= 5],
  ["rating", { type: "integer", minimum: 10 }, (value) => value >= 10],
  ["created", { type: "integer" }, (value) => value > 1_600_000_000],
  ["id", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, (value) => value > 0 && value < 1],
])("a number of %s in %j is one that a server would send", (name, schema, isLifelike) => {
  for (const seed of [1, 2, 3]) expect(numberOf(name, schema, seed)).toSatisfy(isLifelike);
});

function numberOf(name: string, schema: JsonObject, seed: number): Json | undefined {
  const root = { type: "object", required: [name], properties: { [name]: schema } };
  const document: OpenApiDocument = { openapi: "3.1.0", paths: {}, components: { schemas: { Root: root } } };
  const made = createValues(document, { seed }).value(
    { schemaPointer: "#/components/schemas/Root" },
    { lifelike: true },
  );
  return "value" in made && isObject(made.value) ? made.value[name] : undefined;
}

test("a text that the schema forbids, or of another name, is a plain one", () => {
  expect(textOf("city", { schema: { maxLength: 2 } })).toMatch(/^\w{1,2}$/);
  expect(textOf("flavor")).toMatch(/^flavor-\w{6}$/);
});

test("values of requests stay unique", () => {
  expect(textOf("name", { lifelike: false })).toMatch(/^name-\w{6}$/);
});

test("one seed has one text, and others have others", () => {
  expect(textOf("fullName", { seed: 3 })).toBe(textOf("fullName", { seed: 3 }));
  expect(new Set([1, 2, 3, 4, 5].map((seed) => textOf("fullName", { seed }))).size).toBeGreaterThan(1);
});

test("the items of a list have other values than the default, and the first one has it", () => {
  const item = {
    type: "object",
    required: ["color", "isOpen", "size"],
    properties: {
      color: { type: "string", enum: ["red", "green", "blue"], default: "red" },
      isOpen: { type: "boolean", default: true },
      size: { type: "string", examples: ["XL"], default: "M" },
    },
  };
  const root = { type: "array", items: item, minItems: 12 };
  const document: OpenApiDocument = { openapi: "3.1.0", paths: {}, components: { schemas: { Root: root } } };
  const place = { schemaPointer: "#/components/schemas/Root" };
  const made = createValues(document, { seed: 1 }).value(place, { lifelike: true });
  const items = "value" in made && Array.isArray(made.value) ? made.value.filter(isObject) : [];
  const valuesOf = (name: string) => [...new Set(items.map((one) => one[name]))].toSorted();
  expect(items[0]).toEqual({ color: "red", isOpen: true, size: "XL" });
  expect(valuesOf("color")).toEqual(["blue", "green", "red"]);
  expect(valuesOf("isOpen")).toEqual([false, true]);
  // An example is one that somebody wants to see.
  expect(valuesOf("size")).toEqual(["XL"]);
});
