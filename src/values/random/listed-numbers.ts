/** A number, and a word that says what it means: "1 for developers", "2: closed", "3 = archived", "4 (urgent)". */
const MEANING =
  /(?<![\w.,/+-])(-?\d{1,4})(?:\s+(?:for|is|means)\s+|\s*(?::|=>?|–|—|\()\s*|\s+-\s+)["'`]?(?=\p{L}{2})/gu;

/** The fewest numbers with a meaning that are a list. */
const LEAST = 2;

/**
 * The numbers that a description lists with their meanings: 1 and 2 of "1 for admins, 2 for guests". An empty list if it lists none.
 */
export function listedNumbers(description: string): readonly number[] {
  const numbers = new Set([...description.matchAll(MEANING)].map(([, number]) => Number(number)));
  return numbers.size < LEAST ? [] : [...numbers];
}
