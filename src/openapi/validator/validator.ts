import { isChoice } from "../document/applied.js";
import { asList, type Json, type OpenApiDocument } from "../document/document.js";
import { rounded } from "../document/long-integer.js";
import { oncePer } from "../document/once-per.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { Undecided } from "../patterns/undecided.js";
import { processorTime } from "../patterns/within-time.js";
import { type AjvError, CompiledSchemas, type FirstErrors, LIMITS } from "./compiled-schemas.js";
import { isLarge } from "./large-value.js";
import { longPartsIn, type Members } from "./long-parts.js";
import { type CountedError, type IsApart, MemberErrors, type SelectedErrors } from "./member-errors.js";

/** One keyword of a schema that a value violates. */
export interface SchemaError {
  /** JSON pointer to the invalid part of the value; empty for the whole value. */
  at: string;
  /** JSON pointer to the keyword in the document. */
  keyword: string;
  /** The requirement of the keyword, for example `must be integer`. */
  message: string;
  /** The value of the keyword in the document. */
  wanted: Json | undefined;
  /** The field that the schema forbids, of those in the invalid part. */
  unwanted?: string;
  /** The field that the schema requires, and that the invalid part lacks. */
  lacking?: string;
}

/**
 * The validator of a document, which must not change any more. All that work with a document have the same one. Compiled
 * schemas are the largest part of the memory of a run.
 */
export const validatorOf = oncePer((document: OpenApiDocument) => new SchemaValidator(document));

/** Validates values by the schemas of a document: JSON Schema 2020-12, with formats as assertions. */
export class SchemaValidator {
  readonly #document: OpenApiDocument;
  readonly #schemas: CompiledSchemas;
  readonly #keywords = oncePer((_: object) => new Map<string, Pick<SchemaError, "keyword" | "wanted">>());

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#schemas = new CompiledSchemas(document);
  }

  /**
   * Validates a value. A server need not send `writeOnly` properties, nor a client `readOnly` ones, even if they are
   * required (Schema Object, OpenAPI 3.0, 4.7.24; JSON Schema Validation, 9.4).
   *
   * @param schemaPointer the place of the schema in the document
   * @param isResponse true for a value that a server sends; false for one that a client sends
   * @returns the violations; none if the value is valid. A pattern that takes too long is a violation by a request, because
   * a server has to respond
   * @throws UserError if the schema cannot be used, for example because a pattern is not a regular expression. Also if a
   * response cannot be judged, because it is nested too deeply, or a pattern takes too long
   */
  errors(schemaPointer: string, value: unknown, isResponse = false): SchemaError[] {
    return this.firstErrors(schemaPointer, value, isResponse).errors;
  }

  /** Validates a value as `errors` does, and says whether the violations are all of them. */
  firstErrors(schemaPointer: string, given: unknown, isResponse = false): FirstErrors<SchemaError> {
    const value = rounded(given);
    const { errors, isComplete } = this.#all(schemaPointer, value, isResponse);
    if (errors.length === 0) return { errors: [], isComplete };
    const { kept, unexplained } = this.#selected(errors, value, isResponse);
    return { errors: [...(kept.length > 0 ? kept : unexplained)], isComplete };
  }

  /**
   * Validates a response as `firstErrors` does. The members of long lists and objects are validated in slices, between which
   * the caller may let others continue. Members with the same violations are counted, and the first one is named.
   *
   * @param isApart whether a value that violates a format is not counted with others (default: none)
   * @param time milliseconds that slices have taken so far: a value around this one has the same limit
   * @returns undefined after each slice; then the violations
   */
  *pieces(
    schemaPointer: string,
    given: unknown,
    isApart: IsApart = () => false,
    time = { used: 0 },
  ): Generator<undefined, FirstErrors<CountedError<SchemaError>>> {
    const value = rounded(given);
    const whole = () => counted(this.firstErrors(schemaPointer, value, true));
    const parts = longPartsIn(this.#document, schemaPointer, value);
    if (parts.length === 0) return whole();
    const leftOut = new Set(parts.map(({ part }) => part));
    const around = this.#schemas.errorsAround(leftOut, schemaPointer, value, true);
    const memberErrors = new MemberErrors<SchemaError>(isApart);
    for (const members of parts.flatMap((part) => part.members))
      yield* this.#addMembers(members, memberErrors, isApart, time);
    // The errors of a choice name the choice, and those of its other members.
    if (parts.some(({ isChosen }) => isChosen) && (around.errors.length > 0 || memberErrors.hasAny)) return whole();
    const named = around.errors.map((error) => this.#keywordError(error, schemaPointer));
    const aroundErrors = this.#selected(named, value, true);
    const [kept, unexplained] = [
      [...countedOnce(aroundErrors.kept), ...memberErrors.counted("kept")],
      [...countedOnce(aroundErrors.unexplained), ...memberErrors.counted("unexplained")],
    ];
    return { errors: kept.length > 0 ? kept : unexplained, isComplete: around.isComplete && memberErrors.isComplete };
  }

  /**
   * Validates members in slices.
   *
   * @throws Undecided if they take too long, and no error was found
   */
  *#addMembers(
    { schemaPointer, values, placeOf }: Members,
    found: MemberErrors<SchemaError>,
    isApart: IsApart,
    time: { used: number },
  ): Generator<undefined, void> {
    const add = (at: number, { errors, isComplete }: FirstErrors<AjvError>) =>
      found.add(errors, isComplete, () => this.#selectedOfMember(schemaPointer, errors, values[at], placeOf(at)));
    for (let index = 0; index < values.length && found.isComplete; ) {
      const begun = processorTime();
      const isLong = isLarge(values[index]);
      const next = isLong ? index : this.#schemas.validateSlice(schemaPointer, values, index, add);
      time.used += processorTime() - begun;
      yield;
      if (isLong) {
        const { errors, isComplete } = yield* this.pieces(schemaPointer, values[index], isApart, time);
        found.addCounted(
          errors.map(({ error, count }) => ({ error: within(placeOf(index), error), count })),
          isComplete,
        );
      } else if (next === index) {
        const own = this.#schemas.errors(schemaPointer, values[index], true);
        if (own.errors.length > 0) add(index, own);
      }
      index = Math.max(next, index + 1);
      if (time.used > LIMITS.decide && index < values.length) {
        if (!found.hasAny) throw this.#schemas.undecided(schemaPointer);
        found.end();
      }
    }
  }

  /** The errors of a member that help a reader, at their places in the whole value. */
  #selectedOfMember(
    schemaPointer: string,
    errors: readonly AjvError[],
    member: Json | undefined,
    place: string,
  ): SelectedErrors<SchemaError> {
    const named = errors.map((error) => this.#keywordError(error, schemaPointer));
    const { kept, unexplained } = this.#selected(named, member, true);
    const here = (error: SchemaError) => within(place, error);
    return { kept: kept.map(here), unexplained: unexplained.map(here) };
  }

  /**
   * All errors of Ajv, also those of every branch of a choice. It takes less time than `errors`, which selects those that
   * help a reader.
   *
   * @throws UserError if the schema cannot be used, or the value cannot be judged
   */
  rawErrors(schemaPointer: string, value: unknown, isResponse = false): AjvError[] {
    return this.#schemas.errors(schemaPointer, rounded(value), isResponse).errors;
  }

  /** Whether `rawErrors` finds no error. Where choices are nested, it takes a part of the time. @throws as `rawErrors` does */
  isValid(schemaPointer: string, value: unknown): boolean {
    return this.#schemas.isValid(schemaPointer, rounded(value));
  }

  /** The place of a schema in the document. */
  placeOf(schema: unknown): string | undefined {
    return this.#schemas.placeOf(schema);
  }

  #all(schemaPointer: string, value: unknown, isResponse: boolean): FirstErrors<KeywordError> {
    let violations: FirstErrors<AjvError>;
    try {
      violations = this.#schemas.errors(schemaPointer, value, isResponse);
    } catch (error) {
      if (isResponse || !(error instanceof Undecided)) throw error;
      const wanted = valueAt(this.#document, schemaPointer);
      const undecided = { at: "", keyword: schemaPointer, message: error.message, wanted, name: "pattern" };
      return { errors: [undecided], isComplete: true };
    }
    return {
      errors: violations.errors.map((error) => this.#keywordError(error, schemaPointer)),
      isComplete: violations.isComplete,
    };
  }

  #keywordError(error: AjvError, schemaPointer: string): KeywordError {
    const { instancePath: at, parentSchema, keyword: name } = error;
    const { keyword, wanted } = this.#keywordAt(parentSchema, name, schemaPointer);
    const [unwanted, lacking] = [unwantedField(error), error.params.missingProperty];
    return {
      ...{ at, keyword, message: messageOf(error), wanted, name },
      ...(unwanted === undefined ? {} : { unwanted }),
      ...(typeof lacking === "string" ? { lacking } : {}),
    };
  }

  /** The place and the value of a keyword. Each is found once: a long list repeats its errors thousands of times. */
  #keywordAt(schema: object | undefined, name: string, schemaPointer: string): Pick<SchemaError, "keyword" | "wanted"> {
    const place = this.#schemas.placeOf(schema);
    if (schema === undefined || place === undefined) {
      return { keyword: schemaPointer, wanted: valueAt(this.#document, schemaPointer) };
    }
    const keywords = this.#keywords(schema);
    let known = keywords.get(name);
    if (!known) {
      const keyword = pointerTo(place, name);
      known = { keyword, wanted: valueAt(this.#document, keyword) };
      keywords.set(name, known);
    }
    return known;
  }

  /**
   * Selects the errors that help a reader. If `oneOf` or `anyOf` fails, every branch reports errors. Only those of the
   * intended branch are kept: the one of the right type, whose constants and enums are valid. A branch for null alone is meant
   * by null alone. `if` only repeats the error of `then`.
   */
  #selected(found: KeywordError[], value: unknown, isResponse: boolean): SelectedErrors<SchemaError> {
    // By place and keyword, so that a long list of wrong items takes time in proportion to its length.
    const kept = new Map<string, KeywordError[]>();
    const keep = (error: KeywordError) => {
      const key = placeAndKeyword(error);
      const same = kept.get(key);
      if (same) same.push(error);
      else kept.set(key, [error]);
    };
    found.filter(({ name }) => name !== "if" && !isChoice(name)).forEach(keep);
    const unexplained: KeywordError[] = [];
    for (const choice of found.filter(({ name }) => isChoice(name))) {
      const part = valueAt(value, choice.at);
      const branches = Array.isArray(choice.wanted)
        ? choice.wanted.map((_, index) => this.#all(pointerTo(choice.keyword, index), part, isResponse).errors)
        : [];
      for (const error of branches.flat()) kept.delete(placeAndKeyword({ ...error, at: choice.at + error.at }));
      const intended = branches.every((branch) => branch.length > 0) ? intendedOf(branches) : undefined;
      if (intended) {
        for (const error of intended) keep({ ...error, at: choice.at + error.at });
      } else unexplained.push(choice);
    }
    const plain = ({ name: _, ...error }: KeywordError): SchemaError => error;
    return { kept: [...kept.values()].flat().map(plain), unexplained: unexplained.map(plain) };
  }
}

/** The errors of the branch that a value is meant for; undefined if several may be meant. */
function intendedOf(branches: readonly KeywordError[][]): KeywordError[] | undefined {
  const isOfRoot = (keyword: string) => (error: KeywordError) => error.at === "" && error.name === keyword;
  const isNull = ({ wanted }: KeywordError) => wanted === null || wanted === "null";
  const others = branches.filter(
    (branch) => !branch.some((error) => isNull(error) && ["type", "const"].some((keyword) => isOfRoot(keyword)(error))),
  );
  const ofType = others.filter((branch) => !branch.some(isOfRoot("type")));
  const likely = ofType.length > 0 ? ofType : others;
  const tagged = likely.filter((branch) => !branch.some(({ name }) => TAG_KEYWORDS.includes(name)));
  const [intended, ...rest] = likely.length > 1 ? tagged : likely;
  return rest.length === 0 ? intended : undefined;
}

/** The error of a part of a value, as one of the whole value. */
function within(place: string, error: SchemaError): SchemaError {
  return { ...error, at: place + error.at };
}

function counted({ errors, isComplete }: FirstErrors<SchemaError>): FirstErrors<CountedError<SchemaError>> {
  return { errors: countedOnce(errors), isComplete };
}

function countedOnce(errors: readonly SchemaError[]): CountedError<SchemaError>[] {
  return errors.map((error) => ({ error, count: 1 }));
}

/** An error with the name of its keyword. */
interface KeywordError extends SchemaError {
  name: string;
}

function placeAndKeyword({ at, keyword }: SchemaError): string {
  return `${keyword} ${at}`;
}

const TAG_KEYWORDS = ["const", "enum"];

function unwantedField({ params }: AjvError): string | undefined {
  const name: unknown = params.additionalProperty ?? params.unevaluatedProperty;
  return typeof name === "string" ? name : undefined;
}

function messageOf(error: AjvError): string {
  const { message = "is not valid", params, keyword } = error;
  const unwanted = unwantedField(error);
  if (unwanted !== undefined) return `must not have the field ${JSON.stringify(unwanted)}`;
  if (keyword === "enum")
    return `must be one of ${asList(params.allowedValues)
      .map((value) => JSON.stringify(value))
      .join(", ")}`;
  if (keyword === "const") return `must be ${JSON.stringify(params.allowedValue)}`;
  return message;
}
