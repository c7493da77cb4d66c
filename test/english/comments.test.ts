import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { sentencesOf, wordsOf } from "./sentences.js";

/** The most words of a sentence in a comment. */
const MOST = 20;

/** A block, lines that follow each other, or the end of a line of code. */
const COMMENT = /^[ \t]*\/\*\*?(?<block>[\s\S]*?)\*\/|(?<lines>(?:^[ \t]*\/\/.*\n)+)|[;,{}()\]] \/\/ (?<end>.*)$/gm;

/** The texts of the comments of a file. Biome has brought them into one form. */
function commentsOf(code: string): string[] {
  return [...code.matchAll(COMMENT)].map(({ groups: { block, lines, end } = {} }) => {
    return block?.replace(/^[ \t]*\* ?/gm, "") ?? lines?.replace(/^[ \t]*\/\/ ?/gm, "") ?? end ?? "";
  });
}

const longOf = (code: string) =>
  commentsOf(code)
    .flatMap(sentencesOf)
    .filter((sentence) => wordsOf(sentence) > MOST);

test("a sentence is measured in each form of a comment, a name of code as one word, and a citation as none", () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(" ");
  expect(longOf(`/** ${words(21)}. */`)).toHaveLength(1);
  expect(longOf(`  // ${words(11)}\n  // ${words(10)}.\n`)).toHaveLength(1);
  expect(longOf(`const a = 1; // ${words(21)}\n`)).toHaveLength(1);
  expect(longOf(`/**\n * ${words(20)}\n *\n * @param name ${words(20)}\n */`)).toEqual([]);
  expect(longOf(`/** ${words(19)} \`a b c\` (RFC 9110, 15.5.16 and 8.3). ${words(20)}. */`)).toEqual([]);
});

test("a sentence of a comment in src has at most twenty words", async () => {
  const files = execFileSync("git", ["ls-files", "src/*.ts"], { encoding: "utf8" }).trim().split("\n");
  const long = await Promise.all(
    files.map(async (file) => longOf(await readFile(file, "utf8")).map((sentence) => `${file}: ${sentence}`)),
  );
  expect(long.flat()).toEqual([]);
});
