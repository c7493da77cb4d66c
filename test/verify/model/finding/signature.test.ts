import { expect, test } from "vitest";
import { signatureOf } from "#verify/model/finding/signature.js";

const FINDING = {
  check: "body",
  basis: "stated",
  place: "#/a",
  message: "the body at /3/name must be a date",
} as const;
const STATUS = { ...FINDING, check: "status", message: "500, a server error" } as const;

const ROWS: [title: string, one: Parameters<typeof signatureOf>[0], other: object, isSame: boolean][] = [
  ["indexes differ", FINDING, { message: "the body at /12/name must be a date" }, true],
  [
    "more violations are like it",
    FINDING,
    { message: "the body at /3/name must be a date (and 4 more like it)" },
    true,
  ],
  ["statuses differ", STATUS, { message: "503, a server error" }, false],
  ["places differ", FINDING, { place: "#/b" }, false],
  ["one is inferred", FINDING, { basis: "inferred" }, false],
  ["operations differ", FINDING, { operation: "listThings" }, false],
];

test.each(ROWS)("of two findings: %s", (_, one, other, isSame) => {
  expect(signatureOf({ ...one, ...other }) === signatureOf(one)).toBe(isSame);
});
