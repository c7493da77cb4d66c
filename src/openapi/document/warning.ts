/** A defect of a document that its readers can do without. The parts that need it are left out, or read in another way. */
export interface DocumentWarning {
  /** The file of the place, as messages name it; undefined for the document. */
  file?: string | undefined;
  /** JSON pointer to the place in the file. */
  pointer: string;
  /** The line of the place, from 1; undefined if it is not known. */
  line?: number | undefined;
  /** The defect, and what follows from it. */
  message: string;
  /** Whether a part of the document is left out. */
  isLoss?: boolean;
  /** The id of the operation that is left out as a whole. */
  operation?: string;
  /** Whether a schema admits any value because of it. */
  admitsAny?: boolean;
}

/**
 * Warnings as lines for people. Warnings with the same message are one line.
 *
 * @param shown the document as messages name it
 */
export function warningLines(shown: string, warnings: readonly DocumentWarning[]): string[] {
  const places = new Map<string, string[]>();
  for (const { message, pointer, line, file = shown } of warnings) {
    const where = line === undefined ? file : `${file}:${line}`;
    places.set(message, [...(places.get(message) ?? []), `${where} at ${pointer}`]);
  }
  return [...places].map(([message, [first, ...more]]) => {
    const others = more.length > 0 ? ` (and ${more.length} more ${more.length === 1 ? "place" : "places"})` : "";
    return `Warning: ${first}${others}: ${message}`;
  });
}

/** How many lines of warnings a command prints. */
const MAX_LINES = 20;

/** The first lines, and how many more there are. */
export function boundedLines(lines: readonly string[]): string[] {
  if (lines.length <= MAX_LINES) return [...lines];
  const left = lines.length - MAX_LINES;
  return [
    ...lines.slice(0, MAX_LINES),
    `Warning: ${left} more ${left === 1 ? "defect" : "defects"}. --strict-document lists all of them.`,
  ];
}
