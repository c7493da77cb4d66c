import { describe, expect, test } from "vitest";
import { compilePattern, PatternUndecided } from "#openapi/patterns/pattern.js";
import { sample } from "#test/sample.js";
import { useWholeProcessor } from "#test/whole-processor.js";

useWholeProcessor();

/** Calls a function, and returns its error and its duration in milliseconds. */
function timed(run: () => unknown): { error: unknown; duration: number } {
  const begun = performance.now();
  try {
    run();
  } catch (error) {
    return { error, duration: performance.now() - begun };
  }
  return { error: undefined, duration: performance.now() - begun };
}

describe("compilePattern", () => {
  test.each<[string, string, boolean]>([
    ["^\\d+$", "12", true],
    ["^\\d+$", "12\n", false],
    ["^\\d+$", "١٢", false],
    ["^.$", "😀", true],
    ["^\\p{L}+$", "Größe", true],
    ["^\\w+$", "é", false],
    ["^(?!02-3)\\d\\d-\\d", "02-3", false],
    ["^(.)\\1$", "aa", true],
    ["^(a+)+$", "aaaa", true],
    ["^([a-z]+-)*[a-z]+$", "a-slug-of-a-title", true],
    ["^([a-z]+-)*[a-z]+$", "a--slug", false],
    ["b", "a b c", true],
    ["^[\\w-.]+$", "valid-without.u", true],
  ])("%s on %j: %s, as ECMA-262 says", (pattern, text, want) => {
    expect(compilePattern(pattern).test(text)).toBe(want);
  });

  test.each(
    sample(
      [
        ["nested repetition", "^(b+)+$", `${"b".repeat(40)}!`],
        ["a search of a long text", ".+§.+", "x".repeat(2_000_000)],
        ["alternatives that overlap, in a lookahead", "^(?=(b|b)*$)", `${"b".repeat(60)}!`],
      ],
      3,
    ),
  )("gives up after 1 s: %s", (_, pattern, text) => {
    const { error, duration } = timed(() => compilePattern(pattern).test(text));
    expect(error).toBeInstanceOf(PatternUndecided);
    expect(String(error)).toContain(`The pattern ${JSON.stringify(pattern)} could not be matched`);
    expect(String(error)).toContain("within 1 s");
    expect(duration).toBeLessThan(10_000);
  });

  test("a text has the same result again, also after more texts than are remembered", () => {
    const pattern = "^(a|b)+$";
    const texts = Array.from({ length: 500 }, (_, index) => (index % 3 === 0 ? `c${index}` : "ab".repeat(1 + index)));
    for (const text of [...texts, ...texts, ...texts.toReversed(), "", ""]) {
      expect(compilePattern(pattern).test(text)).toBe(new RegExp(pattern, "u").test(text));
      expect(compilePattern(pattern).exec(text)?.[1]).toBe(new RegExp(pattern, "u").exec(text)?.[1]);
    }
  });

  test("gives up sooner at a pattern that it gave up before, and still matches other texts with it", () => {
    const pattern = "^(a+)+$";
    const giveUp = () => timed(() => compilePattern(pattern).test(`${"a".repeat(40)}!`));
    giveUp();
    expect(String(giveUp().error)).toContain("within 0.1 s");
    expect(compilePattern(pattern).test("aaa")).toBe(true);
  });

  test.each([
    ["(", 'The pattern "(" is not a regular expression: Unterminated group. Correct it in the document.'],
    ["(?>a)", 'The pattern "(?>a)" is not a regular expression: Invalid group. Correct it in the document.'],
  ])("reports that %s is not a regular expression", (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(message);
  });

  test("reports a pattern that is too large to be compiled, and shortens it", () => {
    const { error } = timed(() => compilePattern(`^(x|${"a".repeat(1_000_000)})+$`).test("aaa"));
    expect(String(error)).toMatch(/is not a regular expression: .*too large/i);
    expect(String(error).length).toBeLessThan(400);
  });
});
