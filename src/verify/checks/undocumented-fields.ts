import { contentFor, isJson } from "#http/media-type.js";
import { asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isPageObjectName } from "#openapi/operations/page-names.js";
import { responseFor } from "#openapi/operations/status.js";
import { compilePattern } from "#openapi/patterns/pattern.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import { broken } from "#verify/rules/sentence.js";
import type { FindingDraft } from "../model/finding/finding.js";
import type { Exchange } from "../model/request/exchange.js";

/** A field of a response that the document does not have. */
export interface UndocumentedField {
  /** JSON pointer into the body; indexes of lists are written as `*`. */
  at: string;
  /** Where the schema stands that lacks it. */
  pointer: string;
  /** Open points that are noted at that schema. */
  openPoints: string[];
  /** Its value in the first place where it stands. */
  value: Json;
}

/** How many items of a list are examined: the others are likely to have the same fields. */
const ITEMS = 3;

/** How many members of an object are examined whose names the server chooses, for the same reason. */
const MEMBERS = 100;

/** How many fields are listed: a server may send any number of them. */
const MAX_FIELDS = 1000;

/** The fields of a response that no schema describes, each once. An object without described fields may have any. */
export function undocumentedFields(
  document: OpenApiDocument,
  operation: Operation,
  exchange: Exchange,
): UndocumentedField[] {
  const type = exchange.headers.get("content-type") ?? "";
  const described = contentFor(responseFor(operation, exchange.status)?.content ?? [], type);
  const body = isJson(type) ? exchange.json : undefined;
  if (!described || described.schema === undefined || !body) return [];
  const found = new Map<string, UndocumentedField>();
  const walk = (value: Json | undefined, at: string): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.slice(0, ITEMS).entries()) walk(item, pointerTo(at, index));
    }
    if (!isObject(value)) return;
    const schemas = (schemasAt(document, described.schemaPointer, at).at(-1) ?? []).map((pointer) => ({
      pointer,
      node: asObject(valueAt(document, pointer)),
    }));
    const owner = schemas.find(({ node }) => isObject(node.properties));
    const isOpen = schemas.some(
      ({ node }) => node.additionalProperties === true || isObject(node.additionalProperties),
    );
    let examined = 0;
    for (const [name, member] of Object.entries(value)) {
      if (found.size >= MAX_FIELDS) return;
      if (schemas.some(({ node }) => Object.hasOwn(asObject(node.properties), name))) walk(member, pointerTo(at, name));
      else if (!owner || isOpen || schemas.some(({ node }) => matchesPattern(node, name))) {
        examined += 1;
        if (examined <= MEMBERS) walk(member, pointerTo(at, name));
      } else {
        const shown = pointerTo(at, name).replace(/\/\d+(?=\/|$)/g, "/*");
        const openPoints = schemas.flatMap(({ node }) => Object.keys(asObject(node["x-unspecified"])));
        if (!found.has(shown)) found.set(shown, { at: shown, pointer: owner.pointer, openPoints, value: member });
      }
    }
  };
  walk(body.value, "");
  return [...found.values()];
}

function matchesPattern({ patternProperties }: ReturnType<typeof asObject>, name: string): boolean {
  return Object.keys(asObject(patternProperties)).some((pattern) => compilePattern(pattern).test(name));
}

/** Names of fields that hold secrets. `key` alone names many other things. */
const SECRET =
  /passw(or)?d|secret|private_?key|(api|access|auth|refresh|session)_?(key|token)|(password|pin|token|key)_?hash|\bsalt$|^hash$/i;

const TOKEN = /^token$/i;

/** Names of operations and paths that respond with tokens. `author` is not such a name. */
const OF_TOKENS = /(log|sign)[-_]?(in|on|up)|session|token|auth(?!or(?!i[sz]))/i;

/**
 * Whether the name of a field says that it holds a secret. A `token` is not a secret where it leads to a page, or where
 * the operation gives tokens.
 */
function isSecret(field: UndocumentedField, { id, path }: Operation): boolean {
  const name = nameOf(field);
  if (!hasText(field.value)) return false;
  if (!TOKEN.test(name)) return SECRET.test(name);
  const around = pointerNames(field.at).at(-2) ?? "";
  return !isPageObjectName(around) && !OF_TOKENS.test(`${id} ${path}`);
}

/** Whether a value is a text, or has one: `passwordAuthEnabled` says whether there is a secret. */
function hasText(value: Json): boolean {
  if (typeof value === "object" && value !== null)
    return Object.values(value).some((member) => hasText(member ?? null));
  return typeof value === "string";
}

/** The finding for an undocumented field that seems to hold a secret; undefined for any other field. */
export function secretFieldFinding(field: UndocumentedField, operation: Operation): FindingDraft | undefined {
  if (!isSecret(field, operation)) return undefined;
  const breach = broken("undocumented-secret", { at: field.at });
  return { ...findingOf(field), ...breach, basis: "lenient", expected: "no secret" };
}

/** The finding for an undocumented field where the run allows none (`--strict`). */
export function undocumentedFieldFinding(field: UndocumentedField): FindingDraft {
  const breach = broken("undocumented-field", { at: field.at });
  return { ...findingOf(field), ...breach, expected: "documented fields only (--strict)" };
}

function findingOf(field: UndocumentedField) {
  const { at: received, pointer: place } = field;
  return { place, places: [], received, about: { fields: [nameOf(field)] } } as const;
}

function nameOf({ at }: UndocumentedField): string {
  return pointerNames(at).at(-1) ?? "";
}
