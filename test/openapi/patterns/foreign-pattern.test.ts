import { safeParse } from "valibot";
import { describe, expect, test } from "vitest";
import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { ignoreUnusableKeywords } from "#openapi/load/unusable-keywords.js";
import { compilePattern, readablePattern } from "#openapi/patterns/pattern.js";
import { SchemaValidator } from "#openapi/validator/validator.js";
import { createValues } from "#values/values.js";
import { nearMiss } from "#verify/report/cause/near-miss.js";
import { documentWith, generatedSchemas, isSchema } from "../../schemas/rules-of.js";

/** A pattern of another language, a text that it matches, and one that it does not. */
const TRANSLATED: [pattern: string, valid: string, invalid: string][] = [
  ["^[-a-zA-Z0-9_]+\\Z", "my-article", "my article"],
  ["\\A\\d+\\z", "12", "12Z"],
  ["\\Aa|b\\z", "ax", "xa"],
  ["(?i)^abc$", "aBC", "abd"],
  ["(?i)^[a-f]{2}-ä$", "Af-Ä", "ag-ä"],
  ["(?i)^(?P<first>x)y$", "XY", "xz"],
  ["^(?P<year>\\d{4})-(?P=year)$", "2026-2026", "2026-2025"],
  ["^[[:alpha:]_]+$", "ab_", "a1"],
  ["^[^[:space:]]+$", "ab", "a b"],
  ["^[[:xdigit:]]{2}\\Z", "0a", "0g"],
  ["^\\d++x$", "12x", "12"],
  ["^[a-z]{2}+-a?+$", "ab-a", "a-a"],
  ["^a{,2}b$", "aab", "aaab"],
  ["^\\p{L}\\@\\-x\\Z", "ä@-x", "1@-x"],
  ["^\\pL+$", "aä", "a1"],
  ["^[\\pL\\pN-]+$", "ä-1", "a b"],
  ["^\\x{41}+$", "AA", "x"],
  ["^[]a]+$", "]a", "[a"],
  ["^[^]]+$", "[a", "a]"],
];

/** Patterns without the same meaning in ECMA-262. */
const UNTRANSLATABLE = [
  "\\A\\h+\\z",
  "^(?>ab)c",
  "^a++a",
  "(?s).*",
  "^(?i:abc)$",
  "\\Qa.b\\E",
  "(?i)^\\p{Lu}$",
  "[[:^alpha:]]",
  "\\Gx",
  "^\\p{IsGreek}+$",
  "^[\\p{Alnum}_]+$",
  "^[a-z&&[^b]]+$",
  "^[a-z-[aeiou]]+$",
  "^[\\w-.\\p{L}]+$",
];

/** Patterns of ECMA-262, with the flag `u` or without it, which stay as they are. */
const OWN = [
  "^(?<n>a)\\k<n>$",
  "^\\p{L}+$",
  "(?=a)(?!b)(?<=c)(?<!d)",
  "^\\_\\-$",
  "[\\w-.]",
  "a{2,3}?b+?",
  "[[:]",
  "^\\[[a-z]+]$",
  "^[^]$",
  "^[A-Z]$",
];

function loaded(schema: OpenApiDocument) {
  const document = documentWith(schema);
  const schemas = Object.values(asObject(asObject(document.components).schemas)).map(asObject);
  return { document, warnings: ignoreUnusableKeywords(document, schemas) };
}
const ROOT = "#/components/schemas/Root";

describe("a pattern of another language", () => {
  test.each(TRANSLATED)("%s has the same meaning", (pattern, valid, invalid) => {
    for (const written of [{ pattern }, { propertyNames: { type: "string" }, pattern }]) {
      const { document, warnings } = loaded({ type: "string", ...written });
      expect(warnings).toEqual([]);
      const validator = new SchemaValidator(document);
      expect(validator.errors(ROOT, valid)).toEqual([]);
      expect(validator.errors(ROOT, invalid)).toHaveLength(1);
      const generated = generatedSchemas(document).RootSchema;
      if (!isSchema(generated)) throw new Error("No schema was generated.");
      expect([valid, invalid].map((text) => safeParse(generated, text).success)).toEqual([true, false]);
    }
    // Also in a document that no reader has changed.
    expect([valid, invalid].map((text) => compilePattern(pattern).test(text))).toEqual([true, false]);
  });

  test.each(TRANSLATED)("%s has the same meaning for names of properties", (pattern, valid, invalid) => {
    const { document } = loaded({ patternProperties: { [pattern]: { type: "integer" } } });
    const validator = new SchemaValidator(document);
    expect(validator.errors(ROOT, { [valid]: "x" })).toHaveLength(1);
    expect(validator.errors(ROOT, { [invalid]: "x" })).toEqual([]);
  });

  test.each(["^[-a-zA-Z0-9_]+\\Z", "\\A\\d+\\z", "(?i)^abc$", "^[[:xdigit:]]{2}$"])(
    "%s has generated values",
    (pattern) => {
      const { document } = loaded({ type: "string", pattern });
      const made = createValues(document, { seed: 1 }).value({ schemaPointer: ROOT }, {});
      expect("value" in made && compilePattern(pattern).test(String(made.value))).toBe(true);
    },
  );

  test.each(UNTRANSLATABLE)("%s is a warning, and is not checked", (pattern) => {
    const { document, warnings } = loaded({ type: "string", pattern });
    expect(warnings.map(({ message }) => message)).toEqual([
      `pattern is ${JSON.stringify(pattern)}, not a regular expression. It is ignored.`,
    ]);
    expect(new SchemaValidator(document).errors(ROOT, "anything")).toEqual([]);
    // In a document that no reader has changed, it is an error, and not a match by another meaning.
    expect(() => compilePattern(pattern)).toThrow("is not a regular expression");
  });
});

test.each(OWN)("the pattern %s of ECMA-262 stays", (pattern) => {
  expect(readablePattern(pattern)).toBe(pattern);
});

test.each<[string, string | undefined]>([
  ["my-article", undefined],
  ["2026-11-26T10:00:00", "the time zone is missing"],
  ["2026-11-26T10:00", "the time zone is missing"],
])("of %s, the missing difference is %s", (text, difference) => {
  expect(nearMiss(text, (changed) => changed === `${text}Z`)).toBe(difference);
});
