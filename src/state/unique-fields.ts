import { preferredOffer } from "#http/negotiate.js";
import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { NATURAL_KEYS, plainName } from "#statements/names.js";
import { uniquenessOf } from "#statements/resources/uniqueness.js";
import { documentsConflict } from "./documented-refusals.js";
import type { Family } from "./family.js";
import type { IndexedValues, Records, Stored } from "./store.js";

/** Whether a value may identify a resource. */
export function isName(value: Json | undefined): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}

/** The fields that identify a resource as the document states, beside the first one. */
export function statedIdentifiers({ identifiers }: Family): string[] {
  const [, ...others] = identifiers;
  return others.flatMap(({ basis, pointer }) => (basis === "stated" ? [pointer] : []));
}

/**
 * Names of resources that others cannot have. They count where the document has a conflict of creations without its reason.
 */
const UNIQUE = NATURAL_KEYS.slice(0, 8);

/** Whether no two resources of a family have the same value in a field. */
function uniqueIn(document: OpenApiDocument, { create }: Family): (field: string) => boolean {
  const content = create?.requestBody && preferredOffer(create.requestBody.content);
  const stated = create && content ? uniquenessOf(document, create, content) : undefined;
  // Responses may show a field in another case.
  const named = stated?.fields.map(plainName) ?? [];
  if (named.length > 0) return (field) => named.includes(plainName(field));
  const isLikely = create !== undefined && documentsConflict(create);
  return (field) => isLikely && UNIQUE.includes(plainName(field));
}

/**
 * The values by which the resources of a family are found. They identify them, or no two resources may have the same.
 */
export function indexedValuesOf(document: OpenApiDocument, family: Family): IndexedValues {
  const pointers = statedIdentifiers(family);
  const isUnique = uniqueIn(document, family);
  const plain = (value: Json | undefined, pointer: string): [string, string][] =>
    isName(value) ? [[pointer, String(value)]] : [];
  return (value) => [
    ...pointers.flatMap((pointer) => plain(valueAt(value, pointer), pointer)),
    ...Object.entries(value).flatMap(([name, own]) => (isUnique(name) ? plain(own, `${UNIQUE_MARK}${name}`) : [])),
  ];
}

/** Begins the names of indexed fields that are unique, in place of the slash of a pointer. */
const UNIQUE_MARK = "unique ";

/** The field whose value another resource has, although none may. @param self the resource that is changed */
export function takenField(
  records: Records,
  scope: readonly string[],
  value: JsonObject,
  self?: Stored,
): string | undefined {
  const taken = records.indexed(value).find(([field, own]) => {
    const other = field.startsWith(UNIQUE_MARK) ? records.having(scope, field, own) : undefined;
    return other !== undefined && other.key !== self?.key;
  });
  return taken?.[0].slice(UNIQUE_MARK.length);
}
