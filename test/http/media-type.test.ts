import { expect, test } from "vitest";
import { contentFor, includesType } from "#http/media-type.js";

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

test.each([
  ["application/*+json", "application/vnd.shop+json", true],
  ["application/*+json", "application/vnd.shop+json; charset=utf-8", true],
  ["application/*+json", "application/vnd.shop+xml", false],
  ["application/*+json", "application/json", false],
  ["application/*+json", "text/vnd.shop+json", false],
  ["application/*+json", "application/+json", false],
  ["image/png, image/jpeg", "image/jpeg", true],
  ["image/png, image/jpeg", "image/gif", false],
  ["image/*, application/pdf", "application/pdf", true],
  ["image/*", "image", false],
  ["text/*", "text/html", true],
  ["*/*", "text/html", true],
])("whether %s includes %s: %s", (documented, received, want) => {
  expect(includesType(documented, received)).toBe(want);
});

test("a key of a suffix describes a type before a wider range does, and after the type itself", () => {
  const keys = ["*/*", "application/*", "application/*+json", "application/vnd.shop+json"].map((name) => ({ name }));
  const ofOther = (part: typeof keys) => contentFor(part, "application/vnd.other+json")?.name;
  expect([ofOther(keys), ofOther(keys.toReversed())]).toEqual(["application/*+json", "application/*+json"]);
  expect(contentFor(keys, "application/vnd.shop+json")?.name).toBe("application/vnd.shop+json");
});
