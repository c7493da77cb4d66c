/**
 * The beginning of a text that violates every format that a text with spaces violates. A server may accept it, because
 * `format` is an annotation; then its responses show it, in later runs too.
 */
export const MALFORMED = "no such format";

/** Whether a value is a malformed text of this run or an earlier one. */
export function isMalformed(value: unknown): boolean {
  return typeof value === "string" && value.startsWith(MALFORMED);
}
