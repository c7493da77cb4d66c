import { expect, test } from "vitest";
import { curveOf, foundBy } from "./curve.js";

test("the curve rises once for each number of requests at which faults were found first", () => {
  expect(curveOf([12, 3, 12, 40])).toEqual([
    { requests: 3, found: 1 },
    { requests: 12, found: 3 },
    { requests: 40, found: 4 },
  ]);
});

test("a curve without a found fault has no point", () => {
  expect(curveOf([])).toEqual([]);
});

test.each([
  [0, 0],
  [2, 0],
  [3, 1],
  [39, 3],
  [40, 4],
  [1000, 4],
])("after %d requests, %d faults are found", (requests, found) => {
  expect(foundBy(curveOf([12, 3, 12, 40]), requests)).toBe(found);
});
