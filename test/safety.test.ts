import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const page = await readFile("docs/safety.md", "utf8");
const rows = [...page.matchAll(/^\| (.+?) \| `(test\/[\w/.-]+\.test\.ts)` \| (.+?) \|$/gm)].map(
  ([, statement = "", file = "", name = ""]) => [statement, file, name] as const,
);

test("every row of docs/safety.md can be read", () => {
  const lines = page.split("\n").filter((line) => line.startsWith("| "));
  // Without the names of the columns.
  expect(rows.length).toBe(lines.length - 1);
  expect(new Set(rows.map(([, file, name]) => `${file} ${name}`)).size).toBe(rows.length);
});

test.each(rows)("“%s” names a test that exists: %s › %s", async (_, file, name) => {
  const text = await readFile(file, "utf8");
  // In the code, a quotation mark ends no name, and a comment names no test.
  const code = text.replace(/^\s*(\/\/|\*).*$/gm, "");
  expect(code).toContain(name);
});
