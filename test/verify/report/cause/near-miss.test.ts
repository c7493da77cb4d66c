import { expect, test } from "vitest";
import { nearMiss } from "#verify/report/cause/near-miss.js";

const MOMENT = /^\d{4}-(0[1-9]|1[0-2])-\d\dT([01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z$/;
const ROW = /^\d{4}-(0[1-9]|1[0-2])-\d\d ([01]\d|2[0-3]):\d\d:\d\d\.\d{3}\+00$/;
const CODE = /^[A-Z]{2}-\d{2}$/;

test.each<[string, RegExp, string | undefined]>([
  ["2026-11-22T21:52:58Z", MOMENT, "milliseconds are missing"],
  ["2026-11-22T21:52:58.123456Z", MOMENT, "it has more digits than milliseconds"],
  ["2026-11-22T21:52:58.1Z", MOMENT, "it has fewer digits than milliseconds"],
  ["2026-11-22T21:52:58.123+00:00", MOMENT, "the time zone is an offset, not Z"],
  ["2026-11-22T21:52:58.123", MOMENT, "the time zone is missing"],
  ["2026-11-22 21:52:58.123Z", MOMENT, "there is a space in place of T"],
  ["2026-11-22t21:52:58.123z", MOMENT, "letters are in lower case"],
  ["2026-13-22T21:52:58.123Z", MOMENT, "the date does not exist"],
  ["2026-11-22T25:52:58.123Z", MOMENT, "the time does not exist"],
  ["2026-11-22 21:52:58Z", MOMENT, "milliseconds are missing, and there is a space in place of T"],
  ["2026-11-22 21:52:58.123Z", ROW, "the time zone is Z, not an offset"],
  ["2026-11-22 21:52:58.123+00:00", ROW, "the time zone has minutes"],
  ["2026-11-22 21:52:58.123+02", ROW, "the time zone is not UTC"],
  ["2026-11-22 21:52:58.123", ROW, "the time zone is missing"],
  ["2026-11-22T21:52:58.123+00", ROW, "there is a T in place of a space"],
  ["yesterday", MOMENT, undefined],
  [" AB-12", CODE, "it begins or ends with white space"],
  ["ab-12", CODE, "letters are in lower case"],
  ["AB_12", CODE, "it has other separators"],
  ["ABC", CODE, undefined],
])("the difference between %s and %s: %s", (value, pattern, want) => {
  expect(nearMiss(value, (text) => pattern.test(text))).toBe(want);
});
