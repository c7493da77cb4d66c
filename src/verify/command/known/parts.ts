import type { KnownCause } from "../../model/known.js";

/** The lines of a file of known findings. */
export interface FileParts {
  /** The lines before the list. */
  head: readonly string[];
  items: readonly Item[];
  /** Comments and empty lines after the last entry. */
  tail: readonly string[];
  /** The indentation of the entries. */
  indent: string;
}

/** The lines of an entry, with the comments above it. */
export interface Item {
  entry: KnownCause;
  lines: readonly string[];
  /**
   * Its lines before and after those of its operations and untested cases. Undefined if these are not lines of their own.
   */
  around: { before: readonly string[]; after: readonly string[] } | undefined;
}

const LIST = /^known:\s*(?:\[\s*\]|null|~)?\s*$/;

/**
 * Divides a file into its lines.
 *
 * @param entries of the file
 * @returns undefined if it does not have the form in which it was written: each entry on lines of its own
 */
export function partsOf(text: string, entries: readonly KnownCause[]): FileParts | undefined {
  const lines = text.split("\n");
  const list = lines.findIndex((line) => LIST.test(line));
  if (list < 0 || text.includes("\r")) return undefined;
  const [, indent = "  "] = /^( *)- /.exec(lines.slice(list + 1).find((line) => /^ *- /.test(line)) ?? "") ?? [];
  const starts = lines.flatMap((line, at) => (at > list && line.startsWith(`${indent}- `) ? [at] : []));
  if (entries.length !== starts.length) return undefined;
  const begins = starts.map((at) => at - commentsBefore(lines.slice(list + 1, at)));
  const end = lines.length - commentsBefore(lines.slice((starts.at(-1) ?? list) + 1));
  const items = entries.map((entry, index) => {
    const own = lines.slice(begins[index], begins[index + 1] ?? end);
    return { entry, lines: own, around: aroundOperations(own, `${indent}  `) };
  });
  return { head: lines.slice(0, list), items, tail: lines.slice(end), indent };
}

/** How many of the last lines are comments or empty. */
function commentsBefore(lines: readonly string[]): number {
  return lines.length - 1 - lines.findLastIndex((line) => !/^\s*(#|$)/.test(line));
}

function aroundOperations(lines: readonly string[], indent: string): Item["around"] {
  const at = lines.indexOf(`${indent}operations:`);
  if (at < 0) return undefined;
  const rest = lines.slice(at + 1);
  const isOfThem = (line: string) => line.startsWith(`${indent} `) || line === `${indent}untested:`;
  const next = rest.findIndex((line) => !isOfThem(line) && !line.startsWith(`${indent}- `));
  return { before: lines.slice(0, at), after: next < 0 ? [] : rest.slice(next) };
}
