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
  /** By the hash of the text. A proxy may see a hundred thousand tokens, and each is written in many ways. */
  readonly #found = new Map<number, Found>();

  /**
   * @param text with at least four characters, else it is not searched
   * @param found if the text was added before, it is kept or replaced by the choice
   */
  add(text: string, found: Found, choose: (before: Found, now: Found) => Found): void {
    if (text.length < SHORT) return;
    const hash = hashOf(text);
    const before = this.#found.get(hash);
    this.#found.set(hash, before === undefined ? found : choose(before, found));
    if (before === undefined) (text.length < LONG ? this.#short : this.#long).add(text);
  }

  /**
   * The longest text of four to seven characters, and the longest of more, at each place where one ends. So a text of one
   * repeated character does not have a match for each token of that character.
   *
   * @param onMatch called twice in the order of the ends: for the short texts, then for the long ones
   */
  search(text: string, onMatch: (match: Match<Found>) => void): void {
    let hashes: Hashes | undefined;
    for (const ends of [this.#short, this.#long]) {
      ends.search(text, (end, lengths) => {
        hashes ??= new Hashes(text);
        for (const length of lengths) {
          const start = end - length;
          const found = start < 0 ? undefined : this.#found.get(hashes.between(start, end));
          if (found === undefined) continue;
          onMatch({ start, end, found });
          break;
        }
      });
    }
  }
}

/** The multiplier of a rolling hash (Rabin and Karp): any odd number whose powers spread over 32 bits. */
const BASE = 0x01000193;

/** The multiplier of a second one. */
const SECOND_BASE = 0x5f356495;

/** Bits of the filter in front of the hashes, which most places of a text do not pass. */
const FILTER_BITS = 20;

/** The last characters of texts, by their hash. Keys often begin alike (`eyJhbGciOi…`), and rarely end alike. */
class Ends {
  readonly #size: number;
  /** The power of the base that removes the first character of a window. */
  readonly #power: number;
  /** The longest first. */
  readonly #lengths = new Map<number, readonly number[]>();
  readonly #filter = new Uint8Array(2 ** (FILTER_BITS - 3));

  /** @param size the number of characters */
  constructor(size: number) {
    this.#size = size;
    this.#power = Array.from({ length: size }).reduce<number>((power) => Math.imul(power, BASE), 1);
  }

  add(text: string): void {
    let hash = 0;
    for (let at = text.length - this.#size; at < text.length; at += 1) hash = next(hash, text.charCodeAt(at));
    const lengths = this.#lengths.get(hash) ?? [];
    if (!lengths.includes(text.length)) {
      this.#lengths.set(
        hash,
        lengths.length === 0
          ? onlyLength(text.length)
          : [...lengths, text.length].toSorted((one, other) => other - one),
      );
    }
    const bit = hash >>> (32 - FILTER_BITS);
    this.#filter[bit >>> 3] = (this.#filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }

  /** @param onEnd called with the end of each place that may be that of a text, and with the lengths */
  search(text: string, onEnd: (end: number, lengths: readonly number[]) => void): void {
    if (this.#lengths.size === 0) return;
    let hash = 0;
    for (let at = 0; at < text.length; at += 1) {
      hash = next(hash, text.charCodeAt(at));
      if (at >= this.#size) hash = (hash - Math.imul(text.charCodeAt(at - this.#size) + 1, this.#power)) | 0;
      const bit = hash >>> (32 - FILTER_BITS);
      if ((this.#filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) {
        const lengths = this.#lengths.get(hash);
        if (lengths) onEnd(at + 1, lengths);
      }
    }
  }
}

/** Lists of one length, shared: most endings have one length only. */
const ONLY: (readonly number[])[] = [];

function onlyLength(length: number): readonly number[] {
  ONLY[length] ??= [length];
  return ONLY[length];
}

/** The hashes of all parts of a text, each in constant time. Those of two beginnings give that of a part. */
class Hashes {
  readonly #first: Rolling;
  readonly #second: Rolling;

  constructor(text: string) {
    this.#first = new Rolling(text, BASE);
    this.#second = new Rolling(text, SECOND_BASE);
  }

  between(start: number, end: number): number {
    return joined(this.#first.between(start, end), this.#second.between(start, end));
  }
}

/** The hashes of all beginnings of a text. */
class Rolling {
  readonly #beginnings: Int32Array;
  readonly #powers: Int32Array;

  constructor(text: string, base: number) {
    this.#beginnings = new Int32Array(text.length + 1);
    this.#powers = new Int32Array(text.length + 1).fill(1, 0, 1);
    for (let at = 0; at < text.length; at += 1) {
      this.#beginnings[at + 1] = next(this.#beginnings[at] ?? 0, text.charCodeAt(at), base);
      this.#powers[at + 1] = Math.imul(this.#powers[at] ?? 0, base);
    }
  }

  between(start: number, end: number): number {
    const before = Math.imul(this.#beginnings[start] ?? 0, this.#powers[end - start] ?? 0);
    return ((this.#beginnings[end] ?? 0) - before) | 0;
  }
}

function hashOf(text: string): number {
  let [first, second] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    first = next(first, code, BASE);
    second = next(second, code, SECOND_BASE);
  }
  return joined(first, second);
}

/** A hash of 53 bits: two texts of the same hash are not expected. The last bits of a rolling hash spread least. */
function joined(first: number, second: number): number {
  return (second >>> 11) * 2 ** 32 + (first >>> 0);
}

function next(hash: number, code: number, base = BASE): number {
  // A code of 0 would not change the hash of an empty text.
  return (Math.imul(hash, base) + code + 1) | 0;
}
