/**
 * How many lists and objects of a document or a body may be nested in each other (RFC 8259, 9, permits a limit).
 * Documents and values are read by recursion, which exhausts the stack after some thousand levels.
 */
export const MAX_LEVELS = 500;

/** Whether lists and objects of a JSON text are nested too deeply. Takes linear time, and does not recurse. */
export function isNestedTooDeep(text: string): boolean {
  if (text.length <= MAX_LEVELS) return false;
  let levels = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === BACKSLASH) index += 1;
      else if (character === QUOTE) inString = false;
    } else if (character === QUOTE) inString = true;
    else if (character === BRACKET || character === BRACE) {
      levels += 1;
      if (levels > MAX_LEVELS) return true;
    } else if (character === END_BRACKET || character === END_BRACE) levels -= 1;
  }
  return false;
}

const [QUOTE, BACKSLASH, BRACKET, END_BRACKET, BRACE, END_BRACE] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];
