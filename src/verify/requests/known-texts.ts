/** The length of a text that cannot occur by chance. Other texts contain shorter ones. */
const CERTAIN = 6;

/** Where the beginning of a known text may be. */
const CANDIDATES = new RegExp(`(?=[\\dA-Za-z]{${CERTAIN}})`, "g");

/**
 * Texts that are looked for in many others: all that a run generated. They are found by their beginnings, because a run has
 * thousands of them.
 */
export class KnownTexts {
  readonly #places = new Map<string, number>();
  /** A single text is not in a list: a run has hundreds of thousands. */
  readonly #byBeginning = new Map<string, string | string[]>();

  /** Those that are given. */
  static of(texts: readonly string[]): KnownTexts {
    const known = new KnownTexts();
    for (const text of texts) known.add(text);
    return known;
  }

  /** Adds a text that begins with letters and digits; none that is so short that it occurs by chance. */
  add(text: string): void {
    if (text.length < CERTAIN || this.#places.has(text)) return;
    this.#places.set(text, this.#places.size);
    const beginning = text.slice(0, CERTAIN);
    const others = this.#byBeginning.get(beginning);
    this.#byBeginning.set(beginning, others === undefined ? text : [others, text].flat());
  }

  /** The known texts in a text, in the order in which they were added. */
  in(text: string): string[] {
    const found = new Set<string>();
    for (const { known } of this.#occurrencesIn(text)) found.add(known);
    const placeOf = (known: string) => this.#places.get(known) ?? 0;
    return [...found].toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  /**
   * A text in pieces: those that stand between some known texts, with the known text after each. A body may have thousands, so
   * it is searched once for all of them.
   *
   * @returns undefined if the known texts overlap
   */
  piecesOf(text: string, wanted: ReadonlySet<string>): Pieces | undefined {
    const pieces: Pieces["pieces"] = [];
    let end = 0;
    for (const { index, known } of this.#occurrencesIn(text)) {
      if (!wanted.has(known)) continue;
      if (index < end) return undefined;
      pieces.push({ before: text.slice(end, index), known });
      end = index + known.length;
    }
    return { pieces, rest: text.slice(end) };
  }

  /** The places of the known texts in a text, from its beginning to its end. */
  *#occurrencesIn(text: string): Generator<{ index: number; known: string }, void> {
    for (const { index } of text.matchAll(CANDIDATES)) {
      const known = this.#byBeginning.get(text.slice(index, index + CERTAIN)) ?? [];
      for (const each of typeof known === "string" ? [known] : known) {
        if (text.startsWith(each, index)) yield { index, known: each };
      }
    }
  }
}

/** A text in pieces, in order. */
export interface Pieces {
  pieces: { before: string; known: string }[];
  /** The end, after the last known text. */
  rest: string;
}
