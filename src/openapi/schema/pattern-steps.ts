import { characterPattern, type PatternNode, readPattern } from "./pattern-syntax.js";

/** A match of fewer steps runs without a time limit, because the limit itself takes a tenth of a millisecond. */
const FEW_STEPS = 10_000_000;

/** Counting the steps of a match would take as long as the limit, if it took longer than this. */
const MOST_WORK = 2000;
/** Longer patterns are not read. */
const MOST_SOURCE = 2000;

/** How many steps a match of a pattern takes at most. */
export class PatternSteps {
  readonly #source: string;
  readonly #flags: string;
  readonly #most: (length: number) => number;
  #counter: StepCounter | undefined;

  /** @param flags of the regular expression: `u`, or none */
  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
    this.#most = mostSteps(source);
  }

  /** Whether a match with any text of a length surely takes few steps. */
  areFewFor(length: number): boolean {
    return this.#most(length) <= FEW_STEPS;
  }

  /** Whether a match with a text surely takes few steps. This is found in less time than a limit of time would take. */
  areFewIn(text: string): boolean {
    if (this.#source.length > MOST_SOURCE) return false;
    this.#counter ??= new StepCounter(this.#source, this.#flags);
    return this.#counter.hasFewSteps(text);
  }
}

/**
 * Makes the function that gives an upper bound of the steps of a match by the length of the text.
 *
 * If no group is repeated, a match passes each point of choice once. It ends after all combinations of choices, from each
 * start in the text.
 */
function mostSteps(source: string): (length: number) => number {
  // Escapes and classes match one character, and have no choice.
  const plain = source.replace(/\\.|\[(?:\\.|[^\\\]])*\]/gs, "c").replaceAll("(?", "(");
  if (/\)[*+?{]/.test(plain)) return () => Number.POSITIVE_INFINITY;
  const count = (point: RegExp) => plain.match(point)?.length ?? 0;
  const twoWays = 2 ** count(/[|?]/g);
  const repetitions = count(/[*+]|\{\d+,/g);
  const isAnchored = plain.startsWith("^") && !plain.includes("|");
  // Characters that are matched by a count, or by a reference to a group, are steps without a place of their own.
  const isCompact = /\{|\\[1-9k]/.test(source);
  return (length) =>
    (isAnchored ? 1 : length + 1) * twoWays * (length + 1) ** repetitions * (source.length + (isCompact ? length : 0));
}

/** The number of ways in which a match may come to each place in a text. */
type Ways = ReadonlyMap<number, number>;

class TooMuchWork extends Error {}

/**
 * Counts the steps of a match by backtracking (ECMA-262, 22.2.2), without taking them: all ways to one place of the text are
 * followed together. The match ends at its first success, so it takes fewer steps.
 */
class StepCounter {
  readonly #pattern: PatternNode;
  readonly #flags: string;
  readonly #matching = new Map<string, (character: string) => boolean>();
  #characters: readonly string[] = [];
  #steps = 0;
  #work = 0;

  constructor(source: string, flags: string) {
    this.#pattern = readPattern(source);
    this.#flags = flags;
  }

  hasFewSteps(text: string): boolean {
    if (text.length > MOST_WORK) return false;
    this.#characters = this.#flags.includes("u") ? [...text] : text.split("");
    this.#steps = 0;
    this.#work = 0;
    // A search starts at each place.
    const starts = new Map(Array.from({ length: this.#characters.length + 1 }, (_, at) => [at, 1]));
    try {
      this.#follow(this.#pattern, starts);
      return true;
    } catch (error) {
      // An atom may be valid in its pattern alone.
      if (error instanceof TooMuchWork || error instanceof SyntaxError) return false;
      throw error;
    }
  }

  /** The ways to the places after a part of the pattern. @throws TooMuchWork */
  #follow(node: PatternNode, ways: Ways): Ways {
    for (const count of ways.values()) this.#steps += count;
    this.#work += 1 + ways.size;
    if (this.#steps > FEW_STEPS || this.#work > MOST_WORK) throw new TooMuchWork();
    switch (node.kind) {
      case "character":
        return this.#afterCharacter(node.source, ways);
      case "assertion":
        return this.#afterAssertion(node.source, ways);
      case "group":
        return this.#follow(node.node, ways);
      case "sequence":
        return node.nodes.reduce((reached, child) => (reached.size > 0 ? this.#follow(child, reached) : reached), ways);
      case "choice":
        return sum(node.nodes.map((child) => this.#follow(child, ways)));
      case "repeat":
        return this.#afterRepeated(node, ways);
      case "lookaround":
        if (node.isBehind) throw new TooMuchWork();
        this.#follow(node.node, ways);
        return ways;
      case "reference":
        throw new TooMuchWork();
    }
  }

  #afterCharacter(source: string, ways: Ways): Ways {
    const matches = this.#matchingOf(source);
    const after = new Map<number, number>();
    for (const [at, count] of ways) {
      const character = this.#characters[at];
      if (character !== undefined && matches(character)) after.set(at + 1, count);
    }
    return after;
  }

  #afterAssertion(source: string, ways: Ways): Ways {
    if (source !== "^" && source !== "$") return ways;
    const place = source === "^" ? 0 : this.#characters.length;
    return new Map([...ways].filter(([at]) => at === place));
  }

  #afterRepeated({ node, min, max }: PatternNode & { kind: "repeat" }, ways: Ways): Ways {
    let last = ways;
    for (let count = 0; count < min && last.size > 0; count += 1) last = this.#follow(node, last);
    const reached = [last];
    // A repetition that matches nothing ends the loop, so there are no more than characters.
    const most = Math.min(max - min, this.#characters.length + 1);
    for (let count = 0; count < most && last.size > 0; count += 1) {
      last = this.#follow(node, last);
      reached.push(last);
    }
    return sum(reached);
  }

  #matchingOf(source: string): (character: string) => boolean {
    let matches = this.#matching.get(source);
    if (!matches) {
      const pattern = characterPattern(source, this.#flags);
      matches = source.length === 1 && source !== "." ? (text) => text === source : (text) => pattern.test(text);
      this.#matching.set(source, matches);
    }
    return matches;
  }
}

function sum(all: readonly Ways[]): Ways {
  const [only] = all;
  if (only && all.length === 1) return only;
  const total = new Map<number, number>();
  for (const ways of all) for (const [at, count] of ways) total.set(at, (total.get(at) ?? 0) + count);
  return total;
}
