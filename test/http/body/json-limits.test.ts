import { expect, test } from "vitest";
import { excessOf } from "#http/body/json-limits.js";

const MANY = "has an object of more than 50,000 members";
const DEEP = "is nested more than 500 levels deep";
const members = (count: number) => `{${Array(count).fill('"a,":[1,2]').join()}}`;

test.each([
  ["500 levels", `${"[".repeat(500)}${"]".repeat(500)}`, undefined],
  ["501 levels", `${"[{".repeat(250)}[`, DEEP],
  ["an object of 50,000 members", members(50_000), undefined],
  ["an object of 50,001 members", members(50_001), MANY],
  ["an object of as many in a list", `[1,[${members(50_001)}]]`, MANY],
  ["two objects of 30,000 members", `[${members(30_000)},${members(30_000)}]`, undefined],
  ["a list of 200,000 items", `{"a":[${Array(200_000).fill(1).join()}],"b":1}`, undefined],
  ["a text of commas and brackets", JSON.stringify({ a: `\\",${"{,[".repeat(200_000)}` }), undefined],
])("a text with %s", (_, text, excess) => {
  expect(excessOf(text)).toBe(excess);
});
