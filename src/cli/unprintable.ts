/**
 * A character that a terminal or a CI log would act on, or that a reader cannot see. These are control and format
 * characters, line breaks, and halves of surrogate pairs. Some format characters change the direction of a text.
 */
export const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const EVERY_UNPRINTABLE = /* @__PURE__ */ new RegExp(UNPRINTABLE, "gu");

/** Replaces every unprintable character. */
export function replaceUnprintable(text: string, replacement: (character: string) => string): string {
  return text.replace(EVERY_UNPRINTABLE, replacement);
}

/** A text on one line, with escape sequences for unprintable characters. */
export function onOneLine(text: string): string {
  return replaceUnprintable(text, escaped);
}

/** A text with escape sequences for unprintable characters. Line feeds stay. */
export function onLines(text: string): string {
  return text.split("\n").map(onOneLine).join("\n");
}

/** The escape sequence of a character: `\n`, `\x1b`, `\u202e`, `\u{e0041}`. */
export function escaped(character: string): string {
  if (character === "\n") return "\\n";
  const code = (character.codePointAt(0) ?? 0).toString(16);
  if (code.length > 4) return `\\u{${code}}`;
  return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
}
