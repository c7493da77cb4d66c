import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const METHODS = new Set(["get", "put", "post", "patch", "delete", "head", "options"]);

/** The alternatives of words in regular expressions, and the lists of words, in a file. */
function wordListsIn(text: string): string[] {
  const alternatives = text.match(/[a-z]{3,}\)?\|\(?[a-z]{3,}/g) ?? [];
  const lists = (text.match(/\[(?:"[a-z]+",\s*){2,}"[a-z]+",?\s*\]/g) ?? []).filter((list) =>
    (list.match(/[a-z]+/g) ?? []).some((word) => !METHODS.has(word)),
  );
  return [...alternatives, ...lists];
}

test("suites see statements, never words: those are in src/statements", () => {
  const files = ["src/verify/suites", "src/verify/history"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `${folder}/${file}`),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) => wordListsIn(readFileSync(file, "utf8")).map((words) => `${file}: ${words}`));
  expect(found).toEqual([]);
});

test.each(["/(user|viewer)$/", '["author", "creator", "owner"]'])("%s is a list of words", (text) => {
  expect(wordListsIn(text)).not.toEqual([]);
});
