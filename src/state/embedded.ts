import type { Json, JsonObject } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { embeddedPointer } from "#statements/list-items.js";
import { lastSegment } from "#statements/resources/path-parameters.js";
import { propertiesAt, successContents } from "#statements/schema-fields.js";
import type { Around, Embedding, Family, StatedDocument } from "./family.js";
import type { Stored } from "./store.js";

/**
 * Where the resource around shows the resources of a family; undefined if it shows none.
 *
 * @param create an operation that creates them
 * @param outer the resource around its path
 */
export function embeddingOf(
  { document }: StatedDocument,
  { identifiers }: Family,
  create: Operation,
  outer: Around | undefined,
): Embedding | undefined {
  const [identifier] = identifiers;
  const read = outer?.family.retrieve;
  if (!outer || !read || !identifier) return undefined;
  const pointer = embeddedPointer(document, read, lastSegment(create.path));
  const field = pointer === undefined ? undefined : pointerNames(pointer).at(-1);
  const [content] = successContents(read);
  if (pointer === undefined || field === undefined || !content) return undefined;
  const names = propertiesAt(document, content, pointerTo(pointer, 0));
  const isNamed = names.includes(pointerNames(identifier.pointer)[0] ?? "");
  return isNamed ? { around: outer, field, names, identifier: identifier.pointer } : undefined;
}

/** The resources that one shows, after one of them was made, changed or removed. @param value undefined if it was removed */
export function shownBelow(
  { identifier, names }: Embedding,
  shown: Json | undefined,
  { key, value }: Pick<Stored, "key"> & { value: JsonObject | undefined },
): Json[] {
  const own = value && Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
  const before = Array.isArray(shown) ? shown : [];
  const index = before.findIndex((item) => String(valueAt(item, identifier)) === key);
  if (index < 0) return own ? [...before, own] : before;
  return before.toSpliced(index, 1, ...(own ? [own] : []));
}
