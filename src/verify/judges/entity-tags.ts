import type { JsonObject } from "#openapi/document/document.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isStrongTag, tagPlace } from "#statements/resources/entity-tags.js";
import type { Judgment } from "../model/finding/finding.js";
import type { Basis } from "../model/finding/kinds.js";
import { type Exchange, isSuccess } from "../model/request/exchange.js";
import { tagIn } from "../relations/entity-tags.js";
import { broken } from "../rules/sentence.js";
import { effectJudgment } from "./judgment.js";
import { isSameState } from "./unchanged.js";

export const NOT_MODIFIED = 304;
export const PRECONDITION_FAILED = 412;

/** A request with a condition on entity tags, and its response. */
export interface ConditionalRequest {
  operation: Operation;
  /** The parameter `If-Match` or `If-None-Match`. */
  condition: Parameter;
  /** The sent value of the parameter. */
  value: string;
  exchange: Exchange;
}

/** A changed resource has another tag, in the response to the change, and when it is read (RFC 9110, 8.8.1). */
export function newTag(operation: Operation, before: string, responses: readonly Exchange[]): Judgment[] {
  const old = responses.find((exchange) => tagIn(exchange) === before);
  if (!old || !isStrongTag(before)) return [];
  const breach = broken("tag-stays-after-change", { operation: operation.id });
  const facts = { ...breach, expected: `another tag than ${before}`, received: before };
  return [effectJudgment({ operation, place: tagPlace(operation) }, facts, old)];
}

/**
 * The current tag fulfills `If-Match`. If the resource has other values than before, somebody changed it meanwhile.
 *
 * @param after the values of a later read; undefined if the resource is not shown
 */
export function currentTag(sent: ConditionalRequest, before: JsonObject, after: JsonObject | undefined): Judgment[] {
  if (sent.exchange.status !== PRECONDITION_FAILED || !after || !isSameState(before, after)) return [];
  const breach = broken("current-tag-rejected", { operation: sent.operation.id });
  return [ofCondition(sent, { ...breach, expected: `another status than 412 for ${sent.value}` })];
}

/** A tag that is not the current one never fulfills `If-Match` (RFC 9110, 13.1.1). */
export function staleTag(sent: ConditionalRequest): Judgment[] {
  if (!isSuccess(sent.exchange)) return [];
  const breach = broken("stale-tag-accepted", { operation: sent.operation.id });
  return [ofCondition(sent, { ...breach, expected: `412 for ${sent.value}` })];
}

/** A resource as a response shows it. */
interface ShownValues {
  values: JsonObject;
  shown: Exchange;
}

/**
 * A request whose condition fails changes nothing.
 *
 * @param after a later read; undefined if the resource is not shown
 * @param isByRequest whether the later read has a text that was made for this request
 */
export function failedCondition(
  { operation, condition, exchange }: ConditionalRequest,
  before: ShownValues,
  after: ShownValues | undefined,
  isByRequest: boolean,
): Judgment[] {
  const isUnchanged = after !== undefined && isSameState(before.values, after.values);
  if (isUnchanged || exchange.status !== PRECONDITION_FAILED || (after && !isByRequest)) return [];
  const breach = broken("failed-condition-changes-resource", { operation: operation.id });
  const received = after ? after.shown.body : "no such resource";
  const facts = { ...breach, expected: before.shown.body, received };
  return [effectJudgment({ operation, place: condition.pointer }, facts, after?.shown ?? exchange)];
}

/** A weak tag never fulfills `If-Match`: both have to be strong (RFC 9110, 13.1.1). */
export function weakTag(sent: ConditionalRequest): Judgment[] {
  if (!isSuccess(sent.exchange)) return [];
  const breach = broken("weak-tag-accepted", { operation: sent.operation.id });
  return [ofCondition(sent, { ...breach, basis: "inferred", expected: `412 for ${sent.value}` })];
}

/** A list with the current tag fulfills `If-Match` (RFC 9110, 13.1.1). */
export function listedTag(sent: ConditionalRequest): Judgment[] {
  return rejectedMatch(sent, "tag-in-list-rejected");
}

/** `*` fulfills `If-Match` while the resource exists (RFC 9110, 13.1.1). @param exists whether a later read shows it */
export function anyTag(sent: ConditionalRequest, exists: boolean): Judgment[] {
  return exists ? rejectedMatch(sent, "any-tag-rejected") : [];
}

function rejectedMatch(sent: ConditionalRequest, rule: "tag-in-list-rejected" | "any-tag-rejected"): Judgment[] {
  if (sent.exchange.status !== PRECONDITION_FAILED) return [];
  const breach = broken(rule, { operation: sent.operation.id });
  return [ofCondition(sent, { ...breach, basis: "inferred", expected: `another status than 412 for ${sent.value}` })];
}

/**
 * A client that has the current version gets 304 (RFC 9110, 13.1.2). A version that a server gives a new tag each time is never
 * current. So only a repeated tag shows that the condition was not looked at. 412 is the response to a condition of a change.
 *
 * @param tag the current one
 */
export function unmodified(sent: ConditionalRequest, tag: string, basis: Basis): Judgment[] {
  const { operation, exchange } = sent;
  const isRejected = exchange.status === PRECONDITION_FAILED;
  if (!isRejected && !(isSuccess(exchange) && tagIn(exchange) === tag)) return [];
  const rule = isRejected ? "read-with-current-tag-rejected" : "whole-resource-for-current-tag";
  return [
    ofCondition(sent, { ...broken(rule, { operation: operation.id }), basis, expected: `304 for ${sent.value}` }),
  ];
}

/** A client that has another version gets the whole resource (RFC 9110, 13.1.2). */
export function otherVersion(sent: ConditionalRequest): Judgment[] {
  if (sent.exchange.status !== NOT_MODIFIED) return [];
  const breach = broken("not-modified-for-other-tag", { operation: sent.operation.id });
  return [ofCondition(sent, { ...breach, expected: `the whole resource for ${sent.value}` })];
}

function ofCondition(
  { operation, condition, exchange }: ConditionalRequest,
  facts: Parameters<typeof effectJudgment>[1],
): Judgment {
  return effectJudgment({ operation, place: condition.pointer }, facts, exchange);
}
