import { expect, test } from "vitest";
import { textOf } from "#http/body/text-of.js";

const LATIN = Uint8Array.from([0x6e, 0x0a, 0xe9]);
const UTF_8 = new TextEncoder().encode("n\né");

test.each([
  ["text/csv; charset=iso-8859-1", LATIN, "n\né"],
  ['text/csv; header=present; Charset="ISO-8859-1"', LATIN, "n\né"],
  ["text/plain;charset=iso-8859-2", Uint8Array.from([0xb1]), "ą"],
  ["text/plain; charset=utf-16le", Uint8Array.from([0xe9, 0x00]), "é"],
  ["text/csv; charset=utf-8", UTF_8, "n\né"],
  ["text/csv", UTF_8, "n\né"],
  ["text/csv; charset=no-such", UTF_8, "n\né"],
  ["application/json; charset=iso-8859-1", UTF_8, "n\né"],
  ["text/event-stream; charset=iso-8859-1", UTF_8, "n\né"],
])("a text of %s is read by its charset", (contentType, bytes, want) => {
  expect(textOf(bytes, contentType)).toBe(want);
});
