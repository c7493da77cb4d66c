import { asList, asText, isObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { type Part, type SchemaAt, Unsatisfiable } from "./parts.js";

const documents = new WeakMap<OpenApiDocument, PartLists>();

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
  let lists = documents.get(document);
  if (!lists) {
    lists = new PartLists(document);
    documents.set(document, lists);
  }
  return lists.expand(schemas, known);
}

/** The lists of parts of a document, each once. */
class PartLists {
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
