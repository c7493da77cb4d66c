import { expect, test } from "vitest";
import { sample } from "./sample.js";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test.each([
  [10, 5, [1, 3, 5, 7, 9]],
  [10, 3, [1, 5, 8]],
  [10, 1, [5]],
  [10, 0, []],
  [3, 5, [0, 1, 2]],
  [0, 2, []],
])("of %d items, a sample of %d has these: %j", (count, size, expected) => {
  expect(sample(numbers(count), size)).toEqual(expected);
});

test("a sample has its size, however long the list is", () => {
  for (const count of numbers(200)) expect(sample(numbers(count), 16)).toHaveLength(Math.min(count, 16));
});
