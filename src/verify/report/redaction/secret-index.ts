import type { Secret } from "../../model/target/target.js";
import { decoded, folded, mayHaveEscapes } from "./decoded.js";
import { Matcher } from "./matcher.js";

/** Shorter keys would be found in ordinary words. */
export const MIN_KEY_LENGTH = 4;

/** Shorter words of a secret are ordinary ones, such as the name of a scheme. */
const MIN_PART_LENGTH = 8;

/** A searched text: the name that replaces it, and the length of its secret. */
interface Found {
  variable: string;
  /** Of several secrets in one place, the longest is named: one may be the beginning of another. */
  length: number;
  /** A further character may have a part of the secret, and padding may follow. */
  isBase64: boolean;
}

/** A part of a text that is replaced. */
type Replaced = Pick<Found, "variable" | "length"> & { start: number; end: number };

/** Secrets, and every text that a server is likely to make of them. */
export class SecretIndex {
  /** Secrets as they are, in hexadecimal and in Base64. */
  readonly #plain = new Matcher<Found>();
  /** Secrets in decoded texts. */
  readonly #decoded = new Matcher<Found>();

  /** Adds a secret, and its parts if it has spaces. Its value is copied, because that of a token changes. */
  add(secret: Secret): void {
    for (const value of [secret.value, ...partsOf(secret.value)]) {
      if (value.length < MIN_KEY_LENGTH) continue;
      const found = { variable: secret.variable, length: value.length, isBase64: false };
      const inBase64 = { ...found, isBase64: true };
      for (const form of formsOf(value)) {
        for (const text of [form, hexOf(form)]) this.#plain.add(plain(text), found, longer);
        for (const text of base64Parts(form)) this.#plain.add(plain(text), inBase64, longer);
        this.#decoded.add(decoded(form).text, found, longer);
      }
    }
  }

  /** A text with the names of variables in place of the secrets. */
  replaceIn(text: string): string {
    const places: Replaced[] = [];
    this.#plain.search(plain(text), ({ start, end, found: { variable, length, isBase64 } }) => {
      addPlace(places, { variable, length, start, end: isBase64 ? endOfBase64(text, end) : end });
    });
    if (mayHaveEscapes(text)) {
      const { text: without, starts } = decoded(text);
      this.#decoded.search(without, ({ start, end, found: { variable, length } }) => {
        addPlace(places, { variable, length, start: starts[start] ?? 0, end: starts[end] ?? text.length });
      });
    }
    if (places.length === 0) return text;
    const parts: string[] = [];
    let end = 0;
    for (const place of merged(places)) {
      parts.push(text.slice(end, place.start), `$${place.variable}`);
      end = place.end;
    }
    return parts.join("") + text.slice(end);
  }
}

function longer(before: Found, now: Found): Found {
  return now.length > before.length ? now : before;
}

/** Places in their order, those that overlap as one. */
function merged(places: readonly Replaced[]): Replaced[] {
  const all: Replaced[] = [];
  for (const place of places.toSorted((one, other) => one.start - other.start)) addPlace(all, place);
  return all;
}

/**
 * Adds a place, as one with the last ones if it overlaps them. A text of one repeated character has a place at each
 * character.
 */
function addPlace(places: Replaced[], added: Replaced): void {
  let place = added;
  for (let last = places.at(-1); last && place.start < last.end && last.start < place.end; last = places.at(-1)) {
    const { variable, length } = place.length > last.length ? place : last;
    place = { variable, length, start: Math.min(last.start, place.start), end: Math.max(last.end, place.end) };
    places.pop();
  }
  places.push(place);
}

/** The parts of a secret with spaces: servers repeat the key without the scheme before it, and values of parameters. */
function partsOf(value: string): string[] {
  const [scheme = "", ...words] = value.split(/[\s,]+/);
  if (words.length === 0) return [];
  const rest = value.slice(scheme.length).trim();
  const values = words.flatMap((word) => [word, word.slice(word.indexOf("=") + 1).replace(/^"(.*)"$/, "$1")]);
  const parts = [...(/\d/.test(scheme) ? [scheme] : []), ...values].filter(({ length }) => length >= MIN_PART_LENGTH);
  return [...new Set([rest, ...parts])];
}

/** A secret as it may be sent: whole, or without its first or last characters. */
function formsOf(value: string): string[] {
  return [value, value.slice(0, -1), value.slice(0, -2), value.slice(1)].filter(
    ({ length }) => length >= MIN_KEY_LENGTH,
  );
}

/** A text in which case and the alphabets of Base64 do not count. */
function plain(text: string): string {
  return folded(text).replaceAll("/", "_").replaceAll("+", "-");
}

function hexOf(text: string): string {
  return Buffer.from(text).toString("hex");
}

/**
 * Parts of the Base64, in the alphabet for URLs, of every text that contains the key. Three octets are four characters, so
 * the key has three forms. The characters that it shares with its neighbors are not part of them.
 */
function base64Parts(key: string): string[] {
  const length = Buffer.byteLength(key);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.from("\0".repeat(before) + key).toString("base64url");
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + length) * 8) / 6));
    return own.length > MIN_KEY_LENGTH ? [own] : [];
  });
}

/** One more character may hold the rest of the key's last octet; up to two signs are padding. */
function endOfBase64(text: string, end: number): number {
  const rest = /^[\w+/-]?={0,2}/.exec(text.slice(end, end + 3));
  return end + (rest?.[0].length ?? 0);
}
