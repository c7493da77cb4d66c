import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Effect } from "../../model/finding/effect.js";
import type { Judgment } from "../../model/finding/finding.js";
import { type Exchange, isAccessDenied, isPostponed, isRejection } from "../../model/request/exchange.js";
import { quoted } from "../../model/request/quoted.js";
import { broken } from "../../rules/sentence.js";
import { effectJudgment } from "../judgment.js";
import { type CreatedResource, ofCreated } from "./created-resource.js";

/** How a created resource is not found by its identifier. */
type LostRule = "created-resource-not-found" | "other-resource-than-created" | "created-resource-rejected";

/**
 * The rule of the `GET` of a created resource that a response breaks. It is found by its identifier, and the response has that
 * identifier.
 *
 * @param retrieval how the response shows it
 */
export function lostBy(
  created: CreatedResource,
  retrieval: "found" | "missing" | "other" | "unclear",
  exchange: Exchange,
): LostRule | undefined {
  // With 202, it is created later (RFC 9110, 15.3.3).
  const isLater = isPostponed(created.exchange);
  if (retrieval === "missing") return isLater ? undefined : "created-resource-not-found";
  if (retrieval === "other") return "other-resource-than-created";
  return isRejected(exchange) && !isLater ? "created-resource-rejected" : undefined;
}

/** Whether a request is rejected for what it names. A key may lack access, and a rate limit or a lock ends. */
function isRejected(exchange: Exchange): boolean {
  return isRejection(exchange) && !isAccessDenied(exchange) && ![409, 423, 425, 429].includes(exchange.status);
}

/** A created resource is not found by its identifier. @param effect of its creation */
export function lostResource(created: CreatedResource, rule: LostRule, effect: Effect, exchange: Exchange): Judgment {
  const { create, value, identifier } = created;
  const breach = broken(rule, { create: create.id });
  const expected = `a success for ${jsonText(value)}, which ${create.id} responded with`;
  if (rule === "created-resource-not-found") {
    const facts = { ...breach, expected, received: String(exchange.status), operation: create.id };
    return effectJudgment(effect, facts, exchange);
  }
  if (rule === "created-resource-rejected") {
    return effectJudgment(effect, { ...breach, expected, received: quoted(exchange), operation: create.id }, exchange);
  }
  const other = `${jsonText(value)} at ${identifier.pointer}`;
  return effectJudgment(effect, { ...breach, expected: other, received: exchange.body }, exchange);
}

/**
 * A created resource is not refused. Reads need no lock, and the access to others of the kind shows that the key may read. Only
 * a warning: the access may differ by resource.
 *
 * @param hasAccess whether the key has read others of the kind
 */
export function grantedAccess(created: CreatedResource, hasAccess: boolean, exchange: Exchange): Judgment[] {
  const isRefused = (isAccessDenied(exchange) && hasAccess) || [409, 423].includes(exchange.status);
  if (!isRefused) return [];
  const { create, value } = created;
  const breach = broken("created-resource-refused", { create: create.id });
  const expected = `a success for ${jsonText(value)}, which ${create.id} responded with`;
  return [ofCreated(created, create, { ...breach, expected, received: quoted(exchange) }, exchange)];
}

/** An operation does not find a created resource, which exists. @param effect of its creation */
export function missedResource(
  effect: Effect,
  { create, value }: Pick<CreatedResource, "create" | "value">,
  { id }: Operation,
  exchange: Exchange,
): Judgment {
  const breach = broken("operation-misses-created-resource", { operation: id, create: create.id });
  const facts = { expected: `a success for ${jsonText(value)}`, received: String(exchange.status), operation: id };
  return effectJudgment(effect, { ...breach, ...facts }, exchange);
}
