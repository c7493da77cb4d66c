import { isObject, type Json, type JsonObject } from "../../openapi/document.js";
import { examplePairs } from "../../openapi/example-pairs.js";
import type { Operation } from "../../openapi/operation.js";
import { pointerTo } from "../../openapi/pointer.js";
import { responseFor } from "../../openapi/status.js";
import { isUuid } from "../../openapi/uuid.js";
import { type Check, promiseIds, readJson } from "./check.js";

/** What was sent comes back, where the same field stands in the answer. */
export const returned: Check = {
  id: "returned",
  run(context) {
    const { asked, exchange } = context;
    const sent = asked.body && "value" in asked.body ? asked.body.value : undefined;
    const response = responseFor(asked.operation, exchange.status);
    if (!isObject(sent) || !response?.status.startsWith("2")) return [];
    const body = readJson(exchange.body)?.value;
    if (!isObject(body)) return [];
    const location = pointerTo(response.pointer, "content");
    const different = differences(sent, body);
    if (different.length === 0) return [];
    const becomes = changedInExamples(asked.operation);
    const changed = different.filter(({ name }) => !becomes.has(name));
    return changed.map(({ name, wanted, found }) => ({
      check: this.id,
      message: `the body at /${name} is not what was sent`,
      promises: promiseIds(context, location),
      location,
      expected: JSON.stringify(wanted),
      received: JSON.stringify(found),
    }));
  },
};

/** What the document's own examples show to come back as something else: a state that moves on, an amount that is converted. */
function changedInExamples(operation: Operation): Set<string> {
  const names = examplePairs(operation).flatMap(({ body, responseExample }) =>
    isObject(body?.value) && isObject(responseExample?.value) ? differences(body.value, responseExample.value) : [],
  );
  return new Set(names.map(({ name }) => name));
}

/** The fields of both whose values are not the same. */
export function differences(sent: JsonObject, body: JsonObject): { name: string; wanted: Json; found: Json }[] {
  return Object.entries(sent).flatMap(([name, wanted]) => {
    const found = body[name];
    return found === undefined || sameValue(wanted, found) ? [] : [{ name, wanted, found }];
  });
}

/**
 * Texts are compared without regard to case where they hold an address or a UUID (RFC 9562, 4), as times where they are such; a server may write
 * both in its own way. Lists and objects may gain what the server adds.
 */
function sameValue(sent: Json, found: Json): boolean {
  if (sent === found) return true;
  if (typeof sent === "string" && typeof found === "string") {
    const time = (text: string) => (/^\d{4}-\d\d-\d\d[T ]/.test(text) ? Date.parse(text) : Number.NaN);
    if (time(sent) === time(found)) return true;
    const caseless = sent.includes("@") || isUuid(sent);
    return caseless && sent.normalize("NFC").toLowerCase() === found.normalize("NFC").toLowerCase();
  }
  if (Array.isArray(sent) && Array.isArray(found)) {
    return sent.length === found.length && sent.every((each, index) => sameValue(each, found[index] ?? null));
  }
  if (isObject(sent) && isObject(found)) return differences(sent, found).length === 0;
  return false;
}
