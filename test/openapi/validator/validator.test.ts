import { describe, expect, test } from "vitest";
import { UserError } from "#cli/user-error.js";
import type { JsonObject } from "#openapi/document/document.js";
import { LIMITS } from "#openapi/validator/compiled-schemas.js";
import { SchemaValidator } from "#openapi/validator/validator.js";
import { useWholeProcessor } from "#test/whole-processor.js";

useWholeProcessor();

function withSchema(schema: JsonObject): SchemaValidator {
  return new SchemaValidator({ openapi: "3.1.1", components: { schemas: { It: schema } } });
}
const IT = "#/components/schemas/It";

describe("SchemaValidator", () => {
  test.each<[string, JsonObject, unknown, string[]]>([
    [
      "a UUID with a URN prefix is not a UUID",
      { format: "uuid" },
      "urn:uuid:8be0d7c4-1f63-4a92-9e5b-27c4f08a6d3e",
      ["/format"],
    ],
    ["an address with letters outside ASCII is valid", { format: "idn-email" }, "jörg@exämple.com", []],
    ["text without an @ is not an address", { format: "idn-email" }, "jo.example.com", ["/format"]],
    ["a day that does not exist is not a date-time", { format: "date-time" }, "2026-02-30T00:00:00.000Z", ["/format"]],
    [
      "prefixItems is validated (2020-12)",
      { prefixItems: [{ type: "number" }], items: false },
      ["x"],
      ["/prefixItems/0/type"],
    ],
    [
      "patternProperties beside a oneOf is validated, where Ajv's own code throws",
      { patternProperties: { "^e": { type: "number" } }, oneOf: [{}, { properties: { a: {} }, required: ["a"] }] },
      { e: "x" },
      ["/patternProperties/^e/type"],
    ],
    ["dependentRequired is validated (2020-12)", { dependentRequired: { a: ["b"] } }, { a: 1 }, ["/dependentRequired"]],
    ["an unknown format and an unknown keyword are ignored", { format: "unknown", "x-own": 1 }, "y", []],
    ["`url` is not a format of JSON Schema", { format: "url" }, "not an address", []],
    ["`iso-date-time` is not a format of JSON Schema", { format: "iso-date-time" }, "20 May", []],
    ["a text with a format of numbers is not checked", { type: "string", format: "int64" }, "12x", []],
    ["a local address is a uri", { format: "uri" }, "http://localhost:8080/a?b=1", []],
    ["an address of a private network is a uri", { format: "uri" }, "http://127.0.0.1/", []],
    [
      "a failed choice is explained by the intended branch",
      {
        oneOf: [
          { properties: { kind: { const: "a" }, size: { type: "number" } } },
          { properties: { kind: { const: "b" }, size: { type: "null" } } },
        ],
      },
      { kind: "a", size: "x" },
      ["/oneOf/0/properties/size/type"],
    ],
    [
      "a choice is reported as a whole if no branch is intended",
      { oneOf: [{ const: 1 }, { const: 2 }] },
      3,
      ["/oneOf"],
    ],
    [
      "a value that matches two schemas of oneOf is invalid",
      { oneOf: [{ type: "object" }, { required: ["kind"] }] },
      { kind: "a" },
      ["/oneOf"],
    ],
    [
      "a value that matches two schemas of oneOf beside a discriminator is valid",
      { oneOf: [{ type: "object" }, { required: ["kind"] }], discriminator: { propertyName: "kind" } },
      { kind: "a" },
      [],
    ],
    [
      "a value that matches no schema of oneOf beside a discriminator is invalid",
      { oneOf: [{ const: 1 }, { const: 2 }], discriminator: { propertyName: "kind" } },
      { kind: "a" },
      ["/oneOf"],
    ],
    [
      "fields of each matching schema beside a discriminator are evaluated",
      {
        oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }],
        discriminator: { propertyName: "a" },
        unevaluatedProperties: false,
      },
      { a: 1, b: 2, c: 3 },
      ["/unevaluatedProperties"],
    ],
    ["items are evaluated", { items: { type: "integer" }, unevaluatedItems: false }, [1], []],
    [
      "additional properties are evaluated",
      { additionalProperties: { type: "integer" }, unevaluatedProperties: false },
      { a: 1 },
      [],
    ],
    [
      "the error of `then` is reported, and the one of `if` is not",
      { if: { type: "object" }, then: { required: ["a"] } },
      {},
      ["/then/required"],
    ],
  ])("%s", (_, schema, value, keywords) => {
    expect(
      withSchema(schema)
        .errors(IT, value)
        .map(({ keyword }) => keyword),
    ).toEqual(keywords.map((each) => IT + each));
  });

  test("reports the place in the value and the place in the document, through references", () => {
    const validator = new SchemaValidator({
      openapi: "3.1.1",
      components: {
        schemas: { It: { properties: { "a/b": { $ref: "#/components/schemas/Day" } } }, Day: { type: "string" } },
      },
    });
    expect(validator.errors(IT, { "a/b": 1 })).toEqual([
      { at: "/a~1b", keyword: "#/components/schemas/Day/type", message: "must be string", wanted: "string" },
    ]);
  });

  describe("with a pattern that takes too long", () => {
    // A pattern that no other test uses: the next match of one that was given up has less time.
    const schema = { properties: { name: { pattern: "^(c+)+$" } } };
    const value = { name: `${"c".repeat(40)}!` };

    test("says so of a response, because nobody knows whether it is valid", () => {
      expect(() => withSchema(schema).errors(IT, value, true)).toThrow(
        `${IT}/properties/name/pattern: The pattern "^(c+)+$" could not be matched within 1 s`,
      );
    });

    test("rejects a request, because a server has to respond", () => {
      expect(withSchema(schema).errors(IT, value)).toEqual([
        { at: "", keyword: IT, message: expect.stringContaining("could not be matched"), wanted: schema },
      ]);
    });
  });

  describe("with a large value", () => {
    test.each<[string, JsonObject, unknown, number]>([
      [
        "equal items among many",
        { uniqueItems: true },
        [...Array.from({ length: 50_000 }, (_, id) => ({ id })), { id: 7 }],
        1,
      ],
      [
        "equal items with members in another order",
        { uniqueItems: true },
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        1,
      ],
      ["different items", { uniqueItems: true }, [1, "1", null, [1], { a: 1 }, { a: "1" }], 0],
      ["different items that need not be unique", { uniqueItems: false }, [1, 1], 0],
      ["a wrong item at the end of many", { items: { type: "integer" } }, [...Array(50_000).fill(1), "x"], 1],
      ["many right items", { items: { type: "integer" } }, Array(50_000).fill(1), 0],
    ])("finds the violations of %s", (_, schema, value, count) => {
      expect(withSchema(schema).errors(IT, value)).toHaveLength(count);
    });

    test("finds only the first ones of many, and says so", () => {
      const validator = withSchema({ items: { type: "integer" } });
      const { errors, isComplete } = validator.firstErrors(IT, Array(6000).fill("x"));
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.length).toBeLessThanOrEqual(5000);
      expect(isComplete).toBe(false);
      expect(validator.firstErrors(IT, ["x"])).toMatchObject({ errors: [{ at: "/0" }], isComplete: true });
    });

    test("shows no violation of a branch, if the choice that explains it is behind the first ones", () => {
      const validator = withSchema({
        oneOf: [{ items: { type: "integer" } }, { items: { type: "null" } }, { type: "object" }],
      });
      const { errors } = validator.firstErrors(IT, Array(6000).fill("x"));
      expect(errors.map(({ keyword }) => keyword)).toEqual([`${IT}/oneOf`]);
    });

    test("names the pattern that takes too long", () => {
      const validator = withSchema({ items: { pattern: "^(a+)+$" } });
      // The schema is compiled before, so that the limit ends the match on a busy machine too.
      expect(validator.errors(IT, ["a"], true)).toEqual([]);
      const value = Array(3000).fill(`${"a".repeat(40)}!`);
      expect(() => validator.errors(IT, value, true)).toThrow(
        `${IT}/items/pattern: The pattern "^(a+)+$" could not be`,
      );
    });

    test("names the pattern whose match was ended by the limit of the whole value, as on a busy machine", () => {
      const validator = withSchema({ items: { pattern: "^(d+)+$" } });
      // The limit is to end the match, not the compilation of the schema.
      expect(validator.errors(IT, ["d"], true)).toEqual([]);
      const usual = LIMITS.decide;
      LIMITS.decide = 300;
      try {
        expect(() => validator.errors(IT, Array(3000).fill(`${"d".repeat(40)}!`), true)).toThrow(
          `${IT}/items/pattern: The pattern "^(d+)+$" could not be`,
        );
      } finally {
        LIMITS.decide = usual;
      }
    });
  });

  test.each<[string, JsonObject, unknown, string]>([
    [
      "a pattern that is not a regular expression",
      { properties: { code: { pattern: "(" } } },
      {},
      `${IT}/properties/code/pattern: The pattern "(" is not a regular expression: Unterminated group.`,
    ],
    [
      "a name in patternProperties that is not a regular expression",
      { patternProperties: { "(": true } },
      {},
      `${IT}/patternProperties: The pattern "(" is not`,
    ],
    [
      "a keyword with a value of the wrong type",
      { enum: {} },
      1,
      `The schema ${IT} cannot be used: enum value must be ["array"]. Correct it in the document.`,
    ],
    ["a reference that is a number", { $ref: 5 }, 1, `The schema ${IT} cannot be used: `],
    [
      "a schema that applies to itself",
      { anyOf: [{ $ref: IT }] },
      1,
      `The schema ${IT} applies to itself without end. Let it refer to itself only below a keyword such as properties or items.`,
    ],
    [
      "a value that is nested too deeply",
      { items: { $ref: IT } },
      JSON.parse("[".repeat(100_000) + "]".repeat(100_000)),
      "The value is nested 100000 levels deep, which is too deep to be validated.",
    ],
  ])("reports %s", (_, schema, value, message) => {
    expect(() => withSchema(schema).errors(IT, value)).toThrow(UserError);
    expect(() => withSchema(schema).errors(IT, value)).toThrow(message);
  });

  test("reports a schema that is nested too deeply to be compiled", () => {
    let schema: JsonObject = {};
    for (let level = 0; level < 20_000; level += 1) schema = { items: schema };
    expect(() => withSchema(schema).errors(IT, 1)).toThrow(`The schema ${IT} is nested too deeply`);
  });

  test("follows a long chain of references", () => {
    const chain = Array.from({ length: 20_000 }, (_, index): [string, JsonObject] => [
      index === 0 ? "It" : `It${index}`,
      { $ref: `${IT}${index + 1}` },
    ]);
    const validator = new SchemaValidator({ components: { schemas: { ...Object.fromEntries(chain), It20000: {} } } });
    expect(validator.errors(IT, 1)).toEqual([]);
  });
});
