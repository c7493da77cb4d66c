import type { ValidateFunction } from "ajv/dist/2020.js";
import { UserError } from "#cli/user-error.js";
import { asObject, type OpenApiDocument } from "../document/document.js";
import { MAX_LEVELS } from "../document/nesting.js";
import { encodedPointer, isWithin, pointerTo, valueAt } from "../document/pointer.js";
import { placesIn } from "../document/walk.js";
import { writtenPlace } from "../document/written-place.js";
import { endedMatch, InvalidPattern, PatternUndecided } from "../patterns/pattern.js";
import { Undecided } from "../patterns/undecided.js";
import { TimeOver, withinTime } from "../patterns/within-time.js";
import { ajvOfDocument, DOCUMENT, type Extent, type Mode, type Validator } from "./ajv-of-document.js";
import { hasDirections } from "./keywords/direction-keywords.js";
import { isLarge } from "./large-value.js";

const EXTENTS: readonly Extent[] = ["all", "first"];
/** The keys of validators that are for responses alone. */
const RESPONSE: Readonly<Record<Extent, string>> = { all: "all of responses", first: "first of responses" };

/** How many errors are processed for one value: a list may have millions. */
const MAX_ERRORS = 5000;

/**
 * The time of a large value, in milliseconds. One limit is to decide whether it is valid, the other to find all of its
 * errors. The first is longer than the time of a pattern, whose error names the pattern.
 */
export const LIMITS = { decide: 2000, findAll: 100 };

/** Values that are validated in one slice, and milliseconds after which it ends earlier. */
const SLICE = { values: 500, time: 10 };

/** Receives the errors of one of several values. */
type AddErrors = (index: number, found: FirstErrors<AjvError>) => void;

/** An error as Ajv reports it. With a type of Ajv, the declarations of the package would need Ajv. */
export interface AjvError {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
  message?: string;
  parentSchema?: object;
  /** The invalid value. */
  data?: unknown;
}

/** The errors of a value. */
export interface FirstErrors<Found> {
  errors: Found[];
  /** False if the value has more errors. */
  isComplete: boolean;
}

/** The schemas of a document as functions of Ajv, each compiled when it is first used. */
export class CompiledSchemas {
  readonly #document: OpenApiDocument;
  // All are built on first use: for a large document that takes a second.
  #places: Map<unknown, string> | undefined;
  /** The validator of each mode, and the functions that it has compiled, by the places of their schemas. */
  readonly #modes = new Map<string, { validator: Validator; compiled: Map<string, ValidateFunction> }>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /**
   * Validates a value. Of many errors, the first ones are returned.
   *
   * @param isResponse true for a value that a server sends
   * @returns the errors of Ajv; none if the value is valid
   * @throws Undecided if a pattern or a large value takes too long. UserError if the schema cannot be used, or the value is
   * nested too deeply
   */
  errors(schemaPointer: string, value: unknown, isResponse = false): FirstErrors<AjvError> {
    return this.#explained(schemaPointer, value, () =>
      isLarge(value)
        ? this.#errorsInTime(schemaPointer, value, isResponse)
        : firstOf(this.#run({ extent: "all", isResponse }, schemaPointer, value)),
    );
  }

  /**
   * Whether a value is valid, without its errors. Each branch of a choice ends at its first error. `errors` follows each to
   * its end.
   *
   * @throws as `errors` does
   */
  isValid(schemaPointer: string, value: unknown): boolean {
    return this.#explained(schemaPointer, value, () =>
      isLarge(value)
        ? this.#errorsInTime(schemaPointer, value, false).errors.length === 0
        : this.#run({ extent: "first", isResponse: false }, schemaPointer, value).length === 0,
    );
  }

  /**
   * Validates a value as `errors` does, apart from the members of some lists and objects in it.
   *
   * @throws as `errors` does
   */
  errorsAround(
    parts: ReadonlySet<unknown>,
    schemaPointer: string,
    value: unknown,
    isResponse: boolean,
  ): FirstErrors<AjvError> {
    const mode: Mode = { extent: "all", isResponse, leftOut: parts };
    return this.#explained(schemaPointer, value, () => {
      this.#compileAll(mode, schemaPointer);
      const found = inTime(LIMITS.decide, () => this.#run(mode, schemaPointer, value));
      if (!found) throw this.undecided(schemaPointer);
      return firstOf(found);
    });
  }

  /**
   * Validates values of a response, one after the other, as `errors` does. They are some hundred, or as many as a few
   * milliseconds allow.
   *
   * @param add receives the errors of an invalid value
   * @returns the index of the first value that was not validated. It is the same one if it takes long, or cannot be
   * validated
   */
  validateSlice(schemaPointer: string, values: readonly unknown[], start: number, add: AddErrors): number {
    const mode: Mode = { extent: "all", isResponse: true };
    const end = Math.min(values.length, start + SLICE.values);
    const stop = performance.now() + SLICE.time;
    const invalid: { at: number; errors: FirstErrors<AjvError> }[] = [];
    let index = start;
    const validateAll = (validate: ValidateFunction) => {
      for (; index < end && performance.now() < stop; index += 1) {
        if (!validate(values[index])) invalid.push({ at: index, errors: firstOf(validate.errors ?? []) });
      }
    };
    try {
      this.#compileAll(mode, schemaPointer);
      const validate = this.#validator(mode, schemaPointer);
      withinTime(LIMITS.findAll, () => validateAll(validate));
    } catch {
      // The value is large, or its error has to be explained.
    }
    // The time may end between an error and the next value.
    for (const { at, errors } of invalid) if (at < index) add(at, errors);
    return index;
  }

  /** The error for a value that takes too long. */
  undecided(schemaPointer: string): Undecided {
    return new Undecided(
      `A value could not be validated by the schema ${this.#shown(schemaPointer)} within ${LIMITS.decide / 1000} s. It is too large.`,
    );
  }

  /** Calls a function. Its errors say which schema or value they are about. */
  #explained<Result>(schemaPointer: string, value: unknown, run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      // Ajv follows schemas and values by recursion.
      if (error instanceof RangeError) throw new UserError(endless(this.#shown(schemaPointer), value));
      if (error instanceof InvalidPattern || error instanceof PatternUndecided) {
        error.message = `${this.#shown(this.#placeOfPattern(error.pattern) ?? schemaPointer)}: ${error.message}`;
      }
      throw error;
    }
  }

  /** All errors; the first one if all of them take too long. */
  #errorsInTime(schemaPointer: string, value: unknown, isResponse: boolean): FirstErrors<AjvError> {
    // Compiling does not count as time of the value.
    for (const extent of EXTENTS) this.#compileAll({ extent, isResponse }, schemaPointer);
    const first = inTime(LIMITS.decide, () => this.#run({ extent: "first", isResponse }, schemaPointer, value));
    if (!first) throw this.undecided(schemaPointer);
    const all =
      first.length > 0
        ? inTime(LIMITS.findAll, () => this.#run({ extent: "all", isResponse }, schemaPointer, value))
        : first;
    return all ? firstOf(all) : { errors: first, isComplete: false };
  }

  /**
   * Ajv 8 writes code that remembers which properties were evaluated. Where `patternProperties` stands beside a `oneOf`, it
   * may throw a TypeError. Documents without `unevaluatedProperties` and `unevaluatedItems` need no such code.
   */
  #run(mode: Mode, schemaPointer: string, value: unknown): AjvError[] {
    try {
      return this.#errorsBy(mode, schemaPointer, value);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new Undecided(`${this.#shown(schemaPointer)} cannot be validated by Ajv: ${error.message}.`);
    }
  }

  #errorsBy(mode: Mode, schemaPointer: string, value: unknown): AjvError[] {
    const validate = this.#validator(mode, schemaPointer);
    const members = mode.leftOut && this.#inMode(mode).validator.members;
    if (members && mode.leftOut) return members.without(mode.leftOut, () => errorsBy(validate, value));
    return errorsBy(validate, value);
  }

  /** Compiles a schema and all schemas that it leads to. */
  #compileAll(mode: Mode, schemaPointer: string): void {
    this.#validator(mode, schemaPointer);
    this.#inMode(mode).validator.references.compileAll();
  }

  #validator(mode: Mode, schemaPointer: string): ValidateFunction {
    return this.#modes.get(this.#keyOf(mode))?.compiled.get(schemaPointer) ?? this.#compile(mode, schemaPointer);
  }

  #inMode(mode: Mode): { validator: Validator; compiled: Map<string, ValidateFunction> } {
    const key = this.#keyOf(mode);
    const found = this.#modes.get(key) ?? { validator: ajvOfDocument(this.#document, mode), compiled: new Map() };
    this.#modes.set(key, found);
    return found;
  }

  /** Requests and responses have one validator where no property is absent from either. */
  #keyOf({ extent, isResponse }: Mode): string {
    return isResponse && hasDirections(this.#document) ? RESPONSE[extent] : extent;
  }

  /** The place of a schema in the document. Ajv reports the violated schema, but not its place. */
  placeOf(schema: unknown): string | undefined {
    this.#places ??= placesIn(this.#document);
    return this.#places.get(schema);
  }

  /** The place as messages name it. */
  #shown(pointer: string): string {
    return writtenPlace(this.#document, pointer);
  }

  #placeOfPattern(wanted: string): string | undefined {
    this.#places ??= placesIn(this.#document);
    for (const [node, place] of this.#places) {
      const { pattern, patternProperties } = asObject(node);
      if (pattern === wanted) return pointerTo(place, "pattern");
      if (Object.hasOwn(asObject(patternProperties), wanted)) return pointerTo(place, "patternProperties");
    }
    return undefined;
  }

  /** @throws UserError if the schema cannot be used */
  #compile(mode: Mode, schemaPointer: string): ValidateFunction {
    try {
      const { validator, compiled } = this.#inMode(mode);
      const validate = compiledBy(validator, this.#document, schemaPointer);
      compiled.set(schemaPointer, validate);
      return validate;
    } catch (error) {
      if (error instanceof InvalidPattern) throw error;
      if (error instanceof RangeError) {
        throw new UserError(
          `The schema ${this.#shown(schemaPointer)} is nested too deeply, perhaps through references. Flatten it.`,
        );
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw new UserError(
        `The schema ${this.#shown(schemaPointer)} cannot be used: ${reason}. Correct it in the document.`,
      );
    }
  }
}

function errorsBy(validate: ValidateFunction, value: unknown): AjvError[] {
  return validate(value) ? [] : (validate.errors ?? []);
}

function compiledBy(
  { ajv, references }: Validator,
  document: OpenApiDocument,
  schemaPointer: string,
): ValidateFunction {
  // Parameters and media types need not have a schema.
  if (valueAt(document, schemaPointer) === undefined) return ajv.compile(true);
  return references.at(schemaPointer) ?? ajv.compile({ $ref: DOCUMENT + encodedPointer(schemaPointer) });
}

/**
 * The result of a function; undefined if it does not return in time.
 *
 * @throws PatternUndecided if the time ends in the match of a pattern
 */
function inTime<Result>(limit: number, run: () => Result): Result | undefined {
  try {
    return withinTime(limit, run);
  } catch (error) {
    if (!(error instanceof TimeOver)) throw error;
    const match = endedMatch();
    if (match) throw match;
    return undefined;
  }
}

/** The first errors. The errors of branches precede those of their `oneOf` or `anyOf`, which explain them. */
function firstOf(found: AjvError[]): FirstErrors<AjvError> {
  if (found.length <= MAX_ERRORS) return { errors: found, isComplete: true };
  const errors = found.slice(0, MAX_ERRORS);
  const last = errors.at(-1)?.instancePath ?? "";
  const open = found
    .slice(MAX_ERRORS)
    .filter(({ keyword, instancePath }) => /^(one|any)Of$/.test(keyword) && isWithin(last, instancePath));
  return { errors: [...errors, ...open], isComplete: false };
}

/** Why the validation of a value exhausted the stack, and what to do. */
function endless(schemaPointer: string, value: unknown): string {
  const levels = depthOf(value);
  return levels > MAX_LEVELS
    ? `The value is nested ${levels} levels deep, which is too deep to be validated.`
    : `The schema ${schemaPointer} applies to itself without end. Let it refer to itself only below a keyword such as properties or items.`;
}

/** How many lists and objects of a value are nested: 0 for any other value. */
function depthOf(value: unknown): number {
  const isNested = (member: unknown) => typeof member === "object" && member !== null;
  let levels = 0;
  // Level by level instead of recursion, which a deep value would exhaust.
  for (let level = [value].filter(isNested); level.length > 0; levels += 1) {
    level = level.flatMap((parent) => Object.values(Object(parent))).filter(isNested);
  }
  return levels;
}
