import { isObject, type Json } from "./document.js";
import { percentDecoded } from "./percent-decoded.js";

/**
 * Appends names to a JSON pointer, escaped by RFC 6901 (3). A pointer into a document is a URI fragment:
 * `#/paths/~1things/get`. Its percent signs are escaped too (6).
 */
export function pointerTo(pointer: string, ...names: (string | number)[]): string {
  let longer = pointer;
  for (const name of names) {
    const token = typeof name === "number" ? String(name) : escaped(name);
    longer += `/${token.includes("%") && pointer.startsWith("#") ? token.replaceAll("%", "%25") : token}`;
  }
  return longer;
}

function escaped(name: string): string {
  return name.includes("~") || name.includes("/") ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name;
}

/** The names of a JSON pointer (RFC 6901), with or without the `#` of a URI fragment. */
export function pointerNames(pointer: string): string[] {
  // A fragment may be percent-encoded (RFC 6901, 6).
  const path = pointer.startsWith("#") ? percentDecoded(pointer.slice(1)) : pointer;
  if (path === "") return [];
  if (path.indexOf("/", 1) < 0) return [unescaped(path.slice(1))];
  const names = path.slice(1).split("/");
  return path.includes("~") ? names.map(unescaped) : names;
}

/** A pointer into a document as a URI fragment whose other characters are percent-encoded as well (RFC 6901, 6). */
export function encodedPointer(pointer: string): string {
  return ["#", ...pointerNames(pointer).map((name) => encodeURIComponent(escaped(name)))].join("/");
}

function unescaped(name: string): string {
  return name.includes("~") ? name.replaceAll("~1", "/").replaceAll("~0", "~") : name;
}

/** The value at a JSON pointer (RFC 6901), or undefined if there is none. */
export function valueAt(root: unknown, pointer: string): Json | undefined {
  let value: unknown = root;
  for (const name of pointerNames(pointer)) {
    if (Array.isArray(value)) value = /^\d+$/.test(name) ? value[Number(name)] : undefined;
    else value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value as Json | undefined;
}

/** The pointer to the object or list around a place; the place itself if it is the root. */
export function parentOf(pointer: string): string {
  const end = pointer.lastIndexOf("/");
  return end < 0 ? pointer : pointer.slice(0, end);
}

/** True if `pointer` is `ancestor`, or a place in it. */
export function isWithin(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}

/** True if one of two places is in the other, or they are the same. */
export function overlap(left: string, right: string): boolean {
  return isWithin(left, right) || isWithin(right, left);
}

/**
 * A copy with another value at a place, or without the property there.
 *
 * @param value undefined removes the property
 * @returns undefined if the place does not exist
 */
export function withValue(base: Json, at: string, value: Json | undefined): Json | undefined {
  return replaced(base, pointerNames(at), value);
}

function replaced(base: Json, [name, ...rest]: readonly string[], value: Json | undefined): Json | undefined {
  if (name === undefined) return value;
  if (Array.isArray(base)) {
    const index = Number(name);
    const item = base[index] === undefined ? undefined : replaced(base[index], rest, value);
    return item === undefined ? undefined : base.map((element, position) => (position === index ? item : element));
  }
  if (!isObject(base)) return undefined;
  if (rest.length === 0) {
    if (value !== undefined) return { ...base, [name]: value };
    return Object.fromEntries(Object.entries(base).filter(([key]) => key !== name));
  }
  const member = valueAt(base, pointerTo("", name));
  const changed = member === undefined ? undefined : replaced(member, rest, value);
  return changed === undefined ? undefined : { ...base, [name]: changed };
}
