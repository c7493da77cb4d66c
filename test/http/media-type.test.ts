import { expect, test } from "vitest";
import { contentFor } from "#http/media-type.js";

const KEYS = ["*/*", "application/*", "application/json;simple", "application/json", "text/plain"];
const content = KEYS.map((name) => ({ name }));

test.each([
  ["application/json", "application/json"],
  ["application/json; simple", "application/json;simple"],
  ["Application/JSON; charset=utf-8", "application/json"],
  ["application/xml", "application/*"],
  ["image/png", "*/*"],
])("%s is described by the most specific key, %s", (received, want) => {
  expect(contentFor(content, received)?.name).toBe(want);
  expect(contentFor(content.toReversed(), received)?.name).toBe(want);
});

test("no key fits another type", () => {
  expect(contentFor([{ name: "text/plain" }], "text/html")).toBeUndefined();
});
