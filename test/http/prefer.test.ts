import { expect, test } from "vitest";
import { preferencesIn } from "#http/prefer.js";

test.each<[header: string, want: Record<string, string>]>([
  ["code=404", { code: "404" }],
  ["code=404, delay=800", { code: "404", delay: "800" }],
  ["Code = 404 ;delay=800", { code: "404", delay: "800" }],
  ['example="a, b; c=d"', { example: "a, b; c=d" }],
  ["example=a=b", { example: "a=b" }],
  ["code=404, code=500", { code: "404" }],
  ["respond-async, wait", { "respond-async": "", wait: "" }],
  ['example="open', { example: '"open' }],
  [" , ;=, =x", {}],
  ["", {}],
])("the header Prefer %j has %j", (header, want) => {
  expect(Object.fromEntries(preferencesIn(header))).toEqual(want);
});
