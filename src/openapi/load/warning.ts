/** A defect of a document that its readers can do without: what depends on it is left out, or read in another way. */
export interface DocumentWarning {
  /** JSON pointer to the place in the document. */
  pointer: string;
  /** The defect, and what follows from it. */
  message: string;
}

/**
 * Warnings as lines for people. Warnings with the same message are one line.
 *
 * @param shown the document as messages name it
 */
export function warningLines(shown: string, warnings: readonly DocumentWarning[]): string[] {
  const places = new Map<string, string[]>();
  for (const { message, pointer } of warnings) places.set(message, [...(places.get(message) ?? []), pointer]);
  return [...places].map(([message, [first, ...more]]) => {
    const others = more.length > 0 ? ` (and ${more.length} more ${more.length === 1 ? "place" : "places"})` : "";
    return `Warning: ${shown} at ${first}${others}: ${message}`;
  });
}
