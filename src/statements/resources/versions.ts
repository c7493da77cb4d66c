import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { ListOperation } from "../list-items.js";
import { IDENTIFYING, plainName, singularOf } from "../names.js";
import { listOf } from "../paging/paging.js";
import { resourcesOf } from "./find-resources.js";
import { identifierIn } from "./identifying-values.js";
import { pathKey } from "./path-parameters.js";
import type { DocumentOperations, Resource } from "./resource.js";

/** Names of collections of the versions of a resource, in the singular. */
const VERSIONS = ["version", "revision"];

/** The versions of a resource, which its changes make: `/pages/{}/revisions`. */
export interface Versions {
  /** The name of one: `revision`. */
  noun: string;
  list: ListOperation;
  /** Undefined if a version has no `GET` of its own. */
  retrieve: Operation | undefined;
  /** The value that identifies an item of the list; undefined if none does. */
  idOf(item: JsonObject): string | number | bigint | undefined;
}

/** The versions of a resource. Undefined if the document has no list of them, or an operation that creates them. */
export function versionsOf(contract: DocumentOperations, { key }: Resource): Versions | undefined {
  for (const operation of contract.operations) {
    const path = pathKey(operation.path);
    const segment = path.slice(key.length + 1);
    const noun = singularOf(segment);
    const isBelow = path === `${key}/${segment}` && !segment.includes("/");
    if (operation.method !== "get" || !isBelow || !VERSIONS.includes(noun)) continue;
    const list = listOf(contract.document, operation);
    const kind = resourcesOf(contract).get(`${path}/{}`);
    const isWritten = contract.operations.some((other) => other.method === "post" && pathKey(other.path) === path);
    if (list && !isWritten && !kind?.replace) return { noun, list, retrieve: kind?.retrieve, idOf: idsOf(noun, kind) };
  }
  return undefined;
}

/** The value of the first field of a version that may identify it, as the document or its names say. */
function idsOf(noun: string, kind: Resource | undefined): Versions["idOf"] {
  const usual = [...IDENTIFYING, noun, `${noun}id`, ...VERSIONS, "number"];
  return (item) => {
    const stated = kind?.identifiers().flatMap((identifier) => identifierIn(item, identifier) ?? []);
    const named = usual.flatMap((name) => Object.entries(item).filter(([field]) => plainName(field) === name));
    return [...(stated ?? []), ...named.map(([, value]) => value)].find(isPlain);
  };
}

/** Words of a field that refers to the last version. */
const LAST = ["current", "latest", "last", "head", "newest", "active"];

/** A field of a resource that refers to its last version, and the value by which it does. */
export interface VersionReference {
  field: string;
  value: string | number | bigint;
}

/** The reference of a resource to its last version: `currentVersion`, `head_revision_id`. Undefined if it has none. */
export function lastVersion(resource: JsonObject, { noun }: Versions): VersionReference | undefined {
  for (const [field, member] of Object.entries(resource)) {
    const [first = "", ...rest] = wordsOf(field).filter((word, index) => index === 0 || !isIdentifying(word));
    const value = isObject(member) ? member.id : member;
    if (LAST.includes(first) && rest.join("") === noun && isPlain(value)) return { field, value };
  }
  return undefined;
}

function isIdentifying(word: string): boolean {
  return IDENTIFYING.includes(word);
}

function isPlain(value: Json | undefined): value is string | number | bigint {
  return isNumber(value) || (typeof value === "string" && value !== "");
}
