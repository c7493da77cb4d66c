/** A text without escapes. */
export interface DecodedText {
  text: string;
  /** Where each of its code units begins in the original, and the original's end. */
  starts: Uint32Array;
}

/** Signs that begin an escaped character, or stand for a space. */
const ESCAPES = /[\\%&~+]/;

/** Whether a text may have escapes. */
export function mayHaveEscapes(text: string): boolean {
  return ESCAPES.test(text);
}

/** An octet of a URL, also if it was encoded several times. */
const OCTET = /%(?:25)*([0-9a-f]{2})/iy;
const UTF16 = /\\+u([0-9a-f]{4})/iy;
const BACKSLASHES = /\\+/y;
const CHARACTER_REFERENCE = /&(?:#(\d{1,9})|#x([0-9a-f]{1,8})|(amp|lt|gt|quot|apos));/iy;
const POINTER_ESCAPE = /~([01])/y;

const HTML_NAMES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** How often a text is decoded: an echo of an echo is escaped twice, in two ways perhaps. */
const PASSES = 5;

/**
 * Decodes what a debug echo is likely to escape, until nothing is left to decode. It knows JSON, URLs, forms, HTML and JSON
 * pointers. So a secret that itself looks like an escape becomes the same text, escaped or not. A backslash is left out,
 * because JSON in JSON has several. A plus sign is a space, as in forms.
 */
export function decoded(original: string): DecodedText {
  let { text, starts } = decodedOnce(original);
  for (let pass = 1; pass < PASSES && mayHaveEscapes(text); pass += 1) {
    const next = decodedOnce(text);
    if (next.text.length === text.length) break;
    const before = starts;
    text = next.text;
    starts = next.starts.map((at) => before[at] ?? original.length);
  }
  return { text: folded(text).replaceAll("+", " "), starts };
}

function decodedOnce(original: string): DecodedText {
  const reader = new EscapeReader(original);
  const codes: number[] = [];
  const starts: number[] = [];
  while (reader.at < original.length) {
    const begun = reader.at;
    const character = reader.read();
    for (let unit = 0; unit < character.length; unit += 1) {
      codes.push(character.charCodeAt(unit));
      starts.push(begun);
    }
  }
  starts.push(original.length);
  return { text: textOf(codes), starts: Uint32Array.from(starts) };
}

/** Reads a text character by character, each escape as the character that it stands for. */
class EscapeReader {
  readonly #original: string;
  /** The place of the next character. */
  at = 0;

  constructor(original: string) {
    this.#original = original;
  }

  /** The next character. Moves behind it. */
  read(): string {
    const start = this.at;
    const sign = this.#original[this.at] ?? "";
    if (sign === "\\") {
      const unit = this.#take(UTF16);
      if (unit) return String.fromCharCode(Number.parseInt(unit[1] ?? "", 16));
      this.#take(BACKSLASHES);
      return this.at < this.#original.length ? this.read() : "";
    }
    const character = this.#escaped(sign);
    if (character !== undefined) return character;
    this.at = start + 1;
    return sign;
  }

  /** The character that an escape stands for; undefined if the sign begins none. */
  #escaped(sign: string): string | undefined {
    if (sign === "%") {
      const octet = this.#take(OCTET);
      if (octet) return this.#codePoint(Number.parseInt(octet[1] ?? "", 16));
    }
    if (sign === "&") {
      const [, decimal, hexadecimal, name] = this.#take(CHARACTER_REFERENCE) ?? [];
      if (name !== undefined) return HTML_NAMES[name.toLowerCase()] ?? "";
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
      if (code <= 0x10ffff) return String.fromCodePoint(code);
    }
    if (sign === "~") {
      const [, digit] = this.#take(POINTER_ESCAPE) ?? [];
      if (digit !== undefined) return digit === "0" ? "~" : "/";
    }
    return undefined;
  }

  /** The character of a sequence of octets in UTF-8 (RFC 3629, 3); the octet itself if no sequence begins with it. */
  #codePoint(first: number): string {
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    const before = this.at;
    const octets = [first];
    while (octets.length <= more) {
      const octet = this.#take(OCTET);
      if (!octet) break;
      octets.push(Number.parseInt(octet[1] ?? "", 16));
    }
    const text = Buffer.from(octets).toString("utf8");
    if (octets.length === more + 1 && text !== "\ufffd") return text;
    this.at = before;
    return String.fromCharCode(first);
  }

  /** Matches at the present place, and moves behind the match. */
  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#original);
    if (match) this.at = pattern.lastIndex;
    return match;
  }
}

/** `String.fromCharCode` takes a limited number of arguments. */
const MAX_ARGUMENTS = 8192;

function textOf(codes: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < codes.length; at += MAX_ARGUMENTS) {
    parts.push(String.fromCharCode(...codes.slice(at, at + MAX_ARGUMENTS)));
  }
  return parts.join("");
}

/** A text in lower case, with as many code units: `İ` would become two. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text
    .split("")
    .map((unit) => (unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit))
    .join("");
}
