import { expect, test } from "vitest";
import { rowsAt } from "./rows-at.js";

test("every step takes the first row, and a step of 1 takes all", () => {
  expect(rowsAt([1, 2, 3, 4, 5], 2)).toEqual([1, 3, 5]);
  expect(rowsAt([1, 2, 3], 1)).toEqual([1, 2, 3]);
  expect(rowsAt([1, 2, 3], Number.POSITIVE_INFINITY)).toEqual([1]);
});

test("each kind has a row, however large the step is and wherever its rows are", () => {
  const kindOf = (row: string) => row.charAt(0);
  expect(rowsAt(["a1", "a2", "b1", "a3", "a4", "b2", "c1"], 3, kindOf)).toEqual(["a1", "b1", "a4", "c1"]);
});
