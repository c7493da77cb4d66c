import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { rebased } from "#verify/requests/invalid/rebased.js";

test.each<[what: string, invalid: Json, sample: Json, valid: Json, want: Json]>([
  [
    "has the accepted values where it equals the sample",
    { a: 1, b: "x" },
    { a: 2, b: "x" },
    { a: 3, b: "y" },
    { a: 1, b: "y" },
  ],
  ["has the fields that only the accepted body has", { a: 1 }, { a: 2 }, { a: 3, c: "z" }, { a: 1, c: "z" }],
  ["lacks a field that it was made without", { b: "x" }, { a: 2, b: "x" }, { a: 3, b: "y" }, { b: "y" }],
  ["lacks a field of the sample that the accepted body lacks", { a: 1, id: 7 }, { a: 2, id: 7 }, { a: 3 }, { a: 1 }],
  [
    "is changed below a wrapper",
    { pet: { a: 1 } },
    { pet: { a: 2 } },
    { pet: { a: 3, c: "z" } },
    { pet: { a: 1, c: "z" } },
  ],
  [
    "has the accepted values in the items of a list",
    { a: [{ b: 1, c: 9 }] },
    { a: [{ b: 1, c: 2 }] },
    { a: [{ b: 3, c: 4 }] },
    { a: [{ b: 3, c: 9 }] },
  ],
  ["keeps a list with another number of items", { a: [1, 1] }, { a: [1] }, { a: [2] }, { a: [1, 1] }],
  ["keeps an invalid list", { a: [] }, { a: [1] }, { a: [2] }, { a: [] }],
])("the invalid body %s", (_, invalid, sample, valid, want) => {
  expect(rebased({ invalid, sample, valid })).toEqual(want);
});
