import type { Json, JsonObject } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { embeddedPointer } from "#statements/list-items.js";
import { propertyNames } from "#statements/resources/envelope-schema.js";
import { identifyingParameter } from "#statements/resources/find-resources.js";
import { parentField } from "#statements/resources/parent-field.js";
import { lastSegment } from "#statements/resources/path-parameters.js";
import { propertiesAt, successContents } from "#statements/schema-fields.js";
import { countsNamed } from "#statements/totals.js";
import {
  type Above,
  type Around,
  type Counting,
  type Embedding,
  type Family,
  itemOperation,
  type StatedDocument,
} from "./family.js";
import type { Stored } from "./store.js";
import { isName } from "./unique-fields.js";

/** The families that one may be below. The path of its creation says so, or a field that names another resource. */
export function abovesOf(
  { document }: StatedDocument,
  family: Family,
  outer: Around | undefined,
  families: readonly Family[],
): Above[] {
  const read = family.retrieve ?? family.create;
  const fields = (read ? successContents(read) : []).flatMap((content) => propertyNames(document, content, ""));
  const named = families.flatMap((above): Above[] => {
    const parameter = above.resource && identifyingParameter(above.resource);
    if (above === family || above.position > 0 || !parameter) return [];
    const by = parentField(itemOperation(above)?.path ?? "", parameter.name, fields);
    return by === undefined ? [] : [{ around: { family: above, outer: 0 }, by }];
  });
  const own = named.find(({ around }) => around.family === outer?.family);
  return outer ? [{ around: outer, by: own?.by }] : named;
}

/**
 * Where the resource above shows the resources of a family; undefined if it shows none.
 *
 * @param create an operation that creates them
 */
export function embeddingOf(
  { document }: StatedDocument,
  { identifiers }: Family,
  create: Operation,
  above: Above,
): Embedding | undefined {
  const [identifier] = identifiers;
  const read = above.around.family.retrieve;
  if (!read || !identifier) return undefined;
  const pointer = embeddedPointer(document, read, lastSegment(create.path));
  const field = pointer === undefined ? undefined : pointerNames(pointer).at(-1);
  const [content] = successContents(read);
  if (pointer === undefined || field === undefined || !content) return undefined;
  const names = propertiesAt(document, content, pointerTo(pointer, 0));
  const isNamed = names.includes(pointerNames(identifier.pointer)[0] ?? "");
  return isNamed ? { ...above, field, names, identifier: identifier.pointer } : undefined;
}

/** Where the resource above counts the resources of a family: `commentCount` of a post. Undefined if it does not. */
export function countingOf({ document }: StatedDocument, create: Operation, above: Above): Counting | undefined {
  const read = above.around.family.retrieve;
  const names = (read ? successContents(read) : []).flatMap((content) => propertyNames(document, content, ""));
  const field = names.find((name) => countsNamed(name, lastSegment(create.path)));
  return field === undefined ? undefined : { ...above, field };
}

/** The values of the path of the resource above another one; undefined if that names none. */
export function pathAbove({ around, by }: Above, { collection, value }: Stored): readonly string[] | undefined {
  const { family, outer } = around;
  const named = by === undefined ? undefined : value[by];
  if (isName(named)) return [String(named)];
  const length = family.position + outer + (family.resource ? 1 : 0);
  return collection.length < length
    ? undefined
    : [...collection.slice(0, family.position), ...collection.slice(family.position + outer)];
}

/** The resources that one shows, after one of them was made, changed or removed. @param value undefined if it was removed */
export function shownBelow(
  { identifier, names }: Embedding,
  shown: Json | undefined,
  { key, value }: Pick<Stored, "key"> & { value: JsonObject | undefined },
): Json | undefined {
  const own = value && Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
  const before = Array.isArray(shown) ? shown : [];
  const index = before.findIndex((item) => String(valueAt(item, identifier)) === key);
  if (index < 0) return own ? [...before, own] : shown;
  return before.toSpliced(index, 1, ...(own ? [own] : []));
}
