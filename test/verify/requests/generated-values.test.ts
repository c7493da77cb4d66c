import { expect, test } from "vitest";
import { isUuid } from "#openapi/patterns/uuid.js";
import { GeneratedValues, renewals } from "#verify/requests/generated-values.js";

/** Some values of each kind. */
function sample(seed: number): (string | number)[] {
  const values = new GeneratedValues(seed);
  return [values.random(), values.unique(), values.uuid(), values.unique(3), values.random()];
}

test.each([0, 1, 7, 4_294_967_295])("the seed %i generates the same values in every run", (seed) => {
  expect(sample(seed)).toEqual(sample(seed));
});

test("every seed generates other values", () => {
  expect(new Set([0, 1, 7, 4_294_967_295].map((seed) => sample(seed).join())).size).toBe(4);
});

test("random numbers are from 0 to 1 and evenly distributed", () => {
  const values = new GeneratedValues(1);
  const numbers = Array.from({ length: 1000 }, () => values.random());
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  expect(numbers.reduce((sum, each) => sum + each, 0) / numbers.length).toBeCloseTo(0.5, 1);
});

test.each([1, 10, 40])("a unique value of length %i has that many lower-case letters and digits", (length) => {
  expect(new GeneratedValues(1).unique(length)).toMatch(new RegExp(`^[a-z0-9]{${length}}$`));
});

test("a thousand unique values of the default length are different", () => {
  const values = new GeneratedValues(1);
  expect(new Set(Array.from({ length: 1000 }, () => values.unique())).size).toBe(1000);
});

test("a UUID has version 4 and the variant of RFC 9562 (5.4)", () => {
  const uuid = new GeneratedValues(1).uuid();
  expect(isUuid(uuid)).toBe(true);
  expect(uuid).toMatch(/^.{14}4.{4}[89ab]/);
});

test("a text is generated exactly if it contains a unique value or a UUID of this run", () => {
  const values = new GeneratedValues(1);
  const [unique, uuid] = [values.unique(), values.uuid()];
  expect(values.isGenerated(`verify-${unique}@example.com`)).toBe(true);
  expect(values.isGenerated(uuid)).toBe(true);
  expect(values.isGenerated("kim@example.com")).toBe(false);
  expect(new GeneratedValues(1).isGenerated(unique)).toBe(false);
});

test.each<[where: string, text: (unique: string, other: string) => string]>([
  ["each time it occurs", (unique) => `${unique}, ${unique}`],
  ["within other letters", (unique) => `Verify${unique}s`],
  ["beside one that is not renewed", (unique, other) => `${unique} ${other}`],
])("a unique value is renewed %s", (_, text) => {
  const values = new GeneratedValues(1);
  const [unique, other] = [values.unique(), values.unique()];
  const renewed = values.renewed(text(unique, other), [unique]);
  const [known] = values.generatedIn(renewed).filter((found) => found !== other);
  expect(known).not.toBe(unique);
  expect(renewed).toBe(text(known ?? "", other));
});

test("of unique values that overlap, the one that was generated first is renewed", () => {
  const values = new GeneratedValues(1);
  const renewed = values.renewed("k3jd9x2m1qabcd", ["k3jd9x2m1q", "x2m1qabcd"]);
  expect(renewed).toMatch(/^[a-z0-9]{10}abcd$/);
  expect(renewed).not.toContain("x2m1q");
});

test("each copy of a value has other unique values, of the same lengths", () => {
  const values = new GeneratedValues(1);
  const value = { id: values.uuid(), names: [values.unique(), values.unique(7)], kind: "a" };
  const copy = renewals(values, value);
  const copies = [value, copy(), copy()].map((each) => JSON.stringify(each));
  expect(new Set(copies.flatMap((each) => values.generatedIn(each))).size).toBe(9);
  expect(new Set(copies.map(({ length }) => length)).size).toBe(1);
});

test("of thousands of unique values in a body, those of the outer fields are renewed, in little time", () => {
  const values = new GeneratedValues(1);
  const items = Array.from({ length: 5000 }, () => ({ code: values.unique() }));
  const value = { items, name: values.unique() };
  const copy = renewals(values, value);
  const before = process.cpuUsage();
  const copies = Array.from({ length: 10 }, copy);
  // One search for each text takes seconds.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  expect(new Set(copies.map((each) => JSON.stringify(each).slice(-20))).size).toBe(10);
  expect(JSON.stringify(copies[0])).toContain(items.at(-1)?.code);
});

test.each([
  ["letters", /^[a-z]{8}$/],
  ["capitals", /^[A-Z]{8}$/],
  ["capitals and digits", /^[A-Z\d]{8}$/],
] as const)("a renewed value has the alphabet of the one before: %s", (alphabet, pattern) => {
  const values = new GeneratedValues(3);
  for (let count = 0; count < 20; count += 1) {
    const unique = values.unique(8, alphabet);
    const renewed = values.renewed(`BR-${unique}`).slice("BR-".length);
    expect(unique).toMatch(pattern);
    expect(renewed).toMatch(pattern);
    expect(renewed).not.toBe(unique);
  }
});
