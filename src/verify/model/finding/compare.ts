import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { isOfCreation, isTimestamp, isUnixTime, momentOf } from "#statements/moments.js";
import { isVersionToken } from "#statements/resources/version-tokens.js";

/**
 * When two values are the same:
 * - `identical`: in each detail
 * - `equal`: case is ignored in addresses and UUIDs (RFC 9562, 4), timestamps are compared as moments, and an object may
 * have more fields
 * - `related`: a server may have made one of the other: in lower case, trimmed, completed, without parts of seconds
 * - `compatible`: two representations of one resource do not contradict each other. They may leave fields out, shorten
 * texts, count differently and have other times, except that of the creation.
 * - `present`: a value is there, if one was expected
 */
export type Sameness = "identical" | "equal" | "related" | "compatible" | "present";

/** The kind of a field: the time of the creation never changes, and other moments may. */
export type Kind = "null" | "flag" | "number" | "creation" | "moment" | "text" | "list" | "object";

/** The rules of a comparison of two objects, as data. */
export interface Policy {
  same: Sameness;
  /** The fields that count (default: those of the expected object). */
  fields?: Iterable<string>;
  /** Fields that do not count: they are assigned, hidden, or reported already. */
  except?: Iterable<string>;
  /** Fields that always count, and have to be equal: they identify the resource, or never change. */
  exact?: Iterable<string>;
  /** The kinds of expected values that count (default: all). Others are volatile, unless their field is among `kept`. */
  kinds?: readonly Kind[];
  /** Fields that count whatever their kind is. */
  kept?: Iterable<string>;
  /** Whether the actual object may lack a field (default: it may). */
  mayLack?: boolean;
  /** Whether a text without letters and digits hides the value, such as `****`. */
  mayMask?: boolean;
  /** Values of which the server may have made others: `slug` of the title. */
  sources?: JsonObject;
  /** How many levels of objects are compared field by field (default: 1). */
  depth?: number;
}

/** The sent values are shown, where the resource has their fields. */
export const EQUAL: Policy = { same: "equal" };
export const RELATED: Policy = { same: "related" };
/** Two representations of one resource. */
export const COMPATIBLE: Policy = { same: "compatible" };
/** The state of a resource that nothing was done to: a count, a rank or a time may change. */
export const UNTOUCHED: Policy = { same: "identical", kinds: ["null", "flag", "text"], mayLack: false };
/** All fields, in each detail. */
export const IDENTICAL: Policy = { same: "identical", mayLack: false };
/** All fields, at two levels. */
export const PRESENT: Policy = { same: "present", mayLack: false, depth: 2 };

/** A field with another value than the expected one. */
export interface Difference {
  name: string;
  /** JSON pointer into the object. */
  at: string;
  wanted: Json;
  /** Null if the field is missing. */
  found: Json;
}

/** The fields of an object that are not as expected. This is the one comparison of resources; its policies say what counts. */
export function compare(expected: JsonObject, actual: JsonObject, policy: Policy): Difference[] {
  const exact = new Set(policy.exact);
  return comparedFields(expected, actual, policy).flatMap((name): Difference[] => {
    const [wanted, found] = [expected[name], actual[name]];
    const at = pointerTo("", name);
    if (policy.depth !== undefined && policy.depth > 1 && isObject(wanted) && isObject(found)) {
      const inner = compare(wanted, found, { ...policy, depth: policy.depth - 1 });
      return inner.map((difference) => ({ ...difference, at: at + difference.at }));
    }
    if (isSame(wanted, found, exact.has(name) ? "equal" : policy.same)) return [];
    if (policy.sources && isMadeOfOne(found, policy.sources)) return [];
    return [{ name, at, wanted: wanted ?? null, found: found ?? null }];
  });
}

/** The names of the fields that differ. */
export function differingFields(expected: JsonObject, actual: JsonObject, policy: Policy): string[] {
  return compare(expected, actual, policy).map(({ name }) => name);
}

/** Whether two representations differ in any field that one of them has. */
export function differs(before: JsonObject, after: JsonObject, same: Sameness): boolean {
  const fields = Object.keys({ ...before, ...after });
  return compare(before, after, { same, fields, mayLack: false }).length > 0;
}

/** The fields that a comparison is about. */
export function comparedFields(expected: JsonObject, actual: JsonObject, policy: Policy): string[] {
  const { kinds, mayLack = true, mayMask = false } = policy;
  const [except, always] = [new Set(policy.except), new Set([...(policy.kept ?? []), ...(policy.exact ?? [])])];
  return [...(policy.fields ?? Object.keys(expected))].filter((name) => {
    const [wanted, found] = [expected[name], actual[name]];
    const isAbsent = found === undefined && (mayLack || wanted === undefined);
    if (except.has(name) || (isAbsent && !(policy.same === "compatible" && hasInOtherCase(expected, actual, name)))) {
      return false;
    }
    if (mayMask && isMasked(found)) return false;
    if (always.has(name)) return true;
    // The version that a change names is not the one that it makes.
    if ((policy.same === "equal" || policy.same === "related") && isVersionToken(name)) return false;
    if (policy.same === "compatible" && isTimestamp(wanted) && isTimestamp(found)) return isOfCreation(name);
    return kinds === undefined || kinds.includes(kindOf(name, wanted));
  });
}

/** Whether the actual object has a field in another case, with the same value. It is another key of a map, and no left out field. */
function hasInOtherCase(expected: JsonObject, actual: JsonObject, name: string): boolean {
  const value = expected[name];
  if (value === undefined) return false;
  return Object.keys(actual).some(
    (other) =>
      other.toLowerCase() === name.toLowerCase() &&
      expected[other] === undefined &&
      isDeepStrictEqual(actual[other], value),
  );
}

/** Whether a field has no value. */
export function isUnset(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}

/** Whether a field has no value, or one that has nothing in it: a server may leave it out. */
export function isEmpty(value: Json | undefined): boolean {
  return isUnset(value) || value === "" || (Array.isArray(value) && value.length === 0);
}

function kindOf(name: string, value: Json | undefined): Kind {
  if (isUnset(value)) return "null";
  if (typeof value === "boolean") return "flag";
  if (isNumber(value)) return isUnixTime(value) && isOfCreation(name) ? "creation" : "number";
  if (typeof value === "string") return isTimestamp(value) ? (isOfCreation(name) ? "creation" : "moment") : "text";
  return Array.isArray(value) ? "list" : "object";
}

function isMasked(value: Json | undefined): boolean {
  return typeof value === "string" && value !== "" && !/[\p{L}\p{N}]/u.test(value);
}

/** Signs in place of letters: `****`, or `••••1234`, which shows an end of the text. */
const MASK = /[*•●]{3,}/u;

/** Whether a text shows another one with signs in place of most of its letters. */
function isMaskOf(text: string, mask: string): boolean {
  return !MASK.test(text) && MASK.test(mask) && mask.split(MASK).every((part) => text.includes(part));
}

/** Whether two values are the same. @param sameness how much they may differ */
export function isSame(wanted: Json | undefined, found: Json | undefined, sameness: Sameness): boolean {
  if (sameness === "identical") return isDeepStrictEqual(wanted, found);
  if (sameness === "present") return isUnset(wanted) || !isUnset(found);
  if (wanted === undefined || found === undefined) return wanted === found;
  if (sameness === "compatible") return isCompatible(wanted, found);
  return isEqual(wanted, found) || (sameness === "related" && isRelated(wanted, found));
}

function isEqual(wanted: Json, found: Json): boolean {
  if (wanted === found) return true;
  // A number of the document was rounded when it was read.
  if (isNumber(wanted) && isNumber(found) && typeof wanted !== typeof found) return Number(wanted) === Number(found);
  if (typeof wanted === "string" && typeof found === "string") {
    if (momentOf(wanted) === momentOf(found)) return true;
    const isCaseless = wanted.includes("@") || isUuid(wanted);
    return isCaseless && wanted.normalize("NFC").toLowerCase() === found.normalize("NFC").toLowerCase();
  }
  if (Array.isArray(wanted) && Array.isArray(found)) {
    return wanted.length === found.length && wanted.every((item, index) => isEqual(item, found[index] ?? null));
  }
  return isObject(wanted) && isObject(found) && compare(wanted, found, EQUAL).length === 0;
}

/** Whether a server may have made a value of the sent one. It kept its letters and digits, or added some. */
function isRelated(sent: Json, found: Json): boolean {
  // A default completes an empty value.
  if (sent === null || sent === "") return true;
  if (Array.isArray(sent) && Array.isArray(found)) {
    return sent.every((own) => found.some((item) => isSame(own, item, "related")));
  }
  if (isObject(sent) && isObject(found)) return compare(sent, found, RELATED).length === 0;
  // A name is shown with what it names: `{ "id": 3, "title": "smoke" }` of `smoke`.
  if (typeof sent !== "object" && isObject(found)) return Object.values(found).some((own = null) => isEqual(sent, own));
  if (typeof sent === "object" || typeof found === "object") return false;
  if (isMomentOf(sent, found) || isMomentOf(found, sent)) return true;
  if (typeof sent === "string" && typeof found === "string" && isMaskOf(sent, found)) return true;
  // Many stores keep whole seconds.
  if (Math.abs(momentOf(String(sent)) - momentOf(String(found))) < 1000) return true;
  return lettersAndDigits(found).includes(lettersAndDigits(sent));
}

/** Whether a number is the Unix time of a text, in seconds or in milliseconds. */
function isMomentOf(time: Json, text: Json): boolean {
  if (typeof time !== "number" || typeof text !== "string" || !isTimestamp(text)) return false;
  return [time, time * 1000].some((moment) => Math.abs(moment - momentOf(text)) < 1000);
}

function isCompatible(one: Json, other: Json): boolean {
  if (isNumber(one) || typeof one !== typeof other || one === null || other === null) return true;
  if (isObject(one) && isObject(other)) return compare(one, other, COMPATIBLE).length === 0;
  if (Array.isArray(one) && Array.isArray(other)) {
    if ([...one, ...other].some((item) => typeof item === "object")) return true;
    return one.length === other.length && one.every((item) => other.includes(item));
  }
  if (typeof one !== "string" || typeof other !== "string") return one === other;
  if (isTimestamp(one) && isTimestamp(other)) return Math.abs(Date.parse(one) - Date.parse(other)) < 1000;
  return (
    one === other || isShortened(one, other) || isShortened(other, one) || isMaskOf(one, other) || isMaskOf(other, one)
  );
}

/** Whether a text is the beginning of another one, perhaps with a mark of its end. */
function isShortened(short: string, text: string): boolean {
  const start = short.replace(/[.… ]+$/, "");
  return start.length >= MIN_SHORTENED && text.startsWith(start);
}

/** A text is not shortened to fewer characters. */
export const MIN_SHORTENED = 20;

/** Whether a text has one of the sent ones in it, and more. A copy of a sent text is not made of it. */
function isMadeOfOne(found: Json | undefined, sources: JsonObject): boolean {
  if (typeof found !== "string") return false;
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return Object.values(sources).some(
    (own) => typeof own === "string" && own !== found && own !== "" && plain(found).includes(plain(own)),
  );
}

/** Without the zeros that a national phone number begins with. */
function lettersAndDigits(value: string | number | bigint | boolean): string {
  return String(value)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/^0+(?=\d+$)/, "");
}
