import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";

/** The statuses of a response to a path that names nothing. */
const MISSING = ["404", "410", "4XX", "default"];

/** Words of an operation that creates what is not there: `upsertAlias`, `createOrUpdateSite`, "Updates or creates". */
const CREATES_TOO = /\b(upserts?|(create|add|insert)s? or|or (create|add|insert)s?)\b/;

/**
 * Whether PUT creates the resource that its path names, if nothing else creates it (RFC 9110, 9.3.4). A document says so by
 * 201 or by words. One that has no response to an unknown path leaves nothing else.
 */
export function createsNamed(operation: Operation): boolean {
  return operation.method === "put" && (statesCreation(operation) || !mayRejectUnknown(operation));
}

/** Words of an operation that does nothing but create: `createSource`, "Creates a source". */
const CREATES = /^(create|creates|creating)\b/;

/** Whether the document says so of a PUT. */
export function statesCreation(operation: Operation): boolean {
  return operation.method === "put" && (saysCreation(operation) || hasResponse(operation, ["201"]));
}

/** Whether a POST to the path of an item creates it, if nothing else does. The document says so, or has a 201. */
export function createsPosted(operation: Operation): boolean {
  return saysCreation(operation) || hasResponse(operation, ["201"]);
}

function saysCreation({ operationId = "", summary }: Operation): boolean {
  const said = [operationId, summary].map((text) => wordsOf(text).join(" "));
  return said.some((words) => CREATES_TOO.test(words) || CREATES.test(words));
}

/** Whether the document has a response to a path that names nothing. */
export function mayRejectUnknown(operation: Operation): boolean {
  return hasResponse(operation, MISSING);
}

function hasResponse({ responses }: Operation, statuses: readonly string[]): boolean {
  return responses.some(({ status }) => statuses.includes(status));
}
