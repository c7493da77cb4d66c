import { isObject, type Json, type JsonObject } from "../../openapi/document.js";
import { isUuid } from "../../openapi/uuid.js";

/** A field of both objects with different values. */
export interface Difference {
  name: string;
  wanted: Json;
  found: Json;
}

/** The fields that both objects have and whose values differ. Nested objects may have more fields than were sent. */
export function differences(sent: JsonObject, received: JsonObject): Difference[] {
  return Object.entries(sent).flatMap(([name, wanted]) => {
    const found = received[name];
    return found === undefined || isSameValue(wanted, found) ? [] : [{ name, wanted, found }];
  });
}

/** Case is ignored in addresses and UUIDs (RFC 9562, 4), and timestamps are compared as moments. */
function isSameValue(sent: Json, found: Json): boolean {
  if (sent === found) return true;
  if (typeof sent === "string" && typeof found === "string") {
    const moment = (text: string) => (/^\d{4}-\d\d-\d\d[T ]/.test(text) ? Date.parse(text) : Number.NaN);
    if (moment(sent) === moment(found)) return true;
    const isCaseless = sent.includes("@") || isUuid(sent);
    return isCaseless && sent.normalize("NFC").toLowerCase() === found.normalize("NFC").toLowerCase();
  }
  if (Array.isArray(sent) && Array.isArray(found)) {
    return sent.length === found.length && sent.every((each, index) => isSameValue(each, found[index] ?? null));
  }
  return isObject(sent) && isObject(found) && differences(sent, found).length === 0;
}
