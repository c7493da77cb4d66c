import { expect, test } from "vitest";
import { counted, formatDate, formatDuration, formatNumber, sentence } from "#verify/report/wording.js";

test.each<[string, string]>([
  [formatNumber(999), "999"],
  [formatNumber(1234567), "1,234,567"],
  [counted(1, "case"), "1 case"],
  [counted(0, "case"), "0 cases"],
  [counted(1024, "reply", "replies"), "1,024 replies"],
  [formatDuration(12.4), "12 ms"],
  [formatDuration(3449), "3.4 s"],
  [formatDuration(65_400), "1 min 5 s"],
  [formatDate("2026-01-02T03:04:05.678Z"), "2026-01-02 03:04:05 UTC"],
  [formatDate("yesterday"), "yesterday"],
  [sentence("the list is empty"), "The list is empty."],
  [sentence("listThings, addThing: no test case covers it"), "listThings, addThing: no test case covers it."],
  [sentence("https://api.example.com is away!"), "https://api.example.com is away!"],
])("%s", (text, expected) => {
  expect(text).toBe(expected);
});
