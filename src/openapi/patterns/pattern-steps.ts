import { characterPattern, type PatternNode, readPattern } from "./pattern-syntax.js";

/** A match of fewer steps runs without a time limit, because the limit itself takes a tenth of a millisecond. */
const FEW_STEPS = 10_000_000;

/** Counting the steps of a match would take as long as the limit, if it took longer than this. */
const MOST_WORK = 2000;
/** Longer patterns are not read, and the steps of longer texts are not counted. */
const MOST_SOURCE = 2000;
const MOST_TEXT = 200;

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
  // Characters that are matched by a count, or by a reference to a group, are steps without places.
  const isCompact = /\{|\\[1-9k]/.test(source);
  return (length) =>
    (isAnchored ? 1 : length + 1) * twoWays * (length + 1) ** repetitions * (source.length + (isCompact ? length : 0));
}

type Matches = (character: string) => boolean;

/** A part of a pattern. Characters that follow each other are one part, and a repeated character is one. */
type Part =
  | { kind: "characters"; matches: readonly Matches[] }
  | { kind: "run"; matches: Matches; min: number; max: number }
  | { kind: "sequence"; parts: readonly Part[] }
  | { kind: "choice"; parts: readonly Part[] }
  | { kind: "repeat"; part: Part; min: number; max: number }
  | { kind: "lookahead"; part: Part }
  | { kind: "start" }
  | { kind: "end" }
  /** A part whose steps are not counted. */
  | { kind: "unknown" };

const NOTHING: Part = { kind: "sequence", parts: [] };

function partOf(node: PatternNode, flags: string): Part {
  switch (node.kind) {
    case "character":
      return { kind: "characters", matches: [matchesOf(node.source, flags)] };
    case "sequence":
      return joined(node.nodes.map((child) => partOf(child, flags)));
    case "choice":
      return { kind: "choice", parts: node.nodes.map((child) => partOf(child, flags)) };
    case "group":
      return partOf(node.node, flags);
    case "repeat": {
      const { min, max } = node;
      return node.node.kind === "character"
        ? { kind: "run", matches: matchesOf(node.node.source, flags), min, max }
        : { kind: "repeat", part: partOf(node.node, flags), min, max };
    }
    case "lookaround":
      return node.isBehind ? { kind: "unknown" } : { kind: "lookahead", part: partOf(node.node, flags) };
    case "assertion":
      return node.source === "^" ? { kind: "start" } : node.source === "$" ? { kind: "end" } : NOTHING;
    case "reference":
      return { kind: "unknown" };
  }
}

/** A sequence whose characters that follow each other are one part. */
function joined(parts: readonly Part[]): Part {
  const all: Part[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.kind === "characters" && last?.kind === "characters") {
      all[all.length - 1] = { kind: "characters", matches: [...last.matches, ...part.matches] };
    } else all.push(part);
  }
  return all.length === 1 && all[0] ? all[0] : { kind: "sequence", parts: all };
}

function matchesOf(source: string, flags: string): Matches {
  if (source.length === 1 && source !== ".") return (character) => character === source;
  const pattern = characterPattern(source, flags);
  return (character) => pattern.test(character);
}

/** For each place in a text, the number of ways in which a match may come to it. */
type Ways = readonly number[];

class TooMuchWork extends Error {}

/**
 * Counts the steps of a match by backtracking (ECMA-262, 22.2.2), without taking them. All ways to one place of the text are
 * followed together. The match ends at its first success, so it takes fewer steps.
 */
class StepCounter {
  readonly #pattern: Part;
  readonly #isUnicode: boolean;
  #characters: readonly string[] = [];
  #steps = 0;
  #work = 0;

  constructor(source: string, flags: string) {
    this.#isUnicode = flags.includes("u");
    this.#pattern = patternOf(source, flags);
  }

  hasFewSteps(text: string): boolean {
    if (text.length > MOST_TEXT) return false;
    this.#characters = this.#isUnicode ? [...text] : text.split("");
    this.#steps = 0;
    this.#work = 0;
    try {
      // A search starts at each place.
      this.#follow(this.#pattern, this.#ways(1));
      return true;
    } catch (error) {
      if (error instanceof TooMuchWork) return false;
      throw error;
    }
  }

  #ways(count: number): number[] {
    const ways: number[] = [];
    while (ways.length <= this.#characters.length) ways.push(count);
    return ways;
  }

  #add(steps: number, work: number): void {
    this.#steps += steps;
    this.#work += work;
    if (this.#steps > FEW_STEPS || this.#work > MOST_WORK) throw new TooMuchWork();
  }

  /** The ways to the places after a part of the pattern. @throws TooMuchWork */
  #follow(part: Part, ways: Ways): Ways {
    if (!isReached(ways)) return ways;
    this.#add(0, 1);
    switch (part.kind) {
      case "characters":
        return this.#afterCharacters(part.matches, ways);
      case "run":
        return this.#afterRun(part, ways);
      case "sequence":
        return part.parts.reduce((last, each) => this.#follow(each, last), ways);
      case "choice":
        return this.#sum(part.parts.map((each) => this.#follow(each, ways)));
      case "repeat":
        return this.#afterRepeated(part, ways);
      case "lookahead":
        this.#follow(part.part, ways);
        return ways;
      case "start":
        return ways.map((count, place) => (place === 0 ? count : 0));
      case "end":
        return ways.map((count, place) => (place === this.#characters.length ? count : 0));
      case "unknown":
        throw new TooMuchWork();
    }
  }

  #afterCharacters(all: readonly Matches[], ways: Ways): Ways {
    const after = this.#ways(0);
    for (let start = 0; start < ways.length; start += 1) {
      const count = ways[start] ?? 0;
      if (count === 0) continue;
      let matched = 0;
      while (all[matched]?.(this.#characters[start + matched] ?? "") === true) matched += 1;
      this.#add(count * (matched + 1), matched + 1);
      if (matched === all.length) after[start + matched] = count;
    }
    return after;
  }

  #afterRun({ matches, min, max }: Part & { kind: "run" }, ways: Ways): Ways {
    const after = this.#ways(0);
    for (let start = 0; start < ways.length; start += 1) {
      const count = ways[start] ?? 0;
      if (count === 0) continue;
      for (let matched = 0; matched <= max; matched += 1) {
        this.#add(count, 1);
        const place = start + matched;
        if (matched >= min) after[place] = (after[place] ?? 0) + count;
        const character = this.#characters[place];
        if (character === undefined || !matches(character)) break;
      }
    }
    return after;
  }

  #afterRepeated({ part, min, max }: Part & { kind: "repeat" }, ways: Ways): Ways {
    let last = ways;
    for (let count = 0; count < min && isReached(last); count += 1) last = this.#follow(part, last);
    const reached = [last];
    // A repetition that matches nothing ends the loop, so there are no more than characters.
    const most = Math.min(max - min, this.#characters.length + 1);
    for (let count = 0; count < most && isReached(last); count += 1) {
      last = this.#follow(part, last);
      reached.push(last);
    }
    return this.#sum(reached);
  }

  #sum(all: readonly Ways[]): Ways {
    const total = this.#ways(0);
    for (const ways of all) {
      for (let place = 0; place < total.length; place += 1) total[place] = (total[place] ?? 0) + (ways[place] ?? 0);
    }
    this.#add(
      total.reduce((sum, count) => sum + count, 0),
      all.length,
    );
    return total;
  }
}

function isReached(ways: Ways): boolean {
  return ways.some((count) => count > 0);
}

function patternOf(source: string, flags: string): Part {
  try {
    return partOf(readPattern(source), flags);
  } catch (error) {
    // An atom may be valid in its pattern alone.
    if (error instanceof SyntaxError) return { kind: "unknown" };
    throw error;
  }
}
