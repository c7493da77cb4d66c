import { expect, test } from "vitest";
import { allNames } from "#cli/names-text.js";

test.each([
  [[], ""],
  [["page"], "page"],
  [["page", "size"], "page and size"],
  [["page", "size", "cuisine"], "page, size and cuisine"],
])("all of the names %j are %j", (names, text) => {
  expect(allNames(names)).toBe(text);
});
