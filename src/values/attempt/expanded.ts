import { asList, asText, isObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { type Part, type SchemaAt, Unsatisfiable } from "./parts.js";

/** So many lists are remembered for a document, with what follows from them: two or three kilobytes each. */
const MOST_LISTS = 6000;

const documents = new WeakMap<OpenApiDocument, PartLists>();

/**
 * The lists of a document. When there are too many, as in a large document, whose schemas make few values each, all are forgotten.
 *
 * @returns other lists than before if the earlier ones were forgotten: whoever has kept one of them lets go of it, too
 */
export function listsOf(document: OpenApiDocument): object {
  const known = documents.get(document);
  if (known && known.count <= MOST_LISTS) return known;
  const lists = new PartLists(document);
  documents.set(document, lists);
  return lists;
}

/**
 * Follows the references and the `allOf` of schemas (JSON Schema Core 2020-12, 8.2.3 and 10.2.1.1). A schema that leads to
 * itself is listed once, because it adds nothing to itself.
 *
 * @param known parts that apply already
 * @returns all schemas that apply to the same value, the known ones first; the same list for the same schemas, so that
 *   what follows from them is found once (`derived`)
 * @throws Unsatisfiable if one of them is `false`, or a reference leads nowhere
 */
export function expand(
  document: OpenApiDocument,
  schemas: readonly SchemaAt[],
  known?: readonly Part[],
): readonly Part[] {
  const lists = documents.get(document) ?? new PartLists(document);
  documents.set(document, lists);
  return lists.expand(schemas, known);
}

/** The lists of parts of a document, each once. */
class PartLists {
  count = 0;
  readonly #document: OpenApiDocument;
  readonly #none: readonly Part[] = [];
  /** The part for a schema at a place. Most schemas have one place. */
  readonly #parts = new WeakMap<JsonObject, Map<string, Part>>();
  /** The list with one part more. */
  readonly #longer = new WeakMap<readonly Part[], WeakMap<Part, readonly Part[]>>();
  /** The results of `expand` with known parts, by these and the schemas. */
  readonly #expanded = new WeakMap<readonly Part[], WeakMap<readonly SchemaAt[], readonly Part[]>>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  expand(schemas: readonly SchemaAt[], known?: readonly Part[]): readonly Part[] {
    if (!known) return this.#withAll(schemas, this.#none);
    let bySchemas = this.#expanded.get(known);
    if (!bySchemas) {
      bySchemas = new WeakMap();
      this.#expanded.set(known, bySchemas);
    }
    let parts = bySchemas.get(schemas);
    if (!parts) {
      parts = this.#withAll(schemas, known);
      bySchemas.set(schemas, parts);
    }
    return parts;
  }

  #withAll(schemas: readonly SchemaAt[], known: readonly Part[]): readonly Part[] {
    let parts = known;
    const seen = new Set(known.map(({ schema }) => schema));
    const add = ({ schema, pointer }: SchemaAt): void => {
      if (schema === false) throw new Unsatisfiable(pointer, "the schema is false, which admits no value");
      if (!isObject(schema) || seen.has(schema)) return;
      seen.add(schema);
      parts = this.#with(parts, schema, pointer);
      const reference = asText(schema.$ref);
      if (reference !== undefined) {
        const target = valueAt(this.#document, reference);
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

  #with(parts: readonly Part[], schema: JsonObject, pointer: string): readonly Part[] {
    const part = this.#partOf(schema, pointer);
    let longer = this.#longer.get(parts);
    if (!longer) {
      longer = new WeakMap();
      this.#longer.set(parts, longer);
    }
    let list = longer.get(part);
    if (!list) {
      list = [...parts, part];
      this.count += 1;
      longer.set(part, list);
    }
    return list;
  }

  #partOf(schema: JsonObject, pointer: string): Part {
    let byPointer = this.#parts.get(schema);
    if (!byPointer) {
      byPointer = new Map();
      this.#parts.set(schema, byPointer);
    }
    let part = byPointer.get(pointer);
    if (!part) {
      part = { schema, pointer };
      byPointer.set(pointer, part);
    }
    return part;
  }
}
