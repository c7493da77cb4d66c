import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { isUuid } from "#openapi/schema/uuid.js";

/** A field of both objects with different values. */
export interface Difference {
  name: string;
  wanted: Json;
  found: Json;
}

/** The fields that both objects have and whose values differ. Nested objects may have more fields than were wanted. */
export function differences(wanted: JsonObject, received: JsonObject, isSame = isSameValue): Difference[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const found = received[name];
    return found === undefined || isSame(value, found) ? [] : [{ name, wanted: value, found }];
  });
}

/**
 * The fields of a resource whose values are unrelated to those that were sent. A server may store a value in lower case,
 * trimmed, or completed, unless the value identifies the resource.
 *
 * @param identifying names of the fields that identify it
 */
export function unrelatedFields(
  sent: JsonObject,
  received: JsonObject,
  identifying: ReadonlySet<string> = new Set(),
): Difference[] {
  return differences(sent, received).filter(
    ({ name, wanted, found }) => identifying.has(name) || !isNormalized(wanted, found),
  );
}

/** Case is ignored in addresses and UUIDs (RFC 9562, 4), and timestamps are compared as moments. */
export function isSameValue(sent: Json, found: Json): boolean {
  if (sent === found) return true;
  if (typeof sent === "string" && typeof found === "string") {
    if (momentOf(sent) === momentOf(found)) return true;
    const isCaseless = sent.includes("@") || isUuid(sent);
    return isCaseless && sent.normalize("NFC").toLowerCase() === found.normalize("NFC").toLowerCase();
  }
  if (Array.isArray(sent) && Array.isArray(found)) {
    return sent.length === found.length && sent.every((item, index) => isSameValue(item, found[index] ?? null));
  }
  return isObject(sent) && isObject(found) && differences(sent, found).length === 0;
}

/** Whether a text is a date and a time. */
export function isTimestamp(value: Json | undefined): boolean {
  return typeof value === "string" && !Number.isNaN(momentOf(value));
}

/** Whether a server may have made a value of the sent one: without a change of its letters and digits, or with more. */
function isNormalized(sent: Json, found: Json): boolean {
  // A default completes an empty value.
  if (sent === null || sent === "" || isSameValue(sent, found)) return true;
  if (Array.isArray(sent) && Array.isArray(found)) {
    return sent.every((own) => found.some((item) => isNormalized(own, item)));
  }
  if (isObject(sent) && isObject(found)) return differences(sent, found, isNormalized).length === 0;
  if (typeof sent === "object" || typeof found === "object") return false;
  // Many stores keep whole seconds.
  if (Math.abs(momentOf(String(sent)) - momentOf(String(found))) < 1000) return true;
  return lettersAndDigits(found).includes(lettersAndDigits(sent));
}

/** Milliseconds since 1970 of a timestamp; NaN for any other text. */
function momentOf(text: string): number {
  return /^\d{4}-\d\d-\d\d[T ]/.test(text) ? Date.parse(text) : Number.NaN;
}

/** Without the zeros that a national phone number begins with. */
function lettersAndDigits(value: string | number | boolean): string {
  return String(value)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/^0+(?=\d+$)/, "");
}
