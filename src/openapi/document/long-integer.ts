import type { Json, JsonObject } from "./document.js";

/**
 * Integers that a double does not hold (IEEE 754: beyond 2^53 - 1). JSON has them, and identifiers of 64 bits are such. They are
 * kept as `bigint`, where a reader asks for it; all other numbers are numbers.
 */

let isInUse = false;

/** An integer with its digits: a number if a double holds it. */
function integerOf(digits: string): number | bigint {
  const number = Number(digits);
  if (Number.isSafeInteger(number)) return number;
  isInUse = true;
  return BigInt(digits);
}

/** True for a number of JSON, of any size. */
export function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** Takes the place of an integer in a text of JSON. A text that a server sends does not have it by chance. */
const MARK = /* @__PURE__ */ randomMark();

// A function, so that bundlers leave it out of pages that do not need it.
function randomMark(): string {
  return `long-integer-${Math.random().toString(36).slice(2)}:`;
}

/** JSON of a value, as `JSON.stringify`, with all digits of its integers. */
export function jsonText(value: unknown, space?: number): string {
  try {
    return JSON.stringify(value, null, space);
  } catch {
    // `JSON.stringify` writes no `bigint`. For another reason, it fails again.
  }
  const text: string | undefined = JSON.stringify(
    value,
    (_, member: unknown) => (typeof member === "bigint" ? MARK + member : member),
    space,
  );
  return text?.replaceAll(new RegExp(`"${MARK}(-?\\d+)"`, "g"), "$1");
}

/** The value with texts in place of long integers, for serializations that write numbers and texts alike. */
export function withDigitsAsText(value: Json): Json {
  if (!isInUse) return value;
  const text = JSON.stringify(value, (_, member: unknown) => (typeof member === "bigint" ? String(member) : member));
  return text === undefined ? value : JSON.parse(text);
}

const copies = new WeakMap<object, unknown>();
const originals = new WeakMap<object, object>();

/** The list of which `rounded` has made a copy. */
export function withDigits(list: Json[]): Json[] {
  const original = originals.get(list);
  return Array.isArray(original) ? original : list;
}

/** A member of a copy that `rounded` has made, as it was; undefined for a member of any other value. */
export function originalMember(copy: unknown, name: string | number): unknown {
  const original = typeof copy === "object" && copy !== null ? originals.get(copy) : undefined;
  return original && Reflect.get(original, name);
}

/** The value with rounded numbers, for readers that know no others; the same value if it has no long integers. */
export function rounded(value: unknown): unknown {
  if (!isInUse) return value;
  try {
    return roundedValue(value);
  } catch (error) {
    // A value that exhausts the stack is too deep for its readers as well, which say so.
    if (error instanceof RangeError) return value;
    throw error;
  }
}

function roundedValue(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  const copy = copies.get(value) ?? roundedMembers(value);
  copies.set(value, copy);
  return copy;
}

function roundedMembers(value: object): unknown {
  const members = Object.entries(value).map(
    ([name, member]: [string, unknown]) => [name, roundedValue(member)] as const,
  );
  if (members.every(([name, member]) => Reflect.get(value, name) === member)) return value;
  const copy = Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
  originals.set(copy, value);
  return copy;
}

/** Reads JSON as `JSON.parse`, with all digits of its integers. @throws SyntaxError */
export function parseWithDigits<Value extends Json = Json>(text: string): Value {
  if (!hasLongNumber(text)) return JSON.parse(text);
  const read: { value: Value } = { value: JSON.parse(markIntegers(text)) };
  unmark(read);
  return read.value;
}

/** Integers of fewer digits are safe. */
const DIGITS = 16;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Replaces the long integers outside of texts by texts with a mark. */
function markIntegers(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    if (end - at >= DIGITS) {
      parts.push(text.slice(copied, at), text.slice(at, end).replaceAll(NUMBER, markIfLong));
      copied = end;
    }
    at = quote < 0 ? end : endOfText(text, quote) + 1;
  }
  parts.push(text.slice(copied));
  return parts.join("");
}

function markIfLong(digits: string): string {
  return /^-?[1-9]\d{15,}$/.test(digits) && !Number.isSafeInteger(Number(digits)) ? `"${MARK}${digits}"` : digits;
}

/** The place of the quote that ends a text of JSON; the end of all if none does. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

/** Whether a text has so many digits in a row. One of them is at each place that is looked at, so a long text takes a millisecond. */
function hasLongNumber(text: string): boolean {
  for (let at = DIGITS - 1; at < text.length; at += DIGITS) {
    if (!isDigit(text, at)) continue;
    let [first, last] = [at, at];
    while (isDigit(text, first - 1)) first -= 1;
    while (isDigit(text, last + 1)) last += 1;
    if (last - first + 1 >= DIGITS) return true;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** Replaces marked texts by their integers, in place. */
function unmark(parent: Json[] | JsonObject): void {
  const replace = (name: string | number, member: Json | undefined) => {
    if (typeof member === "string") {
      if (member.startsWith(MARK)) Object.assign(parent, { [name]: integerOf(member.slice(MARK.length)) });
    } else if (typeof member === "object" && member !== null) unmark(member);
  };
  if (Array.isArray(parent)) for (const [index, item] of parent.entries()) replace(index, item);
  else for (const name in parent) replace(name, parent[name]);
}
