import { expect, test } from "vitest";
import { beginningsOf, oddText } from "#verify/requests/exploration/odd-texts.js";
import { smallerValues } from "#verify/requests/exploration/smaller-values.js";
import { GeneratedValues } from "#verify/requests/generated-values.js";

test("a derived generator has other values than its origin, and the same ones for a seed and a name", () => {
  const values = new GeneratedValues(1);
  const [one, same, other] = ["a", "a", "b"].map((name) => values.derived(name).random());
  expect(one).toBe(same);
  expect(new Set([one, other, values.random()]).size).toBe(3);
});

test("the unique values of a derived generator are known to its origin, and replaced by others of the same form", () => {
  const values = new GeneratedValues(1);
  const derived = values.derived("a");
  const [text, uuid] = [derived.unique(8), derived.uuid()];
  expect(values.isGenerated(text)).toBe(true);
  expect(values.generatedIn(`x-${text} ${uuid}`)).toEqual([text, uuid]);
  const renewed = values.renewed(`x-${text} ${uuid}`);
  expect(renewed).toMatch(/^x-[a-z\d]{8} [\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  expect(renewed).not.toContain(text);
  expect(values.renewed("plain")).toBe("plain");
});

test("odd texts are whole characters, most of them not plain words", () => {
  const values = new GeneratedValues(1);
  const texts = Array.from({ length: 200 }, () => oddText(values));
  expect(texts.every((each) => each.isWellFormed() && each !== "")).toBe(true);
  expect(new Set(texts).size).toBeGreaterThan(50);
});

test("the beginnings of a text do not cut a character", () => {
  expect(beginningsOf("🦄🦄🦄🦄🦄🦄", 3)).toEqual(["🦄🦄🦄🦄🦄🦄", "🦄🦄🦄🦄🦄", "🦄🦄🦄", "🦄"]);
});

test.each([
  [8, [0, 1, -1, 4, 6, 7]],
  [-2, [0, 1, -1]],
  [0.5, [0]],
  ["éa", ["aa", "a", "é"]],
  ["a", []],
  [
    [1, 2],
    [[2], [1]],
  ],
  [true, []],
])("simpler values than %j are %j", (value, wanted) => {
  expect(smallerValues(value)).toEqual(wanted);
});
