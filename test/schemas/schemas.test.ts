import { safeParse } from "valibot";
import { expect, test, vi } from "vitest";
import { UserError } from "#cli/user-error.js";
import { schemasOf } from "#generate/schemas/schemas-file.js";
import { SchemaValidator } from "#openapi/validator/validator.js";
import type { Schema } from "#schemas/index.js";
import { fc } from "#test/property.js";
import { exhaustive } from "#test/sample.js";
import { createValues } from "#values/values.js";
import { anySchema } from "../values/any-schema.js";
import { documentWith, generatedSchemas, isSchema } from "./rules-of.js";

/** The number of random schemas. PROPERTY_RUNS=1000 tries more. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? (exhaustive ? 25 : 10));

const ROOT = { schemaPointer: "#/components/schemas/Root" };

function schemaNamed(exported: Record<string, unknown>, name: string): Schema<unknown> | undefined {
  const found = exported[name];
  return isSchema(found) ? found : undefined;
}

function judged<Result>(judge: () => Result): Result | undefined {
  try {
    return judge();
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** Values near those of the random schemas, and others. */
const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<unknown>(
      "x",
      "yy",
      "",
      0,
      1,
      2.5,
      -3,
      1e21,
      true,
      null,
      "2020-01-01",
      "cat-ab",
      "123",
      "😀😀",
      [],
      {},
    ),
    fc.constantFrom("2024-02-29", "2023-02-29", "2020-01-01T00:00:00Z", "2016-12-31T23:59:60Z", "a@b.cd", "127.0.0.1"),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "b", "id", "email", "end", "constructor", "__proto__"), tie("value"), {
      maxKeys: 4,
    }),
  ),
})).value;

test("for any schema, a generated one and Ajv accept and reject the same values, or it is left to Ajv", () => {
  let [valid, invalid, left] = [0, 0, 0];
  fc.assert(
    fc.property(anySchema, fc.array(anyValue, { minLength: 1, maxLength: 8 }), fc.nat(), (schema, values, seed) => {
      const document = documentWith(schema);
      const validator = new SchemaValidator(document);
      const generated = schemaNamed(generatedSchemas(document), "RootSchema");
      if (!generated) {
        left += 1;
        expect(schemasOf(document, "../src").byAjv).toHaveLength(1);
        return;
      }
      const made = createValues(document, { seed }).value(ROOT, { optional: "random" });
      for (const value of [...values, ...("value" in made ? [made.value] : [])]) {
        const errors = judged(() => validator.errors(ROOT.schemaPointer, value, true));
        // A schema that applies to itself without end.
        if (!errors) continue;
        const { success, output } = safeParse(generated, value);
        expect(success, JSON.stringify({ schema, value, errors })).toBe(errors.length === 0);
        if (success) expect(output).toEqual(value);
        if (success) valid += 1;
        else invalid += 1;
      }
    }),
    { numRuns: RUNS },
  );
  // Each kind of result was seen.
  for (const count of [valid, invalid]) expect(count).toBeGreaterThan(0);
  expect(left).toBeLessThan(RUNS / 2);
}, 900_000);

test("of oneOf, a schema that applies to itself is not tried where two others match", () => {
  const document = documentWith({ oneOf: [{}, {}, { $ref: "#/components/schemas/Root" }] });
  const generated = schemaNamed(generatedSchemas(document), "RootSchema");
  if (!generated) throw new Error("The schema is left to Ajv.");
  const errors = new SchemaValidator(document).errors(ROOT.schemaPointer, {}, true);
  expect(safeParse(generated, {}).success).toBe(errors.length === 0);
});

test("of anyOf, a schema that applies to itself is not tried where another one admits everything", () => {
  const document = documentWith({ anyOf: [{ $ref: "#/components/schemas/Root" }, true] });
  const generated = schemaNamed(generatedSchemas(document), "RootSchema");
  if (!generated) throw new Error("The schema is left to Ajv.");
  for (const value of [[{}], 0]) {
    expect(new SchemaValidator(document).errors(ROOT.schemaPointer, value, true)).toEqual([]);
    expect(safeParse(generated, value)).toMatchObject({ success: true, output: value });
  }
});

test("of anyOf, a schema that applies to itself matches nothing that the others do not", () => {
  const document = documentWith({ anyOf: [{ exclusiveMaximum: 1 }, { $ref: "#/components/schemas/Root" }] });
  const generated = schemaNamed(generatedSchemas(document), "RootSchema");
  if (!generated) throw new Error("The schema is left to Ajv.");
  expect(new SchemaValidator(document).errors(ROOT.schemaPointer, [[]], true)).toEqual([]);
  expect(safeParse(generated, [[]])).toMatchObject({ success: true, output: [[]] });
  expect(safeParse(generated, 1).success).toBe(false);
  expect(safeParse(generated, 0).success).toBe(true);
});

test("formats that are more than a pattern are decided as Ajv decides them", () => {
  const names = [
    "date",
    "time",
    "date-time",
    "byte",
    "uuid",
    "email",
    "idn-email",
    "ipv4",
    "ipv6",
    "hostname",
    "duration",
    "uri",
  ];
  const properties = Object.fromEntries(names.map((format) => [format, { type: "string", format }]));
  const numbers = { int32: { format: "int32" }, int64: { format: "int64" }, double: { format: "double" } };
  const document = documentWith({ properties: { ...properties, ...numbers } });
  const validator = new SchemaValidator(document);
  const generated = schemaNamed(generatedSchemas(document), "RootSchema");
  if (!generated) throw new Error("The schema was not generated.");
  const digits = (most: number) => fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, "0"));
  const date = fc
    .tuple(fc.constantFrom("2023", "2024", "1900", "2000"), digits(13), digits(32))
    .map((parts) => parts.join("-"));
  const offset = fc.constantFrom("Z", "z", "", "+01", "+0130", "-01:30", "+23:59", "-24:00", "+00:60");
  const time = fc.tuple(digits(24), digits(60), digits(61), fc.constantFrom("", ".5", ".123"), offset);
  const times = time.map(([hour, minute, second, part, zone]) => `${hour}:${minute}:${second}${part}${zone}`);
  const moments = fc.tuple(date, fc.constantFrom("T", "t", " ", "TT", "_"), times).map((parts) => parts.join(""));
  const texts = fc.oneof(
    date,
    times,
    moments,
    fc.string(),
    fc.emailAddress(),
    fc.uuid(),
    fc.ipV4(),
    fc.ipV6(),
    fc.webUrl({ withFragments: true }),
    fc.domain(),
  );
  const leap = fc.constantFrom(
    "23:59:60Z",
    "00:59:60+01:00",
    "22:29:60-01:30",
    "12:59:60Z",
    "AA==",
    "AAAA\n!",
    "P1D",
    "P",
  );
  const quantities = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(2 ** 31, -(2 ** 31), 2 ** 53, 0.5));
  fc.assert(
    fc.property(fc.oneof(texts, leap, quantities), (value) => {
      const all = [...names, ...Object.keys(numbers)];
      const body = Object.fromEntries(all.map((name) => [name, value]));
      const wrong = new Set(validator.errors(ROOT.schemaPointer, body, true).map(({ at }) => at.slice(1)));
      const found = new Set(safeParse(generated, body).issues?.map(({ path }) => String(path?.[0]?.key)));
      expect([...found].toSorted(), JSON.stringify(value)).toEqual([...wrong].toSorted());
    }),
    { numRuns: 10 * RUNS },
  );
});

test.each([
  [{ unevaluatedProperties: false }, "`unevaluatedProperties`"],
  [{ items: { $dynamicRef: "#thing" } }, "`$dynamicRef`"],
  [{ properties: { link: { format: "regex" } } }, "the format regex"],
  [
    { $defs: { inner: { unevaluatedItems: false } }, anyOf: [{ $ref: "#/components/schemas/Root/$defs/inner" }] },
    "`unevaluatedItems`",
  ],
])("a schema that rules cannot express is left to Ajv, and never read more loosely: %j", (schema, reason) => {
  const document = documentWith(schema);
  const { code, byAjv: listed } = schemasOf(document, "../src");
  expect(listed).toEqual([expect.stringContaining(`get /root 200: ${reason} at `)]);
  expect(code).toContain(`// No RootSchema: ${reason} is for Ajv alone.`);
  const { validated, RootSchema } = generatedSchemas(document);
  expect(RootSchema).toBeUndefined();
  const headers = { "content-type": "application/json" };
  const result = { ok: true, status: 200, data: { wrong: 1 }, response: new Response("{}", { headers }) };
  const operation = { method: "GET", path: "/root", responses: {} };
  expect(typeof validated === "function" && validated(result, operation, "GET /root")).toBe("by Ajv");
  expect(() => schemasOf(document, "../src", { dates: "Date" })).toThrow(
    "--dates needs schemas that can be read without Ajv",
  );
});

test("with dates, a date-time is a Date wherever the types say so, and a text that Date cannot hold is an issue", () => {
  const moment = { type: "string", format: "date-time" };
  const document = documentWith({
    type: "object",
    properties: {
      at: moment,
      maybe: { type: ["string", "null"], format: "date-time" },
      list: { type: "array", items: { allOf: [moment, { pattern: "Z$" }] } },
      word: { type: "string", format: "date-time", enum: ["2020-01-01T00:00:00Z"] },
      next: { $ref: "#/components/schemas/Root" },
    },
    patternProperties: { "^at_": { anyOf: [moment, { type: "integer" }] } },
    oneOf: [{ required: ["at"], properties: { at: { minLength: 3 } } }, { required: ["never"] }],
  });
  const parse = (value: unknown) => {
    const generated = schemaNamed(generatedSchemas(document, { dates: "Date" }), "RootSchema");
    return generated && safeParse(generated, value);
  };
  const text = "2024-05-06T07:08:09.123Z";
  const date = new Date(text);
  expect(
    parse({ at: text, maybe: null, list: [text], word: "2020-01-01T00:00:00Z", at_x: text, at_y: 4 })?.output,
  ).toEqual({
    at: date,
    maybe: null,
    list: [date],
    word: "2020-01-01T00:00:00Z",
    at_x: date,
    at_y: 4,
  });
  expect(parse({ at: "2024-05-06 07:08:09.123+02", next: { at: text } })?.output).toEqual({
    at: new Date("2024-05-06T07:08:09.123+02:00"),
    next: { at: date },
  });
  for (const wrong of ["2016-12-31T23:59:60Z", "2024-05-06", "yesterday", 4])
    expect(parse({ at: wrong })?.success).toBe(false);
  expect(parse({ at: text, next: { at: "never" } })?.issues?.[0]?.path?.map(({ key }) => key)).toEqual(["next", "at"]);
});

test.each([
  ["application/json", "application/json", true],
  ["application/hal+json", "application/hal+json", true],
  ["*/*", "application/json", true], // springdoc writes it
  ["application/*", "application/json", true],
  ["text/csv", "text/csv", false],
])("with dates, a body of %s that arrives as %s has dates: %s", (mediaType, type, hasDates) => {
  const schema = { type: "object", properties: { at: { type: "string", format: "date-time" } } };
  const { validated } = generatedSchemas(documentWith(schema, mediaType), { dates: "Date" });
  const text = "2024-05-06T07:08:09.123Z";
  const response = new Response("{}", { headers: { "content-type": type } });
  const result = { ok: true, status: 200, data: { at: text }, response };
  const operation = { method: "GET", path: "/root", responses: {} };
  const read = typeof validated === "function" && validated(result, operation, "GET /root");
  expect(read).toMatchObject({ data: { at: hasDates ? new Date(text) : text } });
});

test("with Temporal, a date-time is an Instant, and without a polyfill the error says what is missing", () => {
  const document = documentWith({ type: "string", format: "date-time" });
  const generated = schemaNamed(generatedSchemas(document, { dates: "Temporal" }), "RootSchema");
  if (!generated) throw new Error("The schema was not generated.");
  const from = (text: string) => {
    if (text.includes(":60")) throw new RangeError("A leap second");
    return { instant: text };
  };
  vi.stubGlobal("Temporal", undefined);
  expect(() => safeParse(generated, "2020-01-01T00:00:00Z")).toThrow("This platform has no Temporal. Load a polyfill");
  vi.stubGlobal("Temporal", { Instant: { from } });
  try {
    expect(safeParse(generated, "2020-01-01t00:00:00.5+0100").output).toEqual({
      instant: "2020-01-01T00:00:00.5+01:00",
    });
    expect(safeParse(generated, "2016-12-31T23:59:60Z").success).toBe(false);
  } finally {
    vi.unstubAllGlobals();
  }
});
