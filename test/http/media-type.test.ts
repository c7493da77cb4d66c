import { expect, test } from "vitest";
import { includesType, isJson } from "#http/media-type.js";

test.each([
  ["application/json", "application/json; charset=utf-8", true],
  ["application/*", "application/problem+json", true],
  ["*/*", "text/html", true],
  ["application/json", "text/html", false],
  ["application/json", "application/problem+json", false],
])("the media type %s covers %s: %s", (documented, received, want) => {
  expect(includesType(documented, received)).toBe(want);
});

test("problem+json is JSON, and jsonp is not JSON", () => {
  expect(isJson("application/problem+json; charset=utf-8")).toBe(true);
  expect(isJson("application/jsonp")).toBe(false);
});
