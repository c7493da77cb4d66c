const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";

/** The characters that unique texts may have. Patterns such as `^[A-Z]{2,10}$` admit some of them only. */
export const ALPHABETS = {
  usual: LETTERS + DIGITS,
  letters: LETTERS,
  capitals: LETTERS.toUpperCase(),
  "capitals and digits": LETTERS.toUpperCase() + DIGITS,
} as const;

export type Alphabet = keyof typeof ALPHABETS;

/** The alphabets that a schema may demand in place of the usual one. */
export const OTHER_ALPHABETS = ["letters", "capitals", "capitals and digits"] as const satisfies readonly Alphabet[];

/** The smallest alphabet that has all characters of a unique text. A copy with another text fits the same pattern then. */
export function alphabetOf(text: string): Alphabet {
  const has = (alphabet: Alphabet) => [...text].every((character) => ALPHABETS[alphabet].includes(character));
  return OTHER_ALPHABETS.find(has) ?? "usual";
}
