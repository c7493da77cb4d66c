import { between, type Randomness } from "#values/random/randomness.js";

/** Legal texts that programs often read as something else. */
const ODD_TEXTS = [
  " ",
  " a ",
  "a\tb",
  "a\nb",
  "a\r\nb",
  "a\u0000b",
  "'",
  '"',
  "\\",
  "a'; --",
  "<b>&amp;</b>",
  "%00%s%n",
  "{}",
  "[]",
  "../../a",
  "null",
  "true",
  "NaN",
  "-1",
  "1e309",
  "0x1F",
  "__proto__",
  "constructor",
  "2024-02-30",
  "İıſß",
  "e\u0301",
  "\u200d\u200b",
  "\u202eabc",
  "\ufeffa",
  "👩‍👩‍👧‍👦",
  "漢字",
];

/** Characters of one to four octets in UTF-8. */
const CHARACTERS = ["a", "é", "Ž", "漢", "ثـ", "🦄"];

const LENGTHS = [2, 31, 64, 100, 255, 256, 1000, 5000];

/** An odd text, or a long one of characters that are not all ASCII. */
export function oddText(randomness: Pick<Randomness, "random">): string {
  if (randomness.random() < 0.6) return ODD_TEXTS[between(randomness, 0, ODD_TEXTS.length - 1)] ?? "";
  const length = LENGTHS[between(randomness, 0, LENGTHS.length - 1)] ?? 1;
  const character = () => CHARACTERS[between(randomness, 0, CHARACTERS.length - 1)] ?? "a";
  return Array.from({ length }, character).join("");
}

/**
 * The beginnings of a text, the longest first: a schema may allow fewer characters.
 *
 * @param known a length that the schema allows
 */
export function beginningsOf(text: string, known: number): string[] {
  const characters = [...text];
  const shorter = [known, 5, 1].filter((length) => length > 0 && length < characters.length);
  return [characters.length, ...shorter.toSorted((one, other) => other - one)].map((length) =>
    characters.slice(0, length).join(""),
  );
}
