import { absentProperties, type Direction } from "#openapi/direction/absent-properties.js";
import { splitReadWrite } from "#openapi/direction/split.js";
import { asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { unusedName } from "#openapi/document/unused-name.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";

const SCHEMAS = "#/components/schemas";

/** The directed form of a document. It is made on first use: for a large document that takes a part of a second. */
export const directedDocumentOf = oncePer((document: OpenApiDocument) => new DirectedDocument(document));

/**
 * A document in which requests and responses have schemas of their own. A schema in a request lacks its `readOnly`
 * properties at any depth, one in a response its `writeOnly` ones (JSON Schema Validation 2020-12, 9.4).
 */
export class DirectedDocument {
  readonly original: OpenApiDocument;
  /** The original itself, if no property has a direction. */
  readonly document: OpenApiDocument;
  /** The components for requests: the pointer of each by that of the original. */
  readonly #writable = new Map<string, string>();
  /** The properties that are absent in a direction, by it and the place of the schema. */
  readonly #absent = new Map<string, readonly string[]>();

  constructor(original: OpenApiDocument) {
    this.original = original;
    this.document = splitReadWrite(original);
    if (!this.isSplit) return;
    const before = asObject(valueAt(original, SCHEMAS));
    const after = asObject(valueAt(this.document, SCHEMAS));
    for (const name of Object.keys(before)) {
      const copy = unusedName(`${name}Writable`, before);
      if (Object.hasOwn(after, copy)) this.#writable.set(pointerTo(SCHEMAS, name), pointerTo(SCHEMAS, copy));
    }
  }

  get isSplit(): boolean {
    return this.document !== this.original;
  }

  /**
   * The place of a schema for a direction.
   *
   * @param pointer into the original document. Below `paths`, the place itself decides the direction
   */
  pointerFor(pointer: string, direction: Direction): string {
    const [component, rest] = componentOf(pointer);
    const copy = direction === "request" ? this.#writable.get(component) : undefined;
    return copy === undefined ? pointer : copy + rest;
  }

  /** The place in the original document. */
  originalPointer(pointer: string): string {
    const [component, rest] = componentOf(pointer);
    for (const [original, copy] of this.#writable) if (copy === component) return original + rest;
    return pointer;
  }

  /** An example without the properties that are absent in a direction. */
  inDirection(value: Json, pointer: string, direction: Direction, at = ""): Json {
    if (!this.isSplit || typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      return value.map((item, index) => this.inDirection(item, pointer, direction, pointerTo(at, index)));
    }
    const schemas = schemasAt(this.original, pointer, at).at(-1) ?? [];
    const absent = schemas.flatMap((place) => this.#absentAt(place, direction));
    const present = Object.entries(value).filter(([name]) => !absent.includes(name));
    return Object.fromEntries(
      present.map(([name, member]) => [name, this.inDirection(member, pointer, direction, pointerTo(at, name))]),
    );
  }

  #absentAt(place: string, direction: Direction): readonly string[] {
    const key = `${direction} ${place}`;
    const known = this.#absent.get(key);
    if (known) return known;
    const schema = valueAt(this.original, place);
    const absent = isObject(schema) ? absentProperties(this.original, schema, direction) : [];
    this.#absent.set(key, absent);
    return absent;
  }
}

/** The component that a pointer leads into, and the rest of the pointer. */
function componentOf(pointer: string): [component: string, rest: string] {
  const names = pointerNames(pointer);
  return [pointerTo("#", ...names.slice(0, 3)), pointerTo("", ...names.slice(3))];
}
