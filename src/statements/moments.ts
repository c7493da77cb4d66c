import type { Json } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";

/** Milliseconds since 1970 of a timestamp; NaN for any other text. */
export function momentOf(text: string): number {
  return /^\d{4}-\d\d-\d\d[T ]/.test(text) ? Date.parse(text) : Number.NaN;
}

/** Whether a text is a date and a time. */
export function isTimestamp(value: Json | undefined): boolean {
  return typeof value === "string" && !Number.isNaN(momentOf(value));
}

/** Whether a number may be a moment since 1973, in seconds or in smaller units. Counts and identifiers may be as large. */
export function isUnixTime(value: Json | undefined): boolean {
  return isNumber(value) && Number(value) >= 100_000_000;
}

/** Whether a field has the time of the creation, which never changes. */
export function isOfCreation(name: string): boolean {
  return /^((date|time|datetime|timestamp)[_\s-]?)?(created?|creation|inserted)([_\s-]?(at|on|date|time|timestamp|utc|gmt))*$/i.test(
    name,
  );
}

/** The name of the field with the moment of creation; undefined if none is. `created` may be a person or a flag. */
export function momentOfCreation(names: Iterable<string>): string | undefined {
  const fields = [...names].filter(isOfCreation);
  return fields.find((name) => name.toLowerCase() !== "created") ?? fields[0];
}

/** Whether a field has the moment of the last change. */
export function isOfLastChange(name: string): boolean {
  return /^((date|time|datetime|timestamp)[_-]?)?(last[_-]?)?((updated|modified|changed)([_-]?(at|on|date|time|datetime|timestamp))?|update[_-]?(date|time|datetime|timestamp))$/i.test(
    name,
  );
}

/** Whether a field has a moment that the server sets. */
export function isMomentOfServer(name: string): boolean {
  return isOfCreation(name) || isOfLastChange(name);
}

/** Whether a timestamp has a part of a second: two changes in one second have the same moment otherwise. */
export function isPrecise(value: Json | undefined): boolean {
  return isTimestamp(value) && /\.\d*[1-9]/.test(String(value));
}
