import { expect, test } from "vitest";
import { signatureOf } from "#verify/model/finding/signature.js";
import { broken, unrepeated } from "#verify/rules/sentence.js";

const about = (part: string, more = "") => broken("body-invalid", { part, problem: "must be a date", more });
const FINDING = { ...about("the body at /3/name"), basis: "stated", place: "#/a" } as const;
const STATUS = { ...FINDING, ...broken("server-error", { status: 500 }) };

const ROWS: [title: string, one: Parameters<typeof signatureOf>[0], other: object, isSame: boolean][] = [
  ["indexes differ", FINDING, about("the body at /12/name"), true],
  ["more violations are like it", FINDING, about("the body at /3/name", " (and 4 more like it)"), true],
  ["statuses differ", STATUS, broken("server-error", { status: 503 }), false],
  ["one was not seen again", STATUS, unrepeated(broken("server-error", { status: 500 })), true],
  ["rules differ", STATUS, broken("invalid-request-accepted", { status: 500 }), false],
  ["names differ", FINDING, about("the body at /3/title"), false],
  ["places differ", FINDING, { place: "#/b" }, false],
  ["one is inferred", FINDING, { basis: "inferred" }, false],
  ["operations differ", FINDING, { operation: "listThings" }, false],
];

test.each(ROWS)("of two findings: %s", (_, one, other, isSame) => {
  expect(signatureOf({ ...one, ...other }) === signatureOf(one)).toBe(isSame);
});
