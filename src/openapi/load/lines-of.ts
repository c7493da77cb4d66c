import { readFile } from "node:fs/promises";
import { parentOf, pointerNames, valueAt } from "../document/pointer.js";
import { lineIn } from "./line-of.js";
import { isUrl } from "./read-url.js";

/** The largest file in which lines are searched, in characters: a second parser reads it, which takes ten times as long. */
const MAX_LENGTH = 3_000_000;

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
  if (!text.trim().includes("\n") || text.length > MAX_LENGTH) return new Map();
  const [core, { parseYaml }] = await Promise.all([import("./redocly.js"), import("./yaml.js")]);
  let content: unknown;
  try {
    content = parseYaml(text);
  } catch {
    return new Map();
  }
  const source = new core.Source(file, text);
  return new Map(
    wanted.flatMap((pointer): [string, number][] => {
      const place = valueAt(content, pointer) === undefined ? parentOf(pointer) : pointer;
      if (place === "#" || valueAt(content, place) === undefined) return [];
      const line = lineIn(core, source, pointerNames(place));
      return line === undefined ? [] : [[pointer, line]];
    }),
  );
}
