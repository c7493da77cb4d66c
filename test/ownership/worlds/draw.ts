import { Random } from "../random.js";
import { asciiOf, LANGUAGES, type Language, NOUNS, VERBS } from "./words.js";

/** A noun of a world, in its two forms. */
export interface Noun {
  one: string;
  many: string;
}

/** The random choices of a world: its words, and how its document is written. */
export class Draw {
  readonly random: Random;
  /** Every second world is in English. */
  readonly language: Language;
  readonly #namesOperations: boolean;
  readonly #summarizes: boolean;
  readonly #used = new Set<string>();

  constructor(world: string, seed: number) {
    const hash = [...world].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, seed);
    this.random = new Random(hash);
    this.language = this.random.chance(0.5) ? "en" : this.random.pick(LANGUAGES);
    this.#namesOperations = this.random.chance(0.8);
    this.#summarizes = this.random.chance(0.4);
  }

  pick<Member>(members: readonly [Member, ...Member[]]): Member {
    return this.random.pick(members);
  }

  chance(probability: number): boolean {
    return this.random.chance(probability);
  }

  /** A verb of the language of the world, each time another. */
  verb(): string {
    return this.#fresh(() => asciiOf(this.random.pick(VERBS[this.language])));
  }

  /** A noun, each time another. */
  noun(): Noun {
    const one = this.#fresh(() => this.random.pick(NOUNS));
    return { one, many: `${one}s` };
  }

  /** The names of an operation in its document: its `operationId` and its `summary`, where the world has them. */
  names(verb: string, noun: string): { operationId?: string; summary?: string } {
    const written = noun.charAt(0).toUpperCase() + noun.slice(1);
    return {
      ...(this.#namesOperations ? { operationId: `${verb}${written}` } : {}),
      ...(this.#summarizes ? { summary: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${noun}` } : {}),
    };
  }

  #fresh(draw: () => string): string {
    for (;;) {
      const word = draw();
      if (this.#used.has(word)) continue;
      this.#used.add(word);
      return word;
    }
  }
}
