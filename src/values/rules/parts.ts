import { asList, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";

/** No value satisfies a schema, as far as the generator can decide. It is thrown inside this folder only. */
export class Unsatisfiable extends Error {
  override name = "Unsatisfiable";

  /**
   * @param place JSON pointer to the keyword that no value satisfies
   * @param reason in words, without the place
   * @param isContradiction whether this holds for the whole value, whatever is chosen
   */
  constructor(
    readonly place: string,
    readonly reason: string,
    readonly isContradiction = false,
  ) {
    // It ends an attempt, and there are many: the stack would take more time than the rest of it.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(`${place}: ${reason}`);
    Error.stackTraceLimit = limit;
  }
}

/** The generator gave up, because the schema has too many combinations. Other choices may be quicker. */
export class TooManySteps extends Unsatisfiable {
  override name = "TooManySteps";
}

/** A schema, and its place in the document. A derived schema, such as a negation, has the place of its keyword. */
export interface SchemaAt {
  schema: Json | undefined;
  pointer: string;
}

/** One of the schemas that apply to the same value. */
export interface Part {
  schema: JsonObject;
  pointer: string;
}

/** A keyword of one of several schemas. */
export class Keyword {
  readonly value: Json;
  readonly #pointer: string;
  readonly #name: string;

  constructor(value: Json, pointer: string, name: string) {
    this.value = value;
    this.#pointer = pointer;
    this.#name = name;
  }

  /** Made on demand: most keywords are read, and few are reported. */
  get place(): string {
    return pointerTo(this.#pointer, this.#name);
  }
}

const NONE: readonly Keyword[] = [];

/** The values of a keyword, and their places. */
export function keywordOf(parts: readonly Part[], keyword: string): readonly Keyword[] {
  let keywords: Keyword[] | undefined;
  for (const { schema, pointer } of parts) {
    const value = schema[keyword];
    if (value === undefined) continue;
    keywords ??= [];
    keywords.push(new Keyword(value, pointer, keyword));
  }
  return keywords ?? NONE;
}

/** The required names, and the schemas and indexes that require them. */
export function requiredNames(parts: readonly Part[]): Map<string, { required: Keyword; index: number }> {
  const names = new Map<string, { required: Keyword; index: number }>();
  for (const required of keywordOf(parts, "required")) {
    for (const [index, name] of asList(required.value).entries()) names.set(String(name), { required, index });
  }
  return names;
}
