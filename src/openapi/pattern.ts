/**
 * The regular expression of a `pattern`: of Unicode characters, as JSON Schema recommends (Validation, 4.3); where only
 * that makes it wrong, as ECMA-262 reads it without.
 *
 * @throws SyntaxError if it is none
 */
export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}
