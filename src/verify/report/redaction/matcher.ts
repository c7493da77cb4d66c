/** A place of a text that has one of the searched texts. */
export interface Match<Found> {
  start: number;
  end: number;
  found: Found;
}

/** The number of last characters by which a searched text is found, for shorter and for longer ones. */
const [SHORT, LONG] = [4, 8];

/** Searches for many texts at once, in one pass: its time does not grow with their number. */
export class Matcher<Found> {
  readonly #short = new Ends(SHORT);
  readonly #long = new Ends(LONG);
  /** By the hash of the text, because a proxy may see a hundred thousand tokens, and each is written in many ways. */
  readonly #found = new Map<number, Found>();

  /**
   * @param text with at least four characters, else it is not searched
   * @param found if the text was added before, it is kept or replaced by the choice
   */
  add(text: string, found: Found, choose: (before: Found, now: Found) => Found): void {
    if (text.length < SHORT) return;
    const hash = hashOf(text, 0, text.length);
    const before = this.#found.get(hash);
    this.#found.set(hash, before === undefined ? found : choose(before, found));
    if (before === undefined) (text.length < LONG ? this.#short : this.#long).add(text);
  }

  /** All places, also those that overlap. */
  search(text: string): Match<Found>[] {
    const matches: Match<Found>[] = [];
    for (const ends of [this.#short, this.#long]) {
      ends.search(text, (end, length) => {
        const start = end - length;
        const found = start < 0 ? undefined : this.#found.get(hashOf(text, start, end));
        if (found !== undefined) matches.push({ start, end, found });
      });
    }
    return matches;
  }
}

/** A hash of a part of a text, of 53 bits: two texts of the same hash are not expected. */
function hashOf(text: string, start: number, end: number): number {
  let [first, second] = [end - start, start - end];
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 0x9e3779b1);
    second = Math.imul(second ^ code, 0x5f356495);
    // A multiplication carries to higher bits only.
    first ^= first >>> 15;
    second ^= second >>> 13;
  }
  return (second & 0x1fffff) * 2 ** 32 + (first >>> 0);
}

/** The multiplier of the rolling hash (Rabin and Karp): any odd number whose powers spread over 32 bits. */
const BASE = 0x01000193;

/** Bits of the filter in front of the hashes, which most places of a text do not pass. */
const FILTER_BITS = 20;

/** The last characters of texts, by their hash. Keys often begin alike (`eyJhbGciOi…`), and rarely end alike. */
class Ends {
  readonly #size: number;
  /** The power of the base that removes the first character of a window. */
  readonly #power: number;
  /** One length for most. */
  readonly #lengths = new Map<number, number | number[]>();
  readonly #filter = new Uint8Array(2 ** (FILTER_BITS - 3));

  /** @param size the number of characters */
  constructor(size: number) {
    this.#size = size;
    this.#power = Array.from({ length: size }).reduce<number>((power) => Math.imul(power, BASE), 1);
  }

  add(text: string): void {
    let hash = 0;
    for (let at = text.length - this.#size; at < text.length; at += 1) hash = next(hash, text.charCodeAt(at));
    const lengths = [this.#lengths.get(hash) ?? []].flat();
    if (!lengths.includes(text.length)) {
      this.#lengths.set(hash, lengths.length === 0 ? text.length : [...lengths, text.length]);
    }
    const bit = hash >>> (32 - FILTER_BITS);
    this.#filter[bit >>> 3] = (this.#filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }

  /** @param onEnd called with the end of each place that may be that of a text, and with the length of that text */
  search(text: string, onEnd: (end: number, length: number) => void): void {
    if (this.#lengths.size === 0) return;
    let hash = 0;
    for (let at = 0; at < text.length; at += 1) {
      hash = next(hash, text.charCodeAt(at));
      if (at >= this.#size) hash = (hash - Math.imul(text.charCodeAt(at - this.#size), this.#power)) | 0;
      const bit = hash >>> (32 - FILTER_BITS);
      if ((this.#filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) {
        const lengths = this.#lengths.get(hash);
        if (typeof lengths === "number") onEnd(at + 1, lengths);
        else for (const length of lengths ?? []) onEnd(at + 1, length);
      }
    }
  }
}

function next(hash: number, code: number): number {
  return (Math.imul(hash, BASE) + code) | 0;
}
