import type { Json } from "#openapi/document/document.js";
import { jsonText, parseWithDigits } from "#openapi/document/long-integer.js";
import { type Alphabet, alphabetOf } from "#openapi/patterns/alphabets.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { hashOf, type Randomness, SeededRandomness } from "#values/random/randomness.js";
import type { ValueGenerator } from "../model/test-case/request-context.js";
import { KnownTexts } from "./known-texts.js";

/** The characters of a generated text that certainly nothing has. 36 to the power of 10 is more than 51 bits. */
export const UNIQUE_LENGTH = 10;

/** Whether a value has a text that was generated in this run and that certainly nothing has. */
export function hasUniqueText(generator: ValueGenerator, value: unknown): boolean {
  return generator.generatedIn(String(value)).some(({ length }) => length >= UNIQUE_LENGTH);
}

/** The characters of a generated text by which a resource is new. 36 to the power of 6 is more than 31 bits. */
const NEW_LENGTH = 6;

/**
 * Whether a value has a text that was generated in this run, in any case of its letters. No resource that existed has it.
 */
export function hasNewText(generator: ValueGenerator, value: unknown): boolean {
  const text = String(value);
  return [text, text.toLowerCase()].some((written) =>
    generator.generatedIn(written).some(({ length }) => length >= NEW_LENGTH),
  );
}

/**
 * A copy of a value with other unique texts.
 *
 * @param unique those in place of which they are (default: those that this run generated)
 */
export function renewedValue<Value extends Json>(
  generator: ValueGenerator,
  value: Value,
  unique?: readonly string[],
): Value {
  return parseWithDigits(generator.renewed(jsonText(value), unique));
}

/**
 * The most texts that are renewed in a copy. Each new one is remembered to the end of the run, and a body may have
 * thousands.
 */
const MOST_RENEWED = 100;

/**
 * A function that makes copies of a value, each with other unique texts: servers reject a name that exists. Of very many texts,
 * those of the outer fields are renewed, because these identify the whole.
 */
export function renewals(generator: ValueGenerator, value: Json): () => Json {
  const text = jsonText(value);
  const unique = generator.generatedIn(text).filter((known) => !generator.isName(known));
  if (unique.length <= MOST_RENEWED) return parsing(generator.renewal(text, unique));
  const outer = new Set<string>();
  for (let level: Json[] = [value]; level.length > 0 && outer.size < MOST_RENEWED; level = level.flatMap(membersOf)) {
    for (const own of level) {
      if (typeof own !== "string" || outer.size >= MOST_RENEWED) continue;
      for (const known of generator.generatedIn(own)) outer.add(known);
    }
  }
  return parsing(
    generator.renewal(
      text,
      unique.filter((known) => outer.has(known)),
    ),
  );
}

function parsing(text: () => string): () => Json {
  return () => parseWithDigits(text());
}

function membersOf(value: Json): Json[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

/**
 * Generates values that are the same in every run with one seed, and remembers the unique ones. Those have to be new where
 * others have data, or an earlier run with the seed left some. There, they come from the run.
 */
export class GeneratedValues extends SeededRandomness implements ValueGenerator {
  readonly #seed: number;
  readonly #unique: KnownTexts;
  readonly #ofRun: Randomness | undefined;
  /** Those that name resources by their paths. */
  readonly #names: Set<string>;

  /**
   * @param seed an unsigned 32-bit integer
   * @param ofRun makes the unique values (default: the seed does)
   * @param unique the unique values that were generated before (default: none)
   * @param names those of them that name resources by their paths
   */
  constructor(seed: number, ofRun?: Randomness, unique = new KnownTexts(), names = new Set<string>()) {
    super(seed);
    this.#seed = seed;
    this.#ofRun = ofRun;
    this.#unique = unique;
    this.#names = names;
  }

  override unique(length?: number, alphabet?: Alphabet): string {
    // The other values are the same with and without texts of the run.
    const ofSeed = super.unique(length, alphabet);
    return this.#record(this.#ofRun?.unique(length, alphabet) ?? ofSeed);
  }

  override uuid(): string {
    const ofSeed = super.uuid();
    return this.#record(this.#ofRun?.uuid() ?? ofSeed);
  }

  isGenerated(text: string): boolean {
    return this.generatedIn(text).length > 0;
  }

  generatedIn(text: string): string[] {
    return this.#unique.in(text);
  }

  nameBy(text: string): void {
    for (const known of this.generatedIn(text)) this.#names.add(known);
  }

  isName(text: string): boolean {
    return this.#names.has(text);
  }

  renewed(text: string, unique?: readonly string[]): string {
    return this.renewal(text, unique)();
  }

  renewal(
    text: string,
    unique: readonly string[] = this.generatedIn(text).filter((known) => !this.isName(known)),
  ): () => string {
    const found = KnownTexts.of(unique).piecesOf(text, new Set(unique));
    return () => {
      const replacements = unique.map((known): [string, string] => [
        known,
        isUuid(known) ? this.uuid() : this.unique(known.length, alphabetOf(known)),
      ]);
      // Of texts that overlap, the one that is replaced first decides what the other one finds.
      if (!found) return replacements.reduce((renewed, [known, other]) => renewed.replaceAll(known, other), text);
      const byKnown = new Map(replacements);
      return found.pieces.map(({ before, known }) => before + (byKnown.get(known) ?? known)).join("") + found.rest;
    };
  }

  /** A generator with other values, the same for each name and seed. Both know the unique values of each other. */
  derived(name: string): GeneratedValues {
    return new GeneratedValues(hashOf(`${this.#seed} ${name}`), this.#ofRun, this.#unique, this.#names);
  }

  #record(value: string): string {
    this.#unique.add(value);
    return value;
  }
}
