/**
 * The regular expression of a `pattern`, with the `u` flag as JSON Schema recommends (Core, 6.4); without the flag where
 * the pattern is valid only without it.
 *
 * @throws SyntaxError if it is not a regular expression
 */
export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}
