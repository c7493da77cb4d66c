import { readFile } from "node:fs/promises";
import { parentOf, pointerNames, valueAt } from "../document/pointer.js";
import { hasLines, readText } from "./read-text.js";
import { isUrl } from "./read-url.js";

/**
 * The lines of places in a file. A place that only the bundled document has, or that is in another file, has none. That of a part
 * that is absent is the line of the part around it.
 *
 * @param file its path
 * @param pointers JSON pointers
 * @returns the lines by pointer, from 1
 */
export async function linesOf(file: string, pointers: Iterable<string>): Promise<Map<string, number>> {
  const wanted = [...new Set(pointers)];
  const text = wanted.length === 0 || isUrl(file) ? "" : await readFile(file, "utf8").catch(() => "");
  // A program wrote a document of one line: its number says nothing.
  if (!text.trim().includes("\n") || !hasLines(text)) return new Map();
  const read = await readText(text).catch(() => undefined);
  if (!read) return new Map();
  const { content, lineOf } = read;
  return new Map(
    wanted.flatMap((pointer): [string, number][] => {
      const place = valueAt(content, pointer) === undefined ? parentOf(pointer) : pointer;
      if (place === "#" || valueAt(content, place) === undefined) return [];
      const line = lineOf(pointerNames(place));
      return line === undefined ? [] : [[pointer, line]];
    }),
  );
}
