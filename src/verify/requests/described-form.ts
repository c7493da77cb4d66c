/** Words before an example in a description: "(e.g. “example.com.”)". */
const EXAMPLE =
  /(?:\be\.?g\b\.?|\bfor (?:example|instance)\b|\bexamples?\b|\bsuch as\b)[:,]?\s*["'`“]([^"'`”\n]{2,60})["'`”]/i;

/** A run of letters that a text of the run can take the place of. Shorter ones are often units or codes, and a scheme stays. */
const LETTERS = /\p{L}{4,}(?!\p{L}*:)/u;

/**
 * A text in the form of the example that a description gives: `k3x9qd.com.` of "Name of the zone (e.g. “example.com.”)".
 *
 * @param unique a text that nothing else has
 * @returns undefined without an example, or for one that has no word
 */
export function textInDescribedForm(description: string, unique: string): string | undefined {
  const [, example = ""] = EXAMPLE.exec(description) ?? [];
  return LETTERS.test(example) ? example.replace(LETTERS, unique) : undefined;
}
