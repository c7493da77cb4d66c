import { hasManyPaths } from "#cli/small-heap.js";
import { asList, asText, isObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { type Part, type SchemaAt, Unsatisfiable } from "./parts.js";

/**
 * So many lists are remembered for a document, with what follows from them: two kilobytes each. The schemas of a large document
 * make few values each.
 */
const MOST_LISTS = { usual: 4000, large: 800 };

/**
 * The lists of a document. When there are too many, all are forgotten.
 *
 * @returns other lists than before if the earlier ones were forgotten. A caller lets go of those that it has kept, too
 */
export function listsOf(document: OpenApiDocument): object {
  const { count } = listsIn(document);
  if (count > (hasManyPaths(document) ? MOST_LISTS.large : MOST_LISTS.usual)) listsIn.forget(document);
  return listsIn(document);
}

const listsIn = oncePer((document: OpenApiDocument) => new PartLists(document));

/**
 * Follows the references and the `allOf` of schemas (JSON Schema Core 2020-12, 8.2.3 and 10.2.1.1). A schema that leads to
 * itself is listed once, because it adds nothing to itself.
 *
 * @param known parts that apply already
 * @returns all schemas that apply to the same value, the known ones first. The same schemas get the same list, so that what
 * follows from them is found once (`oncePer`)
 * @throws Unsatisfiable if one of them is `false`, or a reference leads nowhere
 */
export function expand(
  document: OpenApiDocument,
  schemas: readonly SchemaAt[],
  known?: readonly Part[],
): readonly Part[] {
  return listsIn(document).expand(schemas, known);
}

/** The lists of parts of a document, each once. */
class PartLists {
  count = 0;
  readonly #document: OpenApiDocument;
  readonly #none: readonly Part[] = [];
  /** The parts of a schema, one for each of its places. Most schemas have one. */
  readonly #parts = oncePer((_: JsonObject): Part[] => []);
  /** The lists of one part. */
  readonly #single = oncePer((part: Part) => this.#counted([part]));
  /** The lists that have one part more than another. There are few of each. */
  readonly #longer = oncePer((_: readonly Part[]): (readonly Part[])[] => []);
  /** The results of `expand` with known parts, by these and the schemas. */
  readonly #expanded = oncePer((known: readonly Part[]) =>
    oncePer((schemas: readonly SchemaAt[]) => this.#withAll(schemas, known)),
  );

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  expand(schemas: readonly SchemaAt[], known?: readonly Part[]): readonly Part[] {
    return known ? this.#expanded(known)(schemas) : this.#withAll(schemas, this.#none);
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
    if (parts.length === 0) return this.#single(part);
    const longer = this.#longer(parts);
    const known = longer.find((list) => list.at(-1) === part);
    if (known) return known;
    const list = this.#counted([...parts, part]);
    longer.push(list);
    return list;
  }

  #counted(list: readonly Part[]): readonly Part[] {
    this.count += 1;
    return list;
  }

  #partOf(schema: JsonObject, pointer: string): Part {
    const parts = this.#parts(schema);
    const known = parts.find((part) => part.pointer === pointer);
    if (known) return known;
    const part = { schema, pointer };
    parts.push(part);
    return part;
  }
}
