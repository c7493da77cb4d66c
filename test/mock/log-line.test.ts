import { expect, test } from "vitest";
import { logLine } from "#mock/log-line.js";

const request = { method: "GET", url: "/things", status: 200, detail: undefined };

test.each([
  [{ detail: undefined }, "GET /things → 200"],
  [{ status: 422, detail: "Größe 大 is wrong" }, "GET /things → 422 Größe 大 is wrong"],
  [{ url: "/\u009b2J\u0085", status: 404 }, "GET /\\x9b2J\\x85 → 404"],
  [{ detail: "a\r\nGET /forged → 200" }, "GET /things → 200 a\\x0d\\nGET /forged → 200"],
  [{ detail: "\u001b]0;title\u0007\u007f" }, "GET /things → 200 \\x1b]0;title\\x07\\x7f"],
  [{ detail: "\u202eabc\u2066\u200f\u2028\u2029" }, "GET /things → 200 \\u202eabc\\u2066\\u200f\\u2028\\u2029"],
  [{ detail: "\ud800 \u{e0041}" }, "GET /things → 200 \\ud800 \\u{e0041}"],
])("a log line shows control characters and bidi overrides as escape sequences: %j", (changes, line) => {
  expect(logLine({ ...request, ...changes })).toBe(line);
});
