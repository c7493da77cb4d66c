import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isOf } from "#statements/resources/identifying-values.js";
import type { Judgment } from "../../model/finding/finding.js";
import { type Exchange, isSuccess, jsonOf } from "../../model/request/exchange.js";
import { broken } from "../../rules/sentence.js";
import { type CreatedResource, ofCreated, type ShownResource } from "./created-resource.js";
import type { ListedItems } from "./listed.js";

/**
 * A created resource stays when its parent is changed. It also stays when an action that can be taken back is done on the
 * parent. A server may have reasons that the document does not state, so it is a warning.
 */
export function keptChild(
  created: CreatedResource,
  parent: CreatedResource,
  operation: Operation,
  { resource, exchange }: ShownResource,
): Judgment[] {
  if (resource) return [];
  const data = { operation: operation.id, parent: parent.value, create: created.create.id };
  const facts = { expected: `the resource ${jsonText(created.value)}`, received: "it is not found" };
  return [ofCreated(created, operation, { ...broken("change-removes-child", data), ...facts }, exchange)];
}

/** A created resource is not found below another one than that to which it belongs. Only a warning: it may belong to several. */
export function hiddenBelowOther(
  created: CreatedResource,
  retrieve: Operation,
  parent: Json,
  exchange: Exchange,
): Judgment[] {
  if (!isSuccess(exchange) || !isOf(jsonOf(exchange), created)) return [];
  const breach = broken("found-below-other-parent", { create: created.create.id });
  const received = `${exchange.status} ${exchange.body}`;
  return [ofCreated(created, retrieve, { ...breach, expected: `404 below ${jsonText(parent)}`, received }, exchange)];
}

/**
 * The list of another resource does not have a text that was generated for this one. Identifiers may be unique below one
 * resource alone.
 *
 * @param parent the value that identifies the other resource
 */
export function unlistedBelowOther(
  created: CreatedResource,
  list: Operation,
  { parent, texts }: { parent: Json; texts: readonly string[] },
  { items, exchange }: Pick<ListedItems, "items" | "exchange">,
): Judgment[] {
  const item = items.find((candidate) => texts.some((text) => jsonText(candidate).includes(text)));
  if (!item) return [];
  const breach = broken("listed-below-other-parent", { create: created.create.id });
  const facts = { expected: `no such item below ${jsonText(parent)}`, received: jsonText(item) };
  return [ofCreated(created, list, { ...breach, ...facts }, exchange)];
}
