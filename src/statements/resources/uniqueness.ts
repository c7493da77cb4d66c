import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { wordsOf } from "#openapi/document/words.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import { saysUnique, uniqueFields } from "../named-fields.js";
import { propertiesAt } from "../schema-fields.js";

/** The fields of a new resource that no two resources share. */
export interface Uniqueness {
  /** An empty list if the document has a 409, and does not say for which of them. */
  fields: readonly string[];
  /** Where the document says so. */
  place: string;
  basis: "lenient" | "stated";
  /** Whether the field is the one by which the client names the resource. */
  isName?: boolean;
}

/** A description of a 409 that says no more than the name of the status (RFC 9110, 15.5.10). */
const WITHOUT_WORDS = /^\W*(409\W*)?(a |the )?(conflict)?( error| response)?\W*$/i;

/**
 * The fields that no two resources share. The document says so of a field, or in the description of a 409. Undefined if it
 * says nothing of the kind.
 *
 * @param mediaType of the body of the creation
 */
export function uniquenessOf(
  document: OpenApiDocument,
  operation: Operation,
  mediaType: MediaType,
): Uniqueness | undefined {
  const texts = propertiesAt(document, mediaType, "").flatMap((name) => {
    const places = schemasAt(document, mediaType.schemaPointer, pointerTo("", name)).at(-1) ?? [];
    const schemas = places.map((place) => asObject(valueAt(document, place)));
    const isPlain = schemas.every(({ type }) => ![type].flat().some((own) => own === "object" || own === "array"));
    const isStated = schemas.some(({ description }) => saysUnique(String(description ?? "")));
    return isPlain ? [{ name, isStated, place: places[0] ?? mediaType.schemaPointer }] : [];
  });
  const [stated] = texts.filter(({ isStated }) => isStated);
  if (stated) return { fields: [stated.name], place: stated.place, basis: "stated" };
  const conflict = operation.responses.find(({ status }) => status === "409");
  const names = texts.map(({ name }) => name);
  if (!conflict) return undefined;
  const fields = uniqueFields(conflict.description, names);
  const isKnown = fields.length > 0 || WITHOUT_WORDS.test(conflict.description);
  return isKnown ? { fields, place: conflict.pointer, basis: "lenient" } : undefined;
}

/** The values that no two of the resources share that an operation creates. @param key the field that identifies a resource */
export function uniquenesses(
  document: OpenApiDocument,
  operation: Operation,
  mediaType: MediaType,
  key: string,
): Uniqueness[] {
  const stated = uniquenessOf(document, operation, mediaType);
  const named = stated?.fields.includes(key) ? undefined : uniqueName(document, operation, mediaType, key);
  return [stated, named].flatMap((uniqueness) => uniqueness ?? []);
}

/**
 * The field by which a client names a new resource, where the document has a 409. No two resources at one path share it, and
 * a creation replaces nothing. Undefined if the operation may replace what it names.
 *
 * @param key the field that identifies the resource
 */
function uniqueName(
  document: OpenApiDocument,
  operation: Operation,
  mediaType: MediaType,
  key: string,
): Uniqueness | undefined {
  const conflict = operation.responses.find(({ status }) => status === "409");
  const isGiven = propertiesAt(document, mediaType, "").includes(key);
  if (!conflict || !isGiven || mayReplace(operation)) return undefined;
  return { fields: [key], place: conflict.pointer, basis: "lenient", isName: true };
}

/** Words of an operation that may replace what has the name already. */
const REPLACES = /\b(upserts?|(updat|replac|overwrit)(es?|ing))\b/i;

function mayReplace({ operationId, summary, description }: Operation): boolean {
  return [operationId, summary, description].some((text = "") => REPLACES.test(wordsOf(text).join(" ")));
}
