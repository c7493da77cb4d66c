import { isObject, type Json } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { NATURAL_KEYS, plainName } from "../names.js";
import { sentObjects } from "./envelope.js";

/** Names of fields with an address, at any depth: a server may find a person by it. */
const ADDRESS = /(^|e)mail(address)?$/;

/** How deep addresses are looked for. */
const MAX_DEPTH = 6;

/** A field of a body by which a server may find what exists. */
export interface NaturalKey {
  /** JSON pointer into the body. */
  pointer: string;
  value: string | number | bigint;
}

/** Whether the name of a field is that of a natural key. */
export function isNaturalKey(name: string): boolean {
  const plain = plainName(name);
  return NATURAL_KEYS.includes(plain) || ADDRESS.test(plain);
}

/**
 * The natural keys of a body. They are those of the resource, of the only object around it, or of each item of a list.
 * Addresses count everywhere.
 */
export function naturalKeys(body: Json | undefined): NaturalKey[] {
  const resources = new Set(sentObjects(body).map(({ at }) => at));
  return body === undefined ? [] : keysIn(body, "", resources, 0);
}

function keysIn(value: Json, at: string, resources: ReadonlySet<string>, depth: number): NaturalKey[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => keysIn(item, pointerTo(at, index), resources, depth + 1));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const pointer = pointerTo(at, name);
    const plain = plainName(name);
    const isKey = ADDRESS.test(plain) || (resources.has(at) && NATURAL_KEYS.includes(plain));
    const [key] = keyOf(member, pointer);
    if (key) return isKey ? [key] : [];
    // Some servers take the first one of a list.
    if (Array.isArray(member) && isKey) return member.flatMap((one, index) => keyOf(one, pointerTo(pointer, index)));
    return keysIn(member, pointer, resources, depth + 1);
  });
}

/** A text or a number as a key; nothing for any other value. */
function keyOf(value: Json, pointer: string): NaturalKey[] {
  return isNumber(value) || (typeof value === "string" && value !== "") ? [{ pointer, value }] : [];
}
