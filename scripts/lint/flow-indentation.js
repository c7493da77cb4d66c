import { parseYaml } from "@redocly/openapi-core/lib/js-yaml/index.js";

/** How often a text is read again: each time, its lines are one column further. */
const MAX_COLUMNS = 40;

/** A line that ends within braces or brackets. */
const OPEN = /[{[,][ \t]*(#.*)?$/m;

/**
 * The text with more spaces before lines of a flow collection that begin at the indentation of its key, or before it:
 *
 *     responses: {
 *     }
 *
 * YAML wants flow lines to be indented (1.2, 7.4). The parser of Redocly CLI refuses others; that of our other commands reads them.
 *
 * @param {string} text
 * @returns {string}
 */
export function indentedFlow(text) {
  if (!OPEN.test(text)) return text;
  let changed = text;
  for (let column = 0; column < MAX_COLUMNS; column += 1) {
    const lines = deficientLines(changed);
    if (lines.size === 0) return changed;
    changed = changed
      .split("\n")
      .map((line, index) => (lines.has(index) ? ` ${line}` : line))
      .join("\n");
  }
  return text;
}

/**
 * The numbers of the lines that a parser warns of, from 0.
 *
 * @param {string} text
 * @returns {Set<number>}
 */
function deficientLines(text) {
  /** @type {Set<number>} */
  const lines = new Set();
  /** @param {{ reason: string, mark: { line: number } }} warning */
  const onWarning = ({ reason, mark }) => {
    if (reason === "deficient indentation") lines.add(mark.line);
  };
  try {
    parseYaml(text, { onWarning });
  } catch {
    // Redocly CLI reports what is wrong with the file.
    return new Set();
  }
  return lines;
}
