import { isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { unsentDefaults } from "#statements/defaults.js";
import { type Layer, sentLayer, shownResource } from "#statements/resources/envelope.js";
import { COMPATIBLE, compare, type Difference, differingFields, isSame, RELATED } from "../model/finding/compare.js";
import type { Judgment } from "../model/finding/finding.js";
import { type Exchange, isGone } from "../model/request/exchange.js";
import { bodyMediaType, type RequestSpec, shownBody } from "../model/request/request-spec.js";
import { differenceFindings, inJson } from "../rules/differing-fields.js";
import { broken } from "../rules/sentence.js";

/** A body that was sent, the body of the response, and the resource as it was read later. */
export interface StoredBody {
  sent: Json | undefined;
  response: Json | undefined;
  /** Undefined if it is not shown. */
  resource: JsonObject | undefined;
}

/**
 * The fields that are not as they were sent, without a replacement in the response. Or they are not as it confirmed them.
 */
export function unstoredFields({ sent, response, resource: read }: StoredBody): Difference[] {
  const layer = sentLayer(sent);
  if (!read || !layer) return [];
  const resource = contentOf(read, layer);
  const confirmed = contentOf(shownResource(sent, response) ?? {}, layer);
  const except = differingFields(layer.object, confirmed, RELATED);
  const lost = compare(layer.object, resource, { ...RELATED, except });
  return [...lost, ...compare(confirmed, resource, { ...COMPATIBLE, except: lost.map(({ name }) => name) })];
}

/** The resource in a representation: requests and responses may have the same envelope. */
function contentOf(shown: JsonObject, { at }: Layer): JsonObject {
  const content = valueAt(shown, at);
  return isObject(content) ? content : shown;
}

/**
 * The fields that a request did not have, and that the resource shows with another value than their documented default. A
 * default of another type is a habit of writing (`default: "10"`), and says nothing.
 */
export function otherDefaults(
  document: OpenApiDocument,
  request: RequestSpec,
  resource: JsonObject | undefined,
): Difference[] {
  const { operation } = request;
  const mediaType = bodyMediaType(operation, request.body);
  const layer = sentLayer(shownBody(request));
  if (!mediaType || !layer || !resource) return [];
  const defaults = unsentDefaults(document, mediaType, { at: layer.at, sent: layer.object });
  return compare(defaults, contentOf(resource, layer), RELATED).filter(
    ({ wanted, found }) => found === null || typeof found === typeof wanted,
  );
}

/** A field that was not sent has its documented default. Documents have many that nothing reads, so it is a warning. */
export function unappliedDefaults(
  operation: Operation,
  differences: readonly Difference[],
  read: Exchange,
): Judgment[] {
  const facts = { basis: "inferred", place: operation.pointer, operation: operation.id } as const;
  const stated = (field: string) => broken("default-not-applied", { field, operation: operation.id });
  return differenceFindings(differences, facts, stated).map((finding) => ({ finding, exchange: read }));
}

/**
 * The values that a request stored are afterwards as they were sent, and as the response confirmed them. A server may have reasons
 * to differ that the document does not state, so these are warnings.
 *
 * @param read the response that shows the resource later
 */
export function storedValues(operation: Operation, differences: readonly Difference[], read: Exchange): Judgment[] {
  const facts = { basis: "inferred", place: operation.pointer, operation: operation.id } as const;
  const stated = (field: string) => broken("sent-value-not-stored", { field, operation: operation.id });
  return differenceFindings(differences, facts, stated).map((finding) => ({ finding, exchange: read }));
}

/** A resource that a creation made is found by the identifier of the response. */
export function foundCreation(operation: Operation, read: Exchange): Judgment[] {
  if (!isGone(read) || operation.method !== "post") return [];
  const facts = { basis: "inferred", place: operation.pointer, operation: operation.id } as const;
  const breach = broken("accepted-resource-not-found", { operation: operation.id, read: read.operation });
  const expected = "a success for the identifier of the response";
  return [{ finding: { ...facts, ...breach, expected, received: String(read.status) }, exchange: read }];
}

/** A trial of a creation, such as a dry run, makes nothing. Only the name of its parameter says so, so it is a warning. */
export function madeByTrial(operation: Operation, parameter: string, read: Exchange): Judgment[] {
  const facts = { basis: "inferred", place: operation.pointer, operation: operation.id } as const;
  const breach = broken("made-by-trial", { operation: operation.id, parameter, read: read.operation });
  return [{ finding: { ...facts, ...breach, expected: "404", received: String(read.status) }, exchange: read }];
}

/** A field whose sent value a response does not have. */
export interface OtherValue {
  sent: Json;
  shown: Json;
  exchange: Exchange;
}

/** Whether a server has another value than the sent one, which it cannot have made of it. */
export function isUnrelated(sent: Json, shown: Json): boolean {
  return !isSame(sent, shown, "related");
}

/** The server sets a field itself: it ignores invalid and valid values. @param place of the schema of the field */
export function assignedField(
  operation: Operation,
  { field, place }: { field: string; place: string },
  { sent, shown, exchange }: OtherValue,
): Judgment {
  const facts = { basis: "lenient", operation: operation.id, place, ...inJson(sent, shown) } as const;
  return { finding: { ...broken("field-assigned", { field }), ...facts }, exchange };
}
