import { describe, expect, test } from "vitest";
import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { createValues, type Described } from "#values/values.js";

function valueFor(schema: JsonObject, described: Partial<Described> = {}, seed = 1): Json {
  const document: OpenApiDocument = { openapi: "3.1.0", paths: {}, components: { schemas: { Root: schema } } };
  const result = createValues(document, { seed }).value({ schemaPointer: "#/components/schemas/Root", ...described });
  if (!("value" in result)) throw new Error(JSON.stringify(result));
  return result.value;
}

/** The value of one field of an object. */
function fieldOf(name: string, schema: JsonObject): Json | undefined {
  const value = valueFor({ type: "object", properties: { [name]: schema } });
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value[name] : undefined;
}

const TEXT = { type: "string" };

test.each<[name: string, schema: JsonObject, want: RegExp]>([
  ["currency", TEXT, /^EUR$/],
  ["currency", { ...TEXT, pattern: "^[a-z]{3}$" }, /^eur$/],
  ["billing_country", TEXT, /^DE$/],
  ["countryCode", { ...TEXT, minLength: 3, maxLength: 3 }, /^DEU$/],
  ["locale", TEXT, /^en-US$/],
  ["timeZone", TEXT, /^Europe\/Berlin$/],
  ["iban", TEXT, /^DE\d{20}$/],
  ["phone_number", TEXT, /^\+4930\d{8}$/],
  ["homePhone", { ...TEXT, description: "In E.164 format (11-digit). Example: 12132000384" }, /^1\d{3}55501\d\d$/],
  ["extraPhone1", { ...TEXT, description: "Ten digits, such as 2132000384." }, /^\d{3}55501\d\d$/],
  ["phone", { ...TEXT, description: "For example, +12132000384" }, /^\+493023125\d{3}$/],
  ["phone", { ...TEXT, description: "Since 20250101120000, an account has one." }, /^\+493023125\d{3}$/],
  ["field", { ...TEXT, description: "A type of phone number (homePhone, workPhone, mobilePhone)." }, /^homePhone$/],
  ["field", { ...TEXT, description: "The state (NOT_SENT or SENT_LATE)" }, /^NOT_SENT$/],
  ["field", { ...TEXT, description: "What is kept (such as words, and others)" }, /^field-\w{6}$/],
  ["field", { ...TEXT, description: "Who reads it (iOS and Android)" }, /^field-\w{6}$/],
  ["textColor", TEXT, /^#[\da-f]{6}$/],
  ["mimeType", TEXT, /^text\/plain$/],
  ["version", TEXT, /^1\.2\.3$/],
  ["cron", TEXT, /^0 6 \* \* 1$/],
  ["contactEmail", TEXT, /^user-\w+@example\.com$/],
  ["amount", { ...TEXT, format: "int64" }, /^\d+$/],
  ["createdAt", { ...TEXT, pattern: String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+\d\d$` }, /^20\d\d-\d\d-\d\d /],
  ["year", { type: "integer" }, new RegExp(`^${new Date().getUTCFullYear()}$`)],
  ["state", { ...TEXT, description: "One of `open`, `closed` or `archived`." }, /^open$/],
  ["type", { ...TEXT, description: "File type ('file', 'directory')" }, /^file$/],
  ["type", { ...TEXT, description: "The type of this record (e.g. “A”, “PTR”, “MX”)." }, /^A$/],
  ["format", { ...TEXT, description: "How it is returned (`text` or `base64`, …)" }, /^text$/],
  ["format", { ...TEXT, description: "How it is returned (not 'text', as in 'base64')" }, /^format/],
  ["state", { ...TEXT, description: "Allowed values: open, closed" }, /^open$/],
  ["state", { ...TEXT, description: "The state. See `Order` and `Item`." }, /^state-\w{6}$/],
  ["role", { type: "integer", description: "The role: 7 for admins, 8 for guests" }, /^[78]$/],
  ["state", { type: "integer", description: "0: off; 1: on" }, /^[01]$/],
  ["priority", { type: "number", description: "501 - low, 502 - high" }, /^50[12]$/],
  ["level", { type: "integer", description: "Level 601 (low), 602 (high)" }, /^60[12]$/],
  ["level", { type: "integer", minimum: 602, description: "601 = low, 602 = high, 603 = top" }, /^60[23]$/],
  ["delay", { type: "integer", minimum: 1000, description: "Seconds, for example 60 for a minute" }, /^\d{4}$/],
  ["time", { type: "integer", minimum: 1000, description: "Such as 10:30 or 11:45" }, /^\d{4}$/],
  // A text that the schema does not admit is not made.
  ["currency", { ...TEXT, minLength: 8 }, /^currency-?\w+$/],
])("the field %s with %j gets a plausible value", (name, schema, want) => {
  expect(String(fieldOf(name, schema))).toMatch(want);
});

test.each([
  ["default", false],
  ["is_default", false],
  ["isPrimary", false],
  ["active", true],
  ["default_open", true],
  ["use_default_settings", true],
])("the flag %s is %s: a new default would replace another one", (name, want) => {
  expect(fieldOf(name, { type: "boolean" })).toBe(want);
  expect(fieldOf(name, { type: "boolean", const: !want })).toBe(!want);
});

test("the name and the description of a parameter suggest its value", () => {
  expect(valueFor(TEXT, { in: "query", name: "currency" })).toBe("EUR");
  expect(valueFor(TEXT, { in: "query", name: "sort", description: "Either `asc` or `desc`." })).toBe("asc");
  // A media type has a name too.
  expect(valueFor(TEXT, { name: "currency" })).not.toBe("EUR");
});

describe.each(Array.from({ length: 20 }, (_, seed) => seed))("with the seed %i", (seed) => {
  const properties = Object.fromEntries(
    ["starts_at", "ends_at", "created_at", "updated_at", "closed_at", "expiresOn", "birthDate"].map((name) => [
      name,
      { type: "string", format: "date-time" },
    ]),
  );
  const pairs = [
    ["minPrice", "maxPrice"],
    ["start", "end"],
    ["from", "to"],
    ["range_from", "range_until"],
  ] as const;
  const numbers = Object.fromEntries(pairs.flat().map((name) => [name, { type: "integer" }]));

  test("moments are near now, and what starts is before what ends", () => {
    const value = valueFor({ type: "object", properties: properties }, {}, seed);
    const at = (name: string) => Date.parse(String((value as JsonObject)[name]));
    const days = (name: string) => (at(name) - Date.now()) / 86_400_000;
    expect(days("starts_at")).toBeGreaterThan(0);
    expect(at("ends_at")).toBeGreaterThan(at("starts_at"));
    expect(days("expiresOn")).toBeGreaterThan(0);
    expect(days("created_at")).toBeLessThan(0);
    expect(days("created_at")).toBeGreaterThan(-40);
    expect(days("birthDate")).toBeLessThan(-365 * 18);
  });

  test("what was created was changed later, and ended after that", () => {
    const value = valueFor({ type: "object", properties: properties }, {}, seed);
    const at = (name: string) => Date.parse(String((value as JsonObject)[name]));
    expect(at("updated_at")).toBeGreaterThan(at("created_at"));
    expect(at("closed_at")).toBeGreaterThan(at("updated_at"));
  });

  test.each(pairs)("the number %s is at most that of %s", (low, high) => {
    const value = valueFor({ type: "object", properties: numbers }, {}, seed) as JsonObject;
    expect(Number(value[low])).toBeLessThanOrEqual(Number(value[high]));
  });

  test("the date from_date is before to_date", () => {
    const date = { type: "string", format: "date" };
    const value = valueFor({ type: "object", properties: { from_date: date, to_date: date } }, {}, seed) as JsonObject;
    expect(String(value.from_date) < String(value.to_date)).toBe(true);
  });
});
