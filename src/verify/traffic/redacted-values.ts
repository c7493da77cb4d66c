/** A text with the name of a variable in place of a secret, as our own files have it. An object has other fields beside. */
const OF_VARIABLE = /^"?[^"{}[\]]*\$[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*(?![\w$])[^"{}[\]]*"?$/;

/** The words and signs of other recorders, as JSON. */
const OF_OTHERS = /^"(?:[[<(]?redacted[\])>]?|\*{3,}|[•●]{3,})"$/i;

/**
 * Whether a recorder wrote something in place of the value that was sent. Nothing is known of that value then.
 *
 * @param shown the value as JSON
 */
export function isRedacted(shown: string): boolean {
  return OF_VARIABLE.test(shown) || OF_OTHERS.test(shown);
}
