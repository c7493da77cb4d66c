import { composedPlaces } from "../document/applied.js";
import { asList, asObject, isObject, type Json, type OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { resolveReference } from "../document/reference.js";
import { UNRESOLVED } from "../document/unresolved.js";

/**
 * A field that a schema describes, by its place in a value. It is a JSON pointer with an asterisk for every item of a list.
 */
export interface Field {
  at: string;
  /** The members of its enum; undefined without one. */
  members: readonly Json[] | undefined;
  /** Whether a part of its schema is a reference that leads nowhere. */
  isUnresolved: boolean;
}

/** Recursive and generated schemas have more: these are enough to judge what a run has seen. */
const MAX_FIELDS = 500;

/**
 * The fields that a schema describes, the whole value (with an empty place) first. A schema that contains itself is
 * followed once. Fields below `additionalProperties` have no names, so they are left out.
 */
export function fieldsOf(document: OpenApiDocument, schemaPointer: string): Field[] {
  const fields = new Map<string, readonly Json[] | undefined>();
  const unresolved = new Set<string>();
  const visit = (pointer: string, at: string, open: readonly string[]): void => {
    if (open.includes(pointer) || fields.size >= MAX_FIELDS) return;
    const schema: Json | undefined = valueAt(document, pointer);
    if (!isObject(schema)) return;
    const inside = [...open, pointer];
    const members = asList(schema.enum).length > 0 ? asList(schema.enum) : fields.get(at);
    fields.set(at, members);
    if (schema[UNRESOLVED] !== undefined) unresolved.add(at);
    if (typeof schema.$ref === "string") visit(resolveReference(document, schema, pointer).pointer, at, inside);
    for (const part of composedPlaces(schema, pointer)) visit(part, at, inside);
    for (const name of ["then", "else"]) visit(pointerTo(pointer, name), at, inside);
    for (const name of Object.keys(asObject(schema.properties))) {
      visit(pointerTo(pointer, "properties", name), pointerTo(at, name), inside);
    }
    if (isObject(schema.items)) visit(pointerTo(pointer, "items"), `${at}/*`, inside);
    for (const index of asList(schema.prefixItems).keys()) {
      visit(pointerTo(pointer, "prefixItems", index), `${at}/*`, inside);
    }
  };
  visit(schemaPointer, "", []);
  return [...fields].map(([at, members]) => ({ at, members, isUnresolved: unresolved.has(at) }));
}

/** Parts of a value that are read. Most likely, a list of a million items has only the fields of its first thousand. */
const MAX_PARTS = 2000;

/**
 * The parts of a value by their places, in the form of `fieldsOf`. Of a large value, the first ones.
 *
 * @returns each place once, with the different plain values (text, number, boolean, null) that are there
 */
export function partsOf(value: Json): Map<string, Set<Json>> {
  const parts = new Map<string, Set<Json>>();
  let count = 0;
  const visit = (part: Json, at: string): void => {
    count += 1;
    if (count > MAX_PARTS) return;
    const values = parts.get(at) ?? new Set();
    parts.set(at, values);
    if (Array.isArray(part)) for (const item of part) visit(item, `${at}/*`);
    else if (isObject(part)) for (const [name, member] of Object.entries(part)) visit(member, pointerTo(at, name));
    else values.add(part);
  };
  visit(value, "");
  return parts;
}
