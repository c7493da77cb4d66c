import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isOf } from "#statements/resources/identifying-values.js";
import { differingFields, RELATED } from "../../model/finding/compare.js";
import type { Judgment } from "../../model/finding/finding.js";
import type { Exchange } from "../../model/request/exchange.js";
import { broken } from "../../rules/sentence.js";
import { effectJudgment } from "../judgment.js";
import type { CreatedResource } from "./created-resource.js";
import type { ListedItems } from "./listed.js";

/** An invalid request that was rejected. */
export interface RejectedWrite {
  operation: Operation;
  /** Texts that no other request of the run has. */
  texts: readonly string[];
  what: string;
}

/** A list has nothing of a rejected creation: its texts are in no item. */
export function noneListed(
  created: CreatedResource,
  rejected: readonly RejectedWrite[],
  listing: ListedItems,
): Judgment[] {
  const others = listing.items.filter((item) => !isOf(item, created));
  const stored = rejected.flatMap(({ operation, texts, what }): Judgment[] => {
    const item = others.find((other) => texts.some((text) => jsonText(other).includes(text)));
    return item ? [rejectedStored(operation, what, item, listing.exchange)] : [];
  });
  return stored.slice(0, 1);
}

/** The fields of a rejected body that have the values of a valid one, which the resource does not have. */
export function newValuesOf(body: JsonObject, valid: JsonObject, before: JsonObject): string[] {
  return differingFields(body, before, RELATED).filter((name) => isDeepStrictEqual(body[name], valid[name]));
}

/**
 * A rejected change leaves the resource as it is. One field of its body is invalid, and others have new values.
 *
 * @param fields the names of those others
 */
export function nothingStored(
  { operation, what, fields }: { operation: Operation; what: string; fields: readonly string[] },
  valid: JsonObject,
  shown: { resource: JsonObject; exchange: Exchange },
): Judgment[] {
  const name = fields.find((field) => isDeepStrictEqual(shown.resource[field], valid[field]));
  if (name === undefined) return [];
  return [rejectedStored(operation, what, { [name]: shown.resource[name] ?? null }, shown.exchange)];
}

function rejectedStored(operation: Operation, what: string, received: JsonObject, exchange: Exchange): Judgment {
  const breach = broken("rejected-change-stored", { operation: operation.id });
  const facts = { ...breach, expected: `nothing is stored of ${what}`, received: jsonText(received) };
  return effectJudgment({ operation, place: operation.pointer }, facts, exchange);
}

/** Rejected creations add nothing to a list. Others add items too, so this is a warning. @param counts of its items at three readings */
export function addedByRejected(
  create: Operation,
  whats: readonly string[],
  counts: readonly number[],
  exchange: Exchange,
): Judgment {
  const breach = broken("rejected-creations-add-items", { operation: create.id });
  const [first, ...later] = counts;
  const facts = {
    expected: `as many items as before ${whats.join(", ")}`,
    received: [`${first} items`, ...later].join(", then "),
  };
  const effect = { operation: create, place: create.pointer, basis: "inferred" } as const;
  return effectJudgment(effect, { ...breach, ...facts }, exchange);
}
