import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import { parentOf, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { plainName } from "#statements/names.js";
import { resourceIn, sentResource } from "#statements/resources/envelope.js";
import { identifierIn, isSameId } from "#statements/resources/identifying-values.js";
import type { Identifier } from "#statements/resources/resource.js";
import {
  COMPATIBLE,
  compare,
  type Difference,
  differingFields,
  isEmpty,
  PRESENT,
  RELATED,
} from "../../model/finding/compare.js";
import type { FindingDraft, Judgment } from "../../model/finding/finding.js";
import { type Exchange, isPostponed, jsonOf } from "../../model/request/exchange.js";
import { type RequestSpec, shownBody } from "../../model/request/request-spec.js";
import { otherPathValues } from "../../relations/path-values.js";
import { differenceFindings, inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { type CreatedResource, ofCreated, type ShownResource } from "./created-resource.js";

/** A created resource is shown as one of the resource that its path named. A server may show it as one of another kind. */
export function valuesOfPath(created: CreatedResource, exchange: Exchange): Judgment[] {
  const shown = resourceIn(jsonOf(exchange), created);
  const others = shown ? otherPathValues(created.request, shown) : [];
  return others.map(({ name, wanted, found }) => {
    const breach = broken("created-below-other-path", { create: created.create.id, field: name });
    return ofCreated(created, { id: exchange.operation }, { ...breach, ...inJson(wanted, found) }, exchange);
  });
}

/** A creation, and the field that identifies the created resource, if the response to the creation has one. */
export interface SentCreation {
  request: RequestSpec;
  exchange: Exchange;
  identifier?: Identifier | undefined;
}

/** The facts of findings about sent values. A link states that the resource is the same. Without one, a server may change values later. */
interface SentFacts extends Pick<FindingDraft, "basis" | "place" | "operation"> {
  rule: "sent-value-not-stored" | "linked-value-differs";
  /** Names of fields that identify a resource. */
  exact: Iterable<string>;
}

/**
 * A retrieved resource has the values that were sent to create it. Those that the response to the creation replaced are known
 * already.
 */
export function sentValues(
  { request, exchange: creation, identifier }: SentCreation,
  exchange: Exchange,
  { rule, exact, ...facts }: SentFacts,
): Judgment[] {
  const resourceOf = (response: Exchange) =>
    identifier ? resourceIn(jsonOf(response), { identifier }) : asObject(jsonOf(response));
  const shown = resourceOf(exchange);
  const sent = shown && sentResource(shownBody(request), shown);
  if (!sent) return [];
  const except = differingFields(sent, resourceOf(creation) ?? {}, RELATED);
  const fields = compare(sent, shown, { ...RELATED, exact, except });
  const stated = (field: string) => broken(rule, { field, operation: request.operation.id });
  return differenceFindings(fields, facts, stated).map((finding) => ({ finding, exchange }));
}

/** The sent fields that a resource lacks, also those of objects. Another field may have the same reference. */
export function missingFields(sent: JsonObject, shown: JsonObject): Difference[] {
  return compare(sent, shown, PRESENT).filter((field) => !isEmpty(field.wanted) && !isShownAsReference(field, shown));
}

/** Whether a field beside a missing one has its value in another form: `owner_id`, `owner_url` or `ownerLink` of `owner`. */
function isShownAsReference({ at, name, wanted }: Difference, shown: JsonObject): boolean {
  if (typeof wanted !== "string" && typeof wanted !== "number") return false;
  const longer = Object.entries(asObject(valueAt(shown, parentOf(at)) ?? {})).filter(
    ([other]) => other !== name && plainName(other).startsWith(plainName(name)),
  );
  const partsOf = (value: Json | undefined) =>
    String(value)
      .split(/[/?#&=]/)
      .map(percentDecoded);
  return longer.some(([, value]) => value === wanted || partsOf(value).includes(String(wanted)));
}

/** A resource has every field that was sent. A server may leave out what it does not support, so it is a warning. */
export function lostField(
  created: CreatedResource,
  operation: Operation,
  { at, wanted }: Difference,
  exchange: Exchange,
): Judgment {
  const rule = operation === created.create ? "created-field-lost" : "updated-field-lost";
  const breach = broken(rule, { operation: operation.id, at });
  return ofCreated(created, operation, { ...breach, expected: jsonText(wanted), received: "no value" }, exchange);
}

/** Whether two representations of a resource do not contradict each other. */
export function isCompatible(one: JsonObject, other: JsonObject): boolean {
  return compare(one, other, COMPATIBLE).length === 0;
}

/** A write that succeeded. */
export interface DoneOperation {
  operation: Operation;
  exchange: Exchange;
}

/**
 * A resource is afterwards as the response to a write showed it. Other representations may leave fields out, count, and have
 * other times. So only equal names with other texts, flags and lists count, and the time of creation. Only a warning.
 *
 * @param confirmed the resource in the response to the write; undefined if that describes something else
 */
export function confirmedValues(
  created: CreatedResource,
  { operation, exchange }: DoneOperation,
  confirmed: JsonObject | undefined,
  shown: ShownResource,
): Judgment[] {
  // It is done later (RFC 9110, 15.3.3).
  if (!confirmed || !shown.resource || isPostponed(exchange)) return [];
  const value = identifierIn(confirmed, created.identifier);
  if (value !== undefined && !isSameId(value, created.value)) {
    const breach = broken("other-resource-confirmed", { operation: operation.id });
    const expected = `${jsonText(created.value)} at ${created.identifier.pointer}`;
    return [ofCreated(created, operation, { ...breach, expected, received: jsonText(value) }, exchange)];
  }
  return compare(confirmed, shown.resource, COMPATIBLE).map(({ name, wanted, found }) => {
    const breach = broken("confirmed-value-not-kept", { operation: operation.id, field: name });
    return ofCreated(created, operation, { ...breach, ...inJson(wanted, found) }, shown.exchange);
  });
}

/** The creator of a resource is the person of the key. Names suggest it, so it is a warning. */
export function ownCreator(
  created: CreatedResource,
  field: string,
  { own, shown }: { own: Json | undefined; shown: Json | undefined },
  exchange: Exchange,
): Judgment[] {
  if (own === shown) return [];
  const breach = broken("creator-is-other-person", { create: created.create.id, field });
  return [ofCreated(created, created.create, { ...breach, ...inJson(own, shown) }, exchange)];
}
