import { ALPHABETS, type Alphabet } from "#openapi/patterns/alphabets.js";

const HEXADECIMAL = "0123456789abcdef";
/** Random numbers and unique texts, from which values are made. */
export interface Randomness {
  /** A number from 0 to 1, without 1. */
  random(): number;
  /** Characters of an alphabet that no other call returns. Default: 10 lower-case letters and digits. */
  unique(length?: number, alphabet?: Alphabet): string;
  /** A UUID of version 4 (RFC 9562, 5.4). */
  uuid(): string;
}

/** So many characters or more identify a resource. */
const LEAST_WITH_LETTER = 6;
/** Each alphabet begins with its letters. */
const LETTERS_OF_ALPHABET = 26;

/** The same values in every run with one seed (mulberry32). */
export class SeededRandomness implements Randomness {
  #state: number;

  /** @param seed an unsigned 32-bit integer */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  unique(length = 10, alphabet: Alphabet = "usual"): string {
    const characters = ALPHABETS[alphabet];
    let text = "";
    while (text.length < length) text += characters[Math.floor(this.random() * characters.length)];
    // Digits alone do not show the alphabet of a text, which its copies keep.
    if (length >= LEAST_WITH_LETTER && /^\d+$/.test(text)) {
      text = (characters[Math.floor(this.random() * LETTERS_OF_ALPHABET)] ?? "") + text.slice(1);
    }
    return text;
  }

  uuid(): string {
    let text = "";
    for (const character of "********-****-4***-a***-************") {
      text += character === "*" ? HEXADECIMAL[Math.floor(this.random() * 16)] : character;
    }
    return text;
  }
}

/** A whole number from `low` to `high`, both included. */
export function between(randomness: Pick<Randomness, "random">, low: number, high: number): number {
  return low + Math.floor(randomness.random() * (high - low + 1));
}

/** So many random digits. */
export function digits(randomness: Pick<Randomness, "random">, count: number): string {
  return Array.from({ length: count }, () => between(randomness, 0, 9)).join("");
}

/** A hash of 32 bits (FNV-1a): a seed from a text. */
export function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}
