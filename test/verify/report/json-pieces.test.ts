import { expect, test } from "vitest";
import { jsonText } from "#openapi/document/long-integer.js";
import { fc } from "#test/property.js";
import { jsonPieces } from "#verify/report/json-pieces.js";

const written = (value: object) => [...jsonPieces(value)].join("");

test("the pieces of a report are its JSON, with an indent of two spaces", () => {
  const values = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));
  fc.assert(
    fc.property(values, (value) => {
      expect(written(value)).toBe(jsonText(value, 2));
    }),
  );
});

test.each<object>([
  {},
  [],
  { none: undefined, list: [], object: {}, text: "a\nb\u2028" },
  { a: { b: { c: { d: [{ e: undefined, f: 1n << 70n }] } } } },
  [[[["a", null], { b: 1 }]]],
])("so are those of %o", (value) => {
  expect(written(value)).toBe(jsonText(value, 2));
});

test("a large report has many pieces", () => {
  const items = Array.from({ length: 10_000 }, (_, index) => ({ index, text: "x".repeat(50) }));
  const pieces = [...jsonPieces({ coverage: { missing: items } })];
  expect(pieces.length).toBeGreaterThan(10);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
});
