import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { sentResource } from "#statements/resources/envelope.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import { differingFields, UNTOUCHED } from "../../model/finding/compare.js";
import type { Judgment } from "../../model/finding/finding.js";
import { shownBody } from "../../model/request/request-spec.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { type CreatedResource, ofCreated, type ShownResource } from "./created-resource.js";

/** Two creations with 201 make two resources (RFC 9110, 15.3.2), so they have different identifiers. */
export function ownIdentifier(first: CreatedResource, created: CreatedResource): Judgment[] {
  // Each request had texts of its own, so the one is not a repetition of the other.
  const isNew =
    created.exchange.status === 201 || !jsonText(created.request.body ?? null).includes(`"${created.value}"`);
  if (!isNew || !isSameId(first.value, created.value)) return [];
  const breach = broken("identifier-given-twice", { create: created.create.id });
  const expected = `another value than ${jsonText(first.value)} at ${created.identifier.pointer}`;
  const facts = { ...breach, expected, received: jsonText(created.value) };
  return [ofCreated(created, created.create, facts, created.exchange)];
}

/**
 * The name of a field of a neighbor that is not as before.
 *
 * @returns an empty name if the neighbor is gone; undefined if nothing has changed
 */
export function touchedField(
  neighbor: CreatedResource,
  before: JsonObject,
  { resource }: ShownResource,
): string | undefined {
  if (!resource) return "";
  const sent = Object.keys(sentResource(shownBody(neighbor.request), before) ?? {});
  // Tags and labels do not change by themselves, as lists of what happened do.
  const kept = [...sent, ...Object.keys(before).filter((name) => isTexts(before[name]) && isTexts(resource[name]))];
  return differingFields(before, resource, { ...UNTOUCHED, kept })[0];
}

function isTexts(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/**
 * An operation on another resource leaves the neighbor alone. A server may have reasons that the document does not state, so a
 * change of it is only a warning. Times and numbers that were not sent are not compared: they may be counts, ranks or visits.
 *
 * @param operation that was sent to the other resource
 */
export function untouchedNeighbor(
  { created, operation }: { created: CreatedResource; operation: Operation },
  neighbor: CreatedResource,
  before: JsonObject,
  after: ShownResource,
): Judgment[] {
  const field = touchedField(neighbor, before, after);
  if (field === undefined) return [];
  const data = { operation: operation.id, value: created.value, other: neighbor.value };
  const removed = { expected: "a change of the requested one", received: "it is not found" };
  const facts =
    field === ""
      ? { ...broken("other-resource-removed", data), ...removed }
      : { ...broken("other-resource-changed", { ...data, field }), ...inJson(before[field], after.resource?.[field]) };
  return [ofCreated(created, operation, facts, after.exchange)];
}
