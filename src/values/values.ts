import { UserError } from "../cli/user-error.js";
import type { Direction } from "../openapi/direction/absent-properties.js";
import { asList, type Json, type OpenApiDocument } from "../openapi/document/document.js";
import { oncePer } from "../openapi/document/once-per.js";
import { pointerTo, valueAt } from "../openapi/document/pointer.js";
import { allExamples } from "../openapi/operations/example-pairs.js";
import type { Examples } from "../openapi/operations/operation.js";
import type { AjvError } from "../openapi/validator/compiled-schemas.js";
import { validatorOf } from "../openapi/validator/validator.js";
import { Attempt, type AttemptContext, type Manner } from "./attempt/attempt.js";
import { type DirectedDocument, directedDocumentOf } from "./attempt/directed-document.js";
import { type Overlaps, Preferences, type ValueError } from "./attempt/preferences.js";
import type { Presence } from "./kinds/maker.js";
import { type Randomness, SeededRandomness } from "./random/randomness.js";
import { listsOf } from "./rules/expanded.js";
import { type SchemaAt, TooManySteps, Unsatisfiable } from "./rules/parts.js";
import { ValuePlace } from "./rules/value-place.js";
import { SchemaList } from "./rules/value-rules.js";

/** A part of an operation that has a schema: a media type, a parameter, or the place of any schema. */
export interface Described {
  /** JSON pointer to the schema in the document. */
  schemaPointer: string;
  examples?: Examples;
  /** Where a parameter is sent; undefined for anything else. */
  in?: string;
  /** The name and the description of a parameter suggest values. */
  name?: string;
  description?: string;
}

/** How a value is made. */
export interface ValueOptions {
  /**
   * Who sends the value (default: response). Properties that are absent in this direction are left out: `readOnly` ones
   * of requests, `writeOnly` ones of responses. Below `paths`, the place of the schema decides.
   */
  direction?: Direction;
  /** The optional properties of each object (default: all). With `random`, other choices are random as well. */
  optional?: Presence;
  /** Whether examples and defaults come first (default: true). */
  documented?: boolean;
  /** Whether lists and objects are made of their parts, even if they have an example (default: false). */
  composed?: boolean;
  /**
   * Whether the first value that could be made is enough, valid or not (default: false). For a large document, compiling its
   * schemas takes most of the time.
   */
  unchecked?: boolean;
  /** Whether texts look like those that people write (default: false, unique texts, by which a run knows its own values). */
  lifelike?: boolean;
}

/** Why no value was found, and the place of a keyword that rules it out. */
export interface NoValue {
  place: string;
  reason: string;
  /** Whether no value can exist, because the schemas that apply in each case exclude each other's types. */
  isContradiction: boolean;
}

export type ValueResult = { value: Json } | { unsatisfiable: NoValue };

/** A value, and the attempt that made it. */
export interface Made {
  value: Json;
  attempt: Attempt;
}

/** The schemas of a part, and the place of its own one. */
interface Schemas {
  schemas: SchemaList;
  pointer: string;
}

/** Attempts at one value. Each avoids the choices that made the earlier ones invalid. */
const ATTEMPTS = 60;
/** Attempts that may end because the schema has too many combinations. */
const LONG_ATTEMPTS = 3;

/** A schema that was used so often is compiled a second time, to be checked by the first error alone. */
const OFTEN = 30;

/** Makes values that are valid by the schemas of a document. */
export class Values {
  readonly #original: OpenApiDocument;
  readonly randomness: Randomness;
  readonly #overlaps: Overlaps = new Map();
  /** How many values were validated by the schemas at these places. */
  readonly #used = new Map<string, number>();
  #schemasOf = this.#newSchemas();
  #lists: object | undefined;

  constructor(document: OpenApiDocument, randomness: Randomness) {
    this.#original = document;
    this.randomness = randomness;
  }

  /**
   * Makes a value that is valid by a schema. It uses examples and defaults at any level, then `const` and `enum`, then the
   * other keywords of JSON Schema 2020-12.
   *
   * @returns the value, valid by the validator of `verify` unless it is unchecked; or why none was found. A value that is
   * surely valid by its keywords is not validated
   */
  value(described: Described, options: ValueOptions = {}): ValueResult {
    const { optional = "all", documented = true, composed = false } = options;
    const made = this.make(described, options, { presence: optional, isDocumented: documented, isComposed: composed });
    return "reason" in made ? { unsatisfiable: made } : { value: made.value };
  }

  /** Makes a value in a manner, and keeps the attempt, which knows the schemas of each part of the value. */
  make(
    described: Described,
    { direction = "response", unchecked = false, lifelike = false }: ValueOptions,
    manner: Manner,
  ): Made | NoValue {
    this.#forgetOldLists();
    const { schemas, pointer } = this.#schemasOf[direction](described);
    const preferences = new Preferences(this.#overlaps);
    let problem: (() => NoValue | undefined) | undefined;
    let long = 0;
    for (let count = 0; count < ATTEMPTS && long < LONG_ATTEMPTS; count += 1) {
      const attempt = new Attempt(this.#context(described, direction, lifelike), mannerOf(manner, count), preferences);
      try {
        const value = attempt.make(schemas, ValuePlace.root);
        if (unchecked || attempt.isCertain) return { value, attempt };
        const errors = this.errors(pointer, value);
        if (errors.length === 0) return { value, attempt };
        problem = () => this.#problemOf(errors);
        preferences.learn(errors.map(valueError), attempt);
      } catch (error) {
        if (error instanceof UserError)
          return { place: described.schemaPointer, reason: error.message, isContradiction: false };
        if (!(error instanceof Unsatisfiable)) throw error;
        const place = this.directed.originalPointer(error.place);
        const { isContradiction } = error;
        if (error instanceof TooManySteps) long += 1;
        // The same schema leads to the same contradiction, unless earlier attempts learned from errors.
        else if (problem === undefined && count > 0) return { place, reason: error.reason, isContradiction };
        if (error instanceof TooManySteps) problem ??= () => ({ place, reason: error.reason, isContradiction });
      }
    }
    return problem?.() ?? { place: described.schemaPointer, reason: "no value was found", isContradiction: false };
  }

  /** Whether a value is valid by a schema in a direction. */
  isValid({ schemaPointer }: Described, value: Json, direction: Direction): boolean {
    return this.errors(this.directed.pointerFor(schemaPointer, direction), value).length === 0;
  }

  /** The errors of a value by a schema of the document in which each direction has schemas of its own. */
  errors(place: string, value: Json): AjvError[] {
    const validator = validatorOf(this.directed.document);
    const used = this.#used.get(place) ?? 0;
    this.#used.set(place, used + 1);
    return used >= OFTEN && validator.isValid(place, value) ? [] : validator.rawErrors(place, value);
  }

  get directed(): DirectedDocument {
    return directedDocumentOf(this.#original);
  }

  #context(described: Described, direction: Direction, isLifelike: boolean): AttemptContext {
    const { schemaPointer, in: place, name = "", description = "" } = described;
    return {
      document: this.directed.document,
      randomness: this.randomness,
      isLifelike,
      parameter: place === undefined ? undefined : { name, description },
      inDirection: (value, at) => this.directed.inDirection(value, schemaPointer, direction, at),
    };
  }

  /** The schema of a part in its direction; before it, a schema with the examples of the part. */
  #newSchemas(): Record<Direction, (described: Described) => Schemas> {
    const schemasIn = (direction: Direction) =>
      oncePer(({ schemaPointer, examples }: Described): Schemas => {
        const pointer = this.directed.pointerFor(schemaPointer, direction);
        const values = examples ? allExamples(examples) : [];
        const own: SchemaAt = { schema: valueAt(this.directed.document, pointer), pointer };
        const all = values.length > 0 ? [{ schema: { examples: values }, pointer }, own] : [own];
        return { pointer, schemas: new SchemaList(all) };
      });
    return { request: schemasIn("request"), response: schemasIn("response") };
  }

  #forgetOldLists(): void {
    const lists = listsOf(this.directed.document);
    if (lists === this.#lists) return;
    this.#lists = lists;
    this.#schemasOf = this.#newSchemas();
  }

  #problemOf([error]: readonly AjvError[]): NoValue | undefined {
    if (!error) return undefined;
    const place = pointerTo(validatorOf(this.directed.document).placeOf(error.parentSchema) ?? "#", error.keyword);
    const reason = `no valid value was found: ${error.instancePath || "the value"} ${error.message}`;
    return { place: this.directed.originalPointer(place), reason, isContradiction: false };
  }
}

function valueError({ instancePath, keyword, parentSchema, params }: AjvError): ValueError {
  return { at: instancePath, keyword, schema: parentSchema, matching: asList(params.passingSchemas).map(Number) };
}

/** Later attempts leave out more. */
function mannerOf(manner: Manner, count: number): Manner {
  if (count < ATTEMPTS / 3) return manner;
  const isDocumented = manner.isDocumented && count < (2 * ATTEMPTS) / 3;
  return { ...manner, isDocumented, presence: count % 2 === 0 ? "none" : "random" };
}

/**
 * Prepares to make values for a document.
 *
 * @param options.seed an unsigned 32-bit integer: the same seed, calls and document give the same values
 * @param options.randomness in place of a seed
 */
export function createValues(
  document: OpenApiDocument,
  { seed = 1, randomness }: { seed?: number; randomness?: Randomness } = {},
): Values {
  return new Values(document, randomness ?? new SeededRandomness(seed));
}
