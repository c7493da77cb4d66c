import { expect, test } from "vitest";
import { numberCombinations, textCombinations } from "#values/combinations.js";

type Row = readonly number[];
const increases = (row: Row) => row.every((number, index) => index === 0 || (row[index - 1] ?? 0) < number);
const KINDS: readonly (readonly [kind: string, has: (row: Row) => boolean])[] = [
  ["in ascending order", increases],
  ["in descending order", (row) => increases(row.toReversed())],
  ["all equal", (row) => new Set(row).size === 1],
  ["with a single zero", (row) => row.filter((number) => number === 0).length === 1],
  ["with a single negative one", (row) => row.filter((number) => number < 0).length === 1],
  ["all negative", (row) => row.every((number) => number < 0)],
];

test.each(KINDS)("combinations of two, three and four numbers have some %s", (_, has) => {
  expect([2, 3, 4].filter((count) => !numberCombinations(count).some(has))).toEqual([]);
});

test.each([0, 1, 2, 3, 4, 6])(
  "each combination for %i parameters has as many values, and none is there twice",
  (count) => {
    for (const rows of [numberCombinations(count), textCombinations(count)]) {
      expect(rows.filter((row) => row.length !== count)).toEqual([]);
      expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
    }
  },
);

test("texts have palindromes of even and odd length, and a long text", () => {
  const texts = textCombinations(1).flat();
  const palindromes = texts.filter((text) => text.length > 2 && [...text].reverse().join("") === text);
  expect(new Set(palindromes.map(({ length }) => length % 2))).toEqual(new Set([0, 1]));
  expect(Math.max(...texts.map(({ length }) => length))).toBeGreaterThan(50);
});
