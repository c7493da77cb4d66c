import { readFile } from "node:fs/promises";

/** The languages of the verbs. */
export const LANGUAGES = ["en", "de", "fr", "es", "pt", "it"] as const;
export type Language = (typeof LANGUAGES)[number];

async function wordsOf(name: string): Promise<readonly [string, ...string[]]> {
  const text = await readFile(new URL(`words/${name}.txt`, import.meta.url), "utf8");
  const [first, ...others] = text.split(/\s+/).filter((word) => word !== "");
  if (first === undefined) throw new Error(`${name} has no words.`);
  return [first, ...others];
}

const [en, de, fr, es, pt, it] = await Promise.all([
  wordsOf("verbs.en"),
  wordsOf("verbs.de"),
  wordsOf("verbs.fr"),
  wordsOf("verbs.es"),
  wordsOf("verbs.pt"),
  wordsOf("verbs.it"),
]);

/** Verbs in the infinitive, by language. */
export const VERBS: Readonly<Record<Language, readonly [string, ...string[]]>> = { en, de, fr, es, pt, it };

/** English nouns whose plural ends in `s`. */
export const NOUNS = await wordsOf("nouns.en");

const LETTERS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", œ: "oe" };

/** A word in letters of ASCII, as paths and operationIds have it. */
export function asciiOf(word: string): string {
  const replaced = word.replace(/[äöüßæœ]/g, (letter) => LETTERS[letter] ?? letter);
  return replaced.normalize("NFD").replace(/[^a-z]/g, "");
}
