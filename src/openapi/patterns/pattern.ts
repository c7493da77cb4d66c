import { UserError } from "#cli/user-error.js";
import { translatedPattern, withoutNeedlessEscapes } from "./foreign-pattern.js";
import { PatternSteps } from "./pattern-steps.js";
import { Undecided } from "./undecided.js";
import { TimeOver, withinTime } from "./within-time.js";

/** A pattern that is not a regular expression. */
export class InvalidPattern extends UserError {
  override name = "InvalidPattern";

  constructor(
    readonly pattern: string,
    error: unknown,
    place?: string,
  ) {
    // Engines repeat the pattern: `Invalid regular expression: /(/u: Unterminated group`.
    const reason = error instanceof Error ? error.message.split(": ").at(-1) : error;
    super(
      `${place ? `${place}: ` : ""}The pattern ${shown(pattern)} is not a regular expression: ${reason}. Correct it in the document.`,
    );
  }
}

/** A pattern that could not be matched in time. Neither the text nor its sender is known to be wrong. */
export class PatternUndecided extends Undecided {
  override name = "PatternUndecided";

  /** @param limit in milliseconds */
  constructor(
    readonly pattern: string,
    limit: number,
    { length }: string,
  ) {
    super(
      `The pattern ${shown(pattern)} could not be matched within ${limit / 1000} s with a text of ${length} characters. Rewrite it so that it does not try the same part in several ways, such as a+ in place of (a+)+.`,
    );
  }
}

/** The time that a match may take, in milliseconds. */
const LIMIT = 1000;
/** The same for a pattern that was given up before. A server cannot take a second for each of its values. */
const LATER_LIMIT = 100;

/** How many results of matches with a time limit a pattern remembers, and how long their texts may be. */
const REMEMBERED = { results: 200, characters: 1000 };

/** The match that runs. It remains if a limit around it ends it, because nothing of it runs any more then. */
let running: { pattern: string; limit: number; text: string } | undefined;

/** The error for the match that a limit around it has ended; undefined if that limit ended anything else. */
export function endedMatch(): PatternUndecided | undefined {
  const ended = running;
  running = undefined;
  return ended && new PatternUndecided(ended.pattern, ended.limit, ended.text);
}

/** A regular expression whose methods end in time, because all of them call `exec` (ECMA-262, 22.2.7.1). */
class LimitedPattern extends RegExp {
  readonly #steps = new PatternSteps(this.source, this.flags);
  #limit = LIMIT;
  /** Each schema that applies to a text matches it. The check of the value around it matches it again. */
  readonly #results = new Map<string, RegExpExecArray | null>();

  /** @throws PatternUndecided if the time does not suffice; InvalidPattern if the pattern is too large */
  override exec(text: string): RegExpExecArray | null {
    if (this.#steps.areFewFor(text.length)) return super.exec(text);
    const known = this.#results.get(text);
    if (known !== undefined) return known;
    const result = this.#steps.areFewIn(text) ? super.exec(text) : this.#execInTime(text);
    if (text.length <= REMEMBERED.characters) {
      if (this.#results.size >= REMEMBERED.results) this.#results.clear();
      this.#results.set(text, result);
    }
    return result;
  }

  #execInTime(text: string): RegExpExecArray | null {
    try {
      running = { pattern: this.source, limit: this.#limit, text };
      return withinTime(this.#limit, () => super.exec(text));
    } catch (error) {
      // Thrown by the first match, which compiles the pattern.
      if (error instanceof SyntaxError) throw new InvalidPattern(this.source, error);
      // A RangeError: there are more ways than the stack of the matcher can hold.
      if (!(error instanceof TimeOver || error instanceof RangeError)) throw error;
      const undecided = new PatternUndecided(this.source, this.#limit, text);
      this.#limit = LATER_LIMIT;
      throw undecided;
    } finally {
      running = undefined;
    }
  }
}

const compiled = new Map<string, RegExp>();

/**
 * The regular expression of a `pattern`, with the `u` flag as JSON Schema recommends (Core, 6.4). The flag is left out where
 * the pattern is valid only without it. A match throws `PatternUndecided` after a second. Matching by ECMA-262 may take time
 * that is exponential in the length of the text.
 *
 * @param place of the pattern in the document, for the message
 * @throws InvalidPattern if it is not a regular expression
 */
export function compilePattern(pattern: string, place?: string): RegExp {
  let result = compiled.get(pattern);
  if (!result) {
    result = newPattern(pattern, place);
    compiled.set(pattern, result);
  }
  return result;
}

/**
 * Whether a text is a regular expression.
 *
 * @param flags default: `u`, or none where it is valid only without it
 */
export function isPattern(pattern: string, flags?: string): boolean {
  if (flags === undefined) return isPattern(pattern, "u") || isPattern(pattern, "");
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

/**
 * A pattern as a regular expression of ECMA-262. It is the same text where it is one, or a translation.
 *
 * @returns undefined if there is none with the same meaning
 */
export function readablePattern(pattern: string): string | undefined {
  if (isPattern(pattern, "u")) return pattern;
  const translated = translatedPattern(pattern);
  if (translated === undefined) return undefined;
  // Without the flag, `\p` and `\u{` are letters.
  const needsFlag = /(?<!\\)(?:\\\\)*\\(?:[pP]|u\{)/.test(translated);
  const plain = needsFlag || translated !== pattern ? withoutNeedlessEscapes(translated) : translated;
  if (isPattern(plain, "u")) return plain;
  return !needsFlag && isPattern(translated, "") ? translated : undefined;
}

function newPattern(pattern: string, place?: string): RegExp {
  const readable = readablePattern(pattern);
  if (readable === undefined && isPattern(pattern)) {
    throw new InvalidPattern(pattern, "ECMA-262 has not the same meaning", place);
  }
  const source = readable ?? pattern;
  try {
    return new LimitedPattern(source, "u");
  } catch {
    try {
      return new LimitedPattern(source);
    } catch (error) {
      throw new InvalidPattern(pattern, error, place);
    }
  }
}

function shown(pattern: string): string {
  return JSON.stringify(pattern.length > 200 ? `${pattern.slice(0, 199)}…` : pattern);
}
