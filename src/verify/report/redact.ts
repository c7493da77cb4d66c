import { type Secret, type Secrets, secretsOf } from "../model/target/target.js";

/** Shorter keys would be found in ordinary words. */
const MIN_KEY_LENGTH = 4;

/**
 * Replaces secrets by the names of their variables, in every encoding that a debug echo is likely to use: escaped for JSON
 * (also twice, and as `\u0061`), a URL, HTML or a JSON pointer, character by character or as a whole; in hexadecimal; in
 * Base64, also as a part of a longer text; in the other case; and without their first or last characters.
 */
export function redact(text: string, secrets: Secrets): string {
  return replacementsFor(secrets).reduce((clean, replace) => replace(clean), text);
}

/** Replaces one secret in a text. */
type Replacement = (text: string) => string;

const compiled = new WeakMap<Secrets, { count: number; replacements: Replacement[] }>();

function replacementsFor(secrets: Secrets): Replacement[] {
  const all = secretsOf(secrets);
  const known = compiled.get(secrets);
  // A token that was renewed is one more secret.
  if (known?.count === all.length) return known.replacements;
  // Copies, because a token changes when it is renewed. The longest first: one secret may be the beginning of another.
  const replacements = all
    .flatMap((secret) => [{ ...secret }, ...partsOf(secret)])
    .filter(({ value }) => value.length >= MIN_KEY_LENGTH)
    .toSorted((a, b) => b.value.length - a.value.length)
    .map(replacementOf);
  compiled.set(secrets, { count: all.length, replacements });
  return replacements;
}

/** Shorter words of a secret are ordinary ones, such as the name of a scheme. */
const MIN_PART_LENGTH = 8;

/** The parts of a secret with spaces: servers repeat the key without the scheme before it, and values of parameters. */
function partsOf(secret: Secret): Secret[] {
  const [scheme = "", ...words] = secret.value.split(/[\s,]+/);
  const rest = secret.value.slice(scheme.length).trim();
  const values = words.flatMap((word) => [word, word.slice(word.indexOf("=") + 1).replace(/^"(.*)"$/, "$1")]);
  const parts = [...(/\d/.test(scheme) ? [scheme] : []), ...values].filter(({ length }) => length >= MIN_PART_LENGTH);
  if (words.length === 0) return [];
  return [...new Set([rest, ...parts])].map((value) => ({ ...secret, value }));
}

/** Compiling the pattern takes longer than planning a run, and few texts can have the secret. */
function replacementOf(secret: Secret): Replacement {
  const mayContain = filterFor(secret);
  let pattern: RegExp | undefined;
  return (text) => {
    if (!mayContain(text)) return text;
    pattern ??= patternOf(secret);
    return text.replace(pattern, () => `$${secret.variable}`);
  };
}

/** Signs that begin an escaped character, or stand for a space. */
const ESCAPES = /[\\%&~+]/;

/** A quick test whether a text may have the secret. Escaped texts, and secrets beyond ASCII, are always possible. */
function filterFor({ value }: Secret): (text: string) => boolean {
  const shortest = Math.max(MIN_KEY_LENGTH, value.length - 2);
  // Every encoding is at least as long, and writes a secret without spaces as one word.
  const word = /\s/.test(value) ? /^/ : new RegExp(`\\S{${shortest}}`);
  // Base64 has two alphabets, and case is ignored.
  const folded = (text: string) => text.toLowerCase().replaceAll("/", "_");
  const isAscii = /^[\x20-\x7e]*$/.test(value);
  const parts = formsOf(value).flatMap((form) => [form, hexOf(form), ...base64Parts(form)].map(folded));
  return (text) => {
    if (!word.test(text)) return false;
    if (!isAscii || ESCAPES.test(text)) return true;
    const foldedText = folded(text);
    return parts.some((part) => foldedText.includes(part));
  };
}

/** A secret as it may be sent: whole, or without its first or last characters. */
function formsOf(value: string): string[] {
  return [value, value.slice(0, -1), value.slice(0, -2), value.slice(1)].filter(
    ({ length }) => length >= MIN_KEY_LENGTH,
  );
}

/** Case is ignored, because a key in the other case is sent too. */
function patternOf({ value }: Secret): RegExp {
  const encodings = formsOf(value).flatMap((form) => [
    [...form].map(escapedCharacter).join(""),
    hexOf(form),
    ...base64Parts(form).map((part) => `${part.replaceAll("-", "[+-]").replaceAll("_", "[/_]")}[\\w+/-]?={0,2}`),
  ]);
  return new RegExp(encodings.join("|"), "gi");
}

function hexOf(text: string): string {
  return Buffer.from(text).toString("hex");
}

const POINTER_ESCAPES: Readonly<Record<string, string>> = { "~": "~0", "/": "~1" };
const HTML_NAMES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** A pattern of a character, written as it is or escaped. */
function escapedCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const octets = [...Buffer.from(character)].map((octet) => `%(?:25)*${hex(octet, 2)}`).join("");
  const utf16 = character.split("").map((unit) => String.raw`\\+u${hex(unit.charCodeAt(0), 4)}`);
  const name = HTML_NAMES[character];
  const pointer = POINTER_ESCAPES[character];
  const alternatives = [
    String.raw`\\*${literal(character)}`,
    octets,
    utf16.join(""),
    `&#(?:0*${code}|x0*${hex(code, 1)});`,
    ...(name ? [`&${name};`] : []),
    ...(pointer ? [pointer] : []),
    ...(character === " " ? [String.raw`\+`] : []),
  ];
  // An escaped text comes first: it may begin with the character.
  return `(?:${alternatives.toReversed().join("|")})`;
}

/**
 * Parts of the Base64, in the alphabet for URLs, of every text that contains the key. Three octets are four characters, so
 * the key has three forms; the characters that it shares with its neighbors are not part of them.
 */
function base64Parts(key: string): string[] {
  const length = Buffer.byteLength(key);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.from("\0".repeat(before) + key).toString("base64url");
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + length) * 8) / 6));
    if (own.length <= MIN_KEY_LENGTH) return [];
    // The last characters hold the rest of the key's last octet, and the padding.
    return [own];
  });
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
