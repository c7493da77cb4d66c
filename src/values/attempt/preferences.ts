import { isWithin, pointerTo } from "#openapi/document/pointer.js";
import type { Part } from "../rules/parts.js";
import type { ValuePlace } from "../rules/value-place.js";

/** An error of a value. */
export interface ValueError {
  /** JSON pointer to the invalid part of the value. */
  at: string;
  /** The name of the keyword, and its schema. */
  keyword: string;
  schema: unknown;
  /** The branches of `oneOf` that the value matches. */
  matching: readonly number[];
}

/** The choices of an attempt, and their effect. */
export interface AttemptRecord {
  decisions: readonly Decision[];
  /** The schemas that were applied at each place of the value. */
  applied: ReadonlyMap<string, readonly Part[]>;
}

/** A choice that was made for a place of a value. */
export interface Decision {
  at: ValuePlace;
  key: string;
  option: number;
  /** The branch of `oneOf` or `anyOf`. */
  branch?: number | undefined;
}

/** For each branch of each `oneOf`, the other branches that its values may match as well: `#/…/oneOf 0` → 1, 2. */
export type Overlaps = Map<string, Set<number>>;

const indexes = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** The indexes of so many options, for the usual numbers of them. */
const INDEXES = indexes(16).map(indexes);

const NONE: readonly number[] = [];

/** The experience of earlier attempts at one value: which choices led to invalid values. */
export class Preferences {
  readonly #penalties = new Map<string, number>();
  readonly #overlaps: Overlaps;

  /** @param overlaps of the document: what is known from other values */
  constructor(overlaps: Overlaps) {
    this.#overlaps = overlaps;
  }

  /** The indexes of options in the order in which they are tried: those that led to the fewest errors first. */
  order(at: ValuePlace, key: string, count: number): readonly number[] {
    const options = INDEXES[count] ?? indexes(count);
    if (this.#penalties.size === 0 || count < 2) return options;
    const penalties = options.map((option) => this.#penalties.get(`${at.pointer} ${key} ${option}`) ?? 0);
    if (penalties.every((penalty) => penalty === 0)) return options;
    return options.toSorted((one, other) => (penalties[one] ?? 0) - (penalties[other] ?? 0));
  }

  /** The other branches of a `oneOf` that must not match, because they did beside the chosen one. */
  excludedBranches(key: string, branch: number): readonly number[] {
    return this.#overlaps.size === 0 ? NONE : [...(this.#overlaps.get(`${key} ${branch}`) ?? NONE)];
  }

  /**
   * Learns from the errors of a value: each error speaks against the nearest choice that led to it.
   *
   * @param attempt that made the value
   */
  learn(errors: readonly ValueError[], { decisions, applied }: AttemptRecord): void {
    const partOf = ({ at, schema }: ValueError) => applied.get(at)?.find((part) => part.schema === schema);
    // Branches that were not chosen are invalid as well, which says nothing about the chosen ones.
    const relevant = errors.filter((error) => !applied.has(error.at) || partOf(error));
    for (const error of relevant) {
      const place = pointerTo(partOf(error)?.pointer ?? "", error.keyword);
      const chosen = decisions.findLast(({ at, key }) => at.pointer === error.at && key === place);
      if (chosen?.branch !== undefined && this.#isNewOverlap(place, chosen.branch, error.matching)) continue;
      const nearest = chosen ?? nearestDecision(decisions, error.at);
      if (nearest) this.#penalize(nearest);
    }
  }

  /** Records that a value for one branch of `oneOf` matches others too. @returns false if that was known */
  #isNewOverlap(place: string, branch: number, matching: readonly number[]): boolean {
    const known = this.excludedBranches(place, branch);
    const added = matching.filter((index) => index !== branch && !known.includes(index));
    if (!matching.includes(branch) || added.length === 0) return false;
    this.#overlaps.set(`${place} ${branch}`, new Set([...known, ...added]));
    return true;
  }

  #penalize({ at, key, option }: Decision): void {
    const id = `${at.pointer} ${key} ${option}`;
    // A documented value that was invalid stays so. Other choices may become valid with each other.
    const weight = key.startsWith("documented ") ? 1000 : 1;
    this.#penalties.set(id, (this.#penalties.get(id) ?? 0) + weight);
  }
}

/** The deepest choice at or above a place; of several, the last one. */
function nearestDecision(decisions: readonly Decision[], at: string): Decision | undefined {
  let nearest: Decision | undefined;
  for (const made of decisions) {
    if (isWithin(at, made.at.pointer) && made.at.depth >= (nearest?.at.depth ?? 0)) nearest = made;
  }
  return nearest;
}
