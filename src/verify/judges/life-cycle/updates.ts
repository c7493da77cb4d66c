import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isOfLastChange, isPrecise } from "#statements/moments.js";
import { sentResource } from "#statements/resources/envelope.js";
import { hasMergedFields } from "#statements/resources/partial-updates.js";
import {
  compare,
  type Difference,
  differingFields,
  EQUAL,
  IDENTICAL,
  isEmpty,
  MIN_SHORTENED,
  RELATED,
} from "../../model/finding/compare.js";
import type { Effect } from "../../model/finding/effect.js";
import type { Judgment } from "../../model/finding/finding.js";
import { type Exchange, isGone, isSuccess } from "../../model/request/exchange.js";
import { shownBody } from "../../model/request/request-spec.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { effectJudgment } from "../judgment.js";
import { type CreatedResource, ofCreated, type ShownResource } from "./created-resource.js";

/** A change of a resource, and the response that shows the resource afterwards. */
export interface Change {
  operation: Operation;
  sent: JsonObject;
  /** The resource in the response to the change; undefined if it has none. */
  response: JsonObject | undefined;
  before: JsonObject;
  after: JsonObject;
  exchange: Exchange;
}

/** The fields that never show what was sent: a server may shorten a name, or hide a number. They show no lost change. */
export function hiddenFields({ request }: Pick<CreatedResource, "request">, shown: JsonObject): string[] {
  const sent = sentResource(shownBody(request), shown);
  return sent ? shownOtherwise(sent, shown) : [];
}

/** The fields that a resource shows otherwise than they were sent, or than they were before. */
export function shownOtherwise(sent: JsonObject, shown: JsonObject): string[] {
  return differingFields(sent, shown, RELATED);
}

/**
 * The sent fields that still have their old values, although the response to the update did not show those. A value that the
 * server rejects or changes at once is not a lost change.
 *
 * @param isLinked whether a link states that the resource is the same: then no third value is right either
 * @param hidden the fields that never show what was sent
 */
export function lostValues(
  { sent, before, response, after }: Pick<Change, "sent" | "before" | "response" | "after">,
  isLinked: boolean,
  hidden: Iterable<string>,
): Difference[] {
  const fields = differingFields(sent, before, RELATED);
  const moved = isLinked ? [] : differingFields(before, after, EQUAL);
  const refused = response ? differingFields(sent, response, RELATED) : [];
  return compare(sent, after, { ...RELATED, fields, except: [...moved, ...refused, ...hidden] });
}

/** A change that succeeded is stored. @param effect of the creation of the resource */
export function storedChange(
  effect: Effect,
  { operation, exchange }: Pick<Change, "operation" | "exchange">,
  { name, wanted, found }: Difference,
): Judgment {
  const breach = broken("updated-value-lost", { operation: operation.id, field: name });
  return effectJudgment(effect, { ...breach, ...inJson(wanted, found), operation: operation.id }, exchange);
}

/** A changed resource is still found. A failed read shows nothing. */
export function keptByUpdate(
  created: CreatedResource,
  operation: Operation,
  { resource, exchange }: ShownResource,
): Judgment[] {
  if (resource || !(isSuccess(exchange) || isGone(exchange))) return [];
  const breach = broken("resource-missing-after-update", { operation: operation.id });
  const facts = { ...breach, expected: "the changed resource", received: String(exchange.status) };
  return [ofCreated(created, operation, facts, exchange)];
}

/** The sent values are stored as they are. Servers may have reasons to differ, so these are warnings. */
export function changedValues(created: CreatedResource, change: Change): Judgment[] {
  return [
    ...replacedLists(created, change),
    ...storedNulls(created, change),
    ...wholeTexts(created, change),
    ...mergedObjects(created, change),
  ];
}

/** A list that is sent replaces the stored one. Some servers add to it, and say so elsewhere. */
function replacedLists(created: CreatedResource, { operation, sent, before, after, exchange }: Change): Judgment[] {
  const isIn = (list: Json | undefined, item: Json) =>
    Array.isArray(list) && list.some((other) => isDeepStrictEqual(item, other));
  return Object.entries(sent).flatMap(([name, value]): Judgment[] => {
    const own = after[name];
    if (!Array.isArray(value) || value.length === 0 || !Array.isArray(own)) return [];
    if (!value.every((item) => isIn(own, item))) return [];
    if (!own.some((item) => isIn(before[name], item) && !isIn(value, item))) return [];
    const breach = broken("list-extended-not-replaced", { operation: operation.id, field: name });
    return [ofCreated(created, operation, { ...breach, ...inJson(value, own) }, exchange)];
  });
}

/** A field that is set to null has no value afterwards, or a default one. */
function storedNulls(created: CreatedResource, { operation, sent, before, after, exchange }: Change): Judgment[] {
  return Object.entries(sent).flatMap(([name, value]): Judgment[] => {
    if (value !== null || isEmpty(before[name]) || !isDeepStrictEqual(before[name], after[name])) return [];
    const breach = broken("null-not-stored", { operation: operation.id, field: name });
    return [ofCreated(created, operation, { ...breach, ...inJson(null, after[name]) }, exchange)];
  });
}

/** A text is stored as a whole: a server that shortens texts says so in its response. */
function wholeTexts(created: CreatedResource, { operation, sent, response, after, exchange }: Change): Judgment[] {
  return Object.entries(sent).flatMap(([name, value]): Judgment[] => {
    const [confirmed, now] = [response?.[name] ?? value, after[name]];
    if (typeof value !== "string" || typeof now !== "string" || confirmed !== value) return [];
    if (now === value || now.length < MIN_SHORTENED || !value.startsWith(now)) return [];
    const breach = broken("text-shortened", { operation: operation.id, field: name });
    return [ofCreated(created, operation, { ...breach, ...inJson(value, now) }, exchange)];
  });
}

/** An object of which the words say that it is merged keeps the fields that are not sent. */
function mergedObjects(created: CreatedResource, { operation, sent, before, after, exchange }: Change): Judgment[] {
  return Object.entries(sent).flatMap(([name, value]): Judgment[] => {
    const [old, now] = [before[name], after[name]];
    if (!isObject(value) || !isObject(old) || !isObject(now) || !hasMergedFields(operation, name)) return [];
    const [lost] = compare(old, now, { ...IDENTICAL, except: Object.keys(value) });
    if (!lost) return [];
    const at = pointerTo("", name) + lost.at;
    const breach = broken("merged-field-changed", { operation: operation.id, at, field: name });
    return [ofCreated(created, operation, { ...breach, ...inJson(lost.wanted, lost.found) }, exchange)];
  });
}

/** The moment of the last change moves with a change. Moments in whole seconds may be equal. */
export function movedMoment(
  created: CreatedResource,
  { operation, sent, before, after, exchange }: Change,
): Judgment[] {
  const changes = compare(before, after, { same: "identical", fields: Object.keys(sent), mayLack: false });
  const name = Object.keys(after).find((field) => isOfLastChange(field) && isPrecise(after[field]));
  if (changes.length === 0 || name === undefined || before[name] !== after[name]) return [];
  const breach = broken("moment-of-change-stays", { operation: operation.id, field: name });
  const facts = { ...breach, expected: "a later moment", received: jsonText(after[name] ?? null) };
  return [ofCreated(created, operation, facts, exchange)];
}
