import {
  asList,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";

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

/**
 * Follows the references and the `allOf` of schemas (JSON Schema Core 2020-12, 8.2.3 and 10.2.1.1). A schema that leads to
 * itself is listed once, because it adds nothing to itself.
 *
 * @param known parts that apply already
 * @returns all schemas that apply to the same value, the known ones first
 * @throws Unsatisfiable if one of them is `false`, or a reference leads nowhere
 */
export function expand(document: OpenApiDocument, schemas: readonly SchemaAt[], known: readonly Part[] = []): Part[] {
  const [only] = schemas;
  if (known.length === 0 && schemas.length === 1 && only && isPlain(only.schema)) {
    return [{ schema: only.schema, pointer: only.pointer }];
  }
  const parts = [...known];
  const seen = new Set(known.map(({ schema }) => schema));
  const add = ({ schema, pointer }: SchemaAt): void => {
    if (schema === false) throw new Unsatisfiable(pointer, "the schema is false, which admits no value");
    if (!isObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    parts.push({ schema, pointer });
    const reference = asText(schema.$ref);
    if (reference !== undefined) {
      const target = valueAt(document, reference);
      if (target === undefined) throw new Unsatisfiable(pointerTo(pointer, "$ref"), `${reference} leads nowhere`);
      add({ schema: target, pointer: reference });
    }
    for (const [index, member] of asList(schema.allOf).entries()) {
      add({ schema: member, pointer: pointerTo(pointer, "allOf", index) });
    }
  };
  schemas.forEach(add);
  return parts;
}

/** Whether a schema leads to no other one for the same value. */
function isPlain(schema: Json | undefined): schema is JsonObject {
  return isObject(schema) && schema.$ref === undefined && schema.allOf === undefined;
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
  let found: Keyword[] | undefined;
  for (const { schema, pointer } of parts) {
    const value = schema[keyword];
    if (value === undefined) continue;
    found ??= [];
    found.push(new Keyword(value, pointer, keyword));
  }
  return found ?? NONE;
}
