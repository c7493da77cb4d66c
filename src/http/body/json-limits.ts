import { MAX_LEVELS } from "#openapi/document/nesting.js";

/**
 * How many members an object of a body may have. Node.js reads and lists a million names in seconds, in one piece. A list of
 * as many items takes a tenth of that.
 */
const MAX_MEMBERS = 50_000;

/** The reason for an object with too many members. It may be right all the same. */
export const MANY_MEMBERS = "has an object of more than 50,000 members";

/**
 * Why a JSON text is not read, as the end of a sentence about it; undefined for most texts. Takes linear time, and does not
 * recurse.
 */
export function excessOf(text: string): string | undefined {
  if (text.length <= MAX_LEVELS) return undefined;
  // The number of commas in each open object; lists have no limit.
  const open: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) index = endOfString(text, index);
    else if (character === BRACKET || character === BRACE) {
      const levels = open.push(character === BRACE ? 0 : Number.NEGATIVE_INFINITY);
      if (levels > MAX_LEVELS) return `is nested more than ${MAX_LEVELS} levels deep`;
    } else if (character === END_BRACKET || character === END_BRACE) open.pop();
    else if (character === COMMA) {
      const commas = (open[open.length - 1] ?? 0) + 1;
      if (commas >= MAX_MEMBERS) return MANY_MEMBERS;
      open[open.length - 1] = commas;
    }
  }
  return undefined;
}

/** The place of the quote that ends a string; that of its last character if none does. */
function endOfString(text: string, start: number): number {
  // Most of a long text is strings, and `indexOf` is several times as fast as a loop.
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

const [QUOTE, COMMA, BACKSLASH, BRACKET, END_BRACKET, BRACE, END_BRACE] = [0x22, 0x2c, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];
