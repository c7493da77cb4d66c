import type { Reach } from "./service.js";

/** The order of four texts, of which none may be short. */
export function order(reach: Reach, texts: readonly string[]): string {
  if (texts.some((text) => text.length < 3)) {
    return reach("order: short", "unknown");
  }
  if (texts.every((text) => text === texts[0])) {
    return reach("order: all equal", "equal");
  }
  const pairs = texts.slice(1).map((text, index) => [texts[index] ?? "", text] as const);
  if (pairs.every(([before, after]) => before <= after)) {
    return reach("order: ascending", "ascending");
  }
  return pairs.every(([before, after]) => before >= after)
    ? reach("order: descending", "descending")
    : reach("order: none", "none");
}

/** How a text reads backwards. */
export function palindrome(reach: Reach, text: string): string {
  const reversed = [...text].reverse().join("");
  if (text.length === 1) {
    return reach("palindrome: one letter", "trivial");
  }
  if (text.length > 40) {
    return reach("palindrome: long", "unknown");
  }
  if (reversed === text) {
    return reach(text.length % 2 === 0 ? "palindrome: even" : "palindrome: odd", "exact");
  }
  return reversed.toLowerCase() === text.toLowerCase()
    ? reach("palindrome: by letters", "letters")
    : reach("palindrome: none", "none");
}

const KINDS = new Map([
  ["txt", "text"],
  ["md", "text"],
  ["png", "image"],
  ["jpg", "image"],
  ["pdf", "document"],
]);

/** The kind of a file by its suffix. */
export function kindOfFile(reach: Reach, file: string, folder: string | undefined): string {
  if (folder === file) {
    return reach("file: the folder itself", "folder");
  }
  const dot = file.lastIndexOf(".");
  if (dot < 0) {
    return reach("file: no suffix", "unknown");
  }
  if (dot === 0) {
    return reach("file: hidden", "hidden");
  }
  if (dot === file.length - 1) {
    return reach("file: empty suffix", "unknown");
  }
  const kind = KINDS.get(file.slice(dot + 1).toLowerCase());
  return kind === undefined ? reach("file: other suffix", "unknown") : reach(`file: ${kind}`, kind);
}

/** How many letters differ between two texts, one of which may be a part of the other. */
export function difference(reach: Reach, left: string, right: string): number {
  if (left === right) {
    return reach("difference: equal", 0);
  }
  if (left.toLowerCase() === right.toLowerCase()) {
    return reach("difference: by case", 0);
  }
  if (left.length !== right.length) {
    const [short, long] = left.length < right.length ? [left, right] : [right, left];
    return long.includes(short)
      ? reach(long.startsWith(short) ? "difference: beginning" : "difference: part", long.length - short.length)
      : reach(left.length < right.length ? "difference: longer right" : "difference: longer left", long.length);
  }
  const differing = [...left].filter((letter, index) => letter !== right[index]).length;
  return differing === left.length
    ? reach("difference: nothing in common", differing)
    : reach("difference: same length", differing);
}

/** The kind of a text, by its characters. */
export function kindOfText(reach: Reach, text: string): string {
  if (/^-?\d+$/.test(text)) {
    return reach(text.startsWith("-") ? "text: negative number" : "text: number", "number");
  }
  if (/^\p{Lu}+$/u.test(text)) {
    return reach("text: capitals", "capitals");
  }
  if (/^\p{Ll}+$/u.test(text)) {
    return reach("text: small letters", "letters");
  }
  if (/^\p{L}+$/u.test(text)) {
    return reach("text: letters", "letters");
  }
  return /\s/.test(text) ? reach("text: words", "words") : reach("text: mixed", "mixed");
}
