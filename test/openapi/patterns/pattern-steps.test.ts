import { expect, test } from "vitest";
import { PatternSteps } from "#openapi/patterns/pattern-steps.js";
import { fc } from "#test/property.js";

function isQuick(pattern: string, text: string): boolean {
  const steps = new PatternSteps(pattern, "u");
  return steps.areFewFor(text.length) || steps.areFewIn(text);
}

const VERSION = "(v{0,1})(stable|([0-9]+)(?:\\.([0-9]+))?(?:\\.([0-9]+))?(-.*)?)(_(.*))?";

test.each<[title: string, pattern: string, text: string]>([
  ["words with one way to divide them", "^([a-z]+-)*[a-z]+$", "a-slug-of-the-title-of-an-article"],
  ["alternatives that exclude each other", "^([a-z0-9-_ ]|[^\\x00-\\x7F])+$", "größe-of-the-part"],
  ["many optional parts", VERSION, "v12.3.4-beta_2"],
  ["a path with a version", `^\\/branches\\/(${VERSION})\\/guides\\/([a-z-])+$`, "/branches/v1.2.3/guides/the-first"],
  ["a text that ends the search at its first character", "^(a+)+$", `b${"a".repeat(40)}`],
  ["a few repetitions in a repetition", "^(a+)+$", "aaaaaaaaaaaaaaa"],
  ["a lookahead with a repeated group", "^(?=(ab)*$).+", "abababababab"],
  ["alternatives without a repetition", "^(GET|POST|PUT)$", "x".repeat(100_000)],
])("a match surely takes few steps: %s", (_, pattern, text) => {
  expect(isQuick(pattern, text)).toBe(true);
});

test.each<[title: string, pattern: string, text: string]>([
  ["a repetition in a repetition", "^(a+)+$", `${"a".repeat(40)}!`],
  ["alternatives that overlap, in a lookahead", "^(?=(b|b)*$)", `${"b".repeat(60)}!`],
  ["a counted repetition of nothing", "^(a?){1000000}$", "aaa"],
  ["a search of a long text", ".+§.+", "x".repeat(2_000_000)],
  ["a reference to a repeated group", "^(a+)*\\1$", "a".repeat(30)],
  ["a repeated group that precedes", "(?<=(a+)+)b", "a".repeat(30)],
  ["a long pattern", `^(x|${"a".repeat(10_000)})+$`, "aaa"],
])("a match may take many steps: %s", (_, pattern, text) => {
  expect(isQuick(pattern, text)).toBe(false);
});

const { pattern: anyPattern } = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
  pattern: fc
    .array(fc.tuple(tie("atom"), fc.constantFrom("", "", "*", "+", "?", "{2}", "{0,3}", "*?", "|")), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.map(([atom, sign]) => atom + sign).join("")),
  atom: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("a", "b", ".", "[ab]", "\\w"),
    tie("pattern").map((pattern) => `(${pattern})`),
    tie("pattern").map((pattern) => `(?:${pattern})`),
  ),
}));

test("any match that surely takes few steps ends soon", () => {
  const seen = { quick: 0, others: 0 };
  fc.assert(
    fc.property(anyPattern, fc.string({ unit: fc.constantFrom("a", "b", "!"), maxLength: 40 }), (pattern, text) => {
      const isFast = isQuick(`^(?:${pattern})$`, text);
      seen[isFast ? "quick" : "others"] += 1;
      if (!isFast) return;
      const begun = process.cpuUsage();
      new RegExp(`^(?:${pattern})$`, "u").test(text);
      expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1000);
    }),
    { numRuns: 2000 },
  );
  expect(Math.min(seen.quick, seen.others)).toBeGreaterThan(20);
});
