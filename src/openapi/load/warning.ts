/** A defect of a document that its readers can do without: what depends on it is left out, or read in another way. */
export interface DocumentWarning {
  /** The file of the place, as messages name it; undefined for the document. */
  file?: string | undefined;
  /** JSON pointer to the place in the file. */
  pointer: string;
  /** The defect, and what follows from it. */
  message: string;
  /** Whether a part of the document is left out. */
  isLoss?: boolean;
}

/**
 * Warnings as lines for people. Warnings with the same message are one line.
 *
 * @param shown the document as messages name it
 */
export function warningLines(shown: string, warnings: readonly DocumentWarning[]): string[] {
  const places = new Map<string, string[]>();
  for (const { message, pointer, file = shown } of warnings) {
    places.set(message, [...(places.get(message) ?? []), `${file} at ${pointer}`]);
  }
  return [...places].map(([message, [first, ...more]]) => {
    const others = more.length > 0 ? ` (and ${more.length} more ${more.length === 1 ? "place" : "places"})` : "";
    return `Warning: ${first}${others}: ${message}`;
  });
}
