import { expect, test } from "vitest";
import { shown } from "#cli/terminal-signs.js";

const TEXT = "✓ passed – …";

test.each<[string, boolean, Record<string, string>, string]>([
  ["a file gets every sign", false, { LANG: "C" }, TEXT],
  ["a terminal with UTF-8 gets every sign", true, { LANG: "en_GB.UTF-8" }, TEXT],
  ["a terminal without a locale gets every sign", true, {}, TEXT],
  ["a terminal of another encoding gets ASCII", true, { LANG: "de_DE.ISO-8859-1" }, "+ passed - ..."],
  ["LC_ALL counts before LANG", true, { LC_ALL: "C", LANG: "C.UTF-8" }, "+ passed - ..."],
  ["the console of Linux gets ASCII", true, { TERM: "linux", LANG: "C.UTF-8" }, "+ passed - ..."],
])("%s", (_, isTerminal, env, want) => {
  expect(shown(TEXT, { isTerminal, env })).toBe(want);
});
