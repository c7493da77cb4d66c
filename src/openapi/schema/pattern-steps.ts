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

/** The places in a text to which a match may come, in order, and the number of ways in which it comes to each. */
interface Ways {
  places: readonly number[];
  counts: readonly number[];
}

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
    try {
      // A search starts at each place.
      const places: number[] = [];
      while (places.length <= this.#characters.length) places.push(places.length);
      this.#follow(this.#pattern, { places, counts: places.map(() => 1) });
      return true;
    } catch (error) {
      // An atom may be valid in its pattern alone.
      if (error instanceof TooMuchWork || error instanceof SyntaxError) return false;
      throw error;
    }
  }

  /** The ways to the places after a part of the pattern. @throws TooMuchWork */
  #follow(node: PatternNode, ways: Ways): Ways {
    for (const count of ways.counts) this.#steps += count;
    this.#work += 1 + ways.counts.length;
    if (this.#steps > FEW_STEPS || this.#work > MOST_WORK) throw new TooMuchWork();
    switch (node.kind) {
      case "character":
        return this.#afterCharacter(node.source, ways);
      case "assertion":
        return this.#afterAssertion(node.source, ways);
      case "group":
        return this.#follow(node.node, ways);
      case "sequence":
        return this.#afterAll(node.nodes, ways);
      case "choice":
        return this.#sum(node.nodes.map((child) => this.#follow(child, ways)));
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

  #afterAll(nodes: readonly PatternNode[], ways: Ways): Ways {
    let last = ways;
    for (const node of nodes) {
      if (last.places.length === 0) break;
      last = this.#follow(node, last);
    }
    return last;
  }

  #afterCharacter(source: string, { places, counts }: Ways): Ways {
    const matches = this.#matchingOf(source);
    const after: { places: number[]; counts: number[] } = { places: [], counts: [] };
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index] ?? 0;
      const character = this.#characters[place];
      if (character === undefined || !matches(character)) continue;
      after.places.push(place + 1);
      after.counts.push(counts[index] ?? 0);
    }
    return after.places.length > 0 ? after : NO_WAYS;
  }

  #afterAssertion(source: string, ways: Ways): Ways {
    if (source !== "^" && source !== "$") return ways;
    const place = source === "^" ? 0 : this.#characters.length;
    const index = ways.places.indexOf(place);
    return index < 0 ? NO_WAYS : { places: [place], counts: [ways.counts[index] ?? 0] };
  }

  #afterRepeated({ node, min, max }: PatternNode & { kind: "repeat" }, ways: Ways): Ways {
    let last = ways;
    for (let count = 0; count < min && last.places.length > 0; count += 1) last = this.#follow(node, last);
    const reached = [last];
    // A repetition that matches nothing ends the loop, so there are no more than characters.
    const most = Math.min(max - min, this.#characters.length + 1);
    for (let count = 0; count < most && last.places.length > 0; count += 1) {
      last = this.#follow(node, last);
      reached.push(last);
    }
    return this.#sum(reached);
  }

  #sum(all: readonly Ways[]): Ways {
    const some = all.filter(({ places }) => places.length > 0);
    const [first = NO_WAYS] = some;
    if (some.length < 2) return first;
    const totals = new Float64Array(this.#characters.length + 1);
    for (const { places, counts } of some) {
      for (let index = 0; index < places.length; index += 1) {
        const place = places[index] ?? 0;
        totals[place] = (totals[place] ?? 0) + (counts[index] ?? 0);
      }
    }
    const total: { places: number[]; counts: number[] } = { places: [], counts: [] };
    for (let place = 0; place < totals.length; place += 1) {
      const count = totals[place] ?? 0;
      if (count === 0) continue;
      total.places.push(place);
      total.counts.push(count);
    }
    return total;
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

const NO_WAYS: Ways = { places: [], counts: [] };
