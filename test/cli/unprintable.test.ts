import { expect, test } from "vitest";
import { onLines, onOneLine } from "#cli/unprintable.js";
import { errorText, UserError } from "#cli/user-error.js";

test.each([
  ["a\nb", "a\\nb"],
  ["\u001b[31m\u009b\u007f", "\\x1b[31m\\x9b\\x7f"],
  ["\u202e\u2066\u200f\u200b\ufeff", "\\u202e\\u2066\\u200f\\u200b\\ufeff"],
  ["\u2028\u2029\u0085", "\\u2028\\u2029\\x85"],
  ["\ud800 \u{e0041}", "\\ud800 \\u{e0041}"],
  ["Größe 大 🎉 'x' \\n", "Größe 大 🎉 'x' \\n"],
])("%j on one line is %s", (text, want) => {
  expect(onOneLine(text)).toBe(want);
});

test("line feeds stay between lines", () => {
  expect(onLines("a\r\nb\u001b")).toBe("a\\x0d\nb\\x1b");
});

test("the text of an error has no control characters, whatever a document put into it", () => {
  expect(errorText(new UserError("x\u001b]0;title\u0007 at #/paths\nCorrect it."))).toBe(
    "x\\x1b]0;title\\x07 at #/paths\nCorrect it.",
  );
  expect(errorText(new TypeError("\u009b2J"))).toMatch(/^TypeError: \\x9b2J\n {4}at /);
  expect(errorText("\u202e")).toBe("\\u202e");
});
