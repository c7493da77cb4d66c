/**
 * How many lists and objects of a document or a body may be nested in each other (RFC 8259, 9, permits a limit).
 * Documents and values are read by recursion, which exhausts the stack after some thousand levels.
 */
export const MAX_LEVELS = 500;

/** Whether lists and objects of a JSON text are nested too deeply. Takes linear time, and does not recurse. */
export function isNestedTooDeep(text: string): boolean {
  if (text.length <= MAX_LEVELS) return false;
  let levels = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) index = endOfString(text, index);
    else if (character === BRACKET || character === BRACE) {
      levels += 1;
      if (levels > MAX_LEVELS) return true;
    } else if (character === END_BRACKET || character === END_BRACE) levels -= 1;
  }
  return false;
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

const [QUOTE, BACKSLASH, BRACKET, END_BRACKET, BRACE, END_BRACE] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];
