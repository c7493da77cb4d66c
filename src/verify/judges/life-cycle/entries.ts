import { isObject, type Json } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Entries } from "#statements/resources/entries.js";
import { isSame } from "../../model/finding/compare.js";
import type { Judgment } from "../../model/finding/finding.js";
import { type Exchange, isSuccess, jsonOf } from "../../model/request/exchange.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { type CreatedResource, ofCreated } from "./created-resource.js";
import type { ShownLinks } from "./links.js";

/** The entries of a resource, as a response shows them. */
export interface ShownEntries extends ShownLinks {
  /** The values of a map, by their names. Empty for a list. */
  values: ReadonlyMap<string, Json>;
}

/** The entries in a response; undefined if it shows none. */
export function entriesIn({ collection, shown }: Entries, exchange: Exchange): ShownEntries | undefined {
  const found = isSuccess(exchange) ? valueAt(jsonOf(exchange), shown.at) : undefined;
  if (shown.shape === "list") {
    if (!Array.isArray(found) || found.some((item) => typeof item !== "string" && !isNumber(item))) return undefined;
    return { name: collection, links: found, values: new Map(), exchange };
  }
  if (!isObject(found)) return undefined;
  const values = new Map(Object.entries(found).map(([name, value]) => [name, value ?? null] as const));
  return { name: collection, links: [...values.keys()], values, exchange };
}

/** The value that an operation gave an entry. */
export interface GivenEntry {
  operation: Operation;
  name: string;
  value: Json;
}

/** Whether an entry has the value that it was given. A server may complete it, and other kinds of values are not compared. */
export function hasValue({ values }: ShownEntries, { name, value }: GivenEntry): boolean {
  const now = values.get(name);
  return now === undefined || isSame(value, now, "related");
}

/** An entry has the value that it was given last. @param isNew whether it had no other one before */
export function givenValue(
  created: CreatedResource,
  given: GivenEntry,
  isNew: boolean,
  shown: ShownEntries,
): Judgment[] {
  if (hasValue(shown, given)) return [];
  const { operation, name, value } = given;
  const breach = isNew
    ? broken("added-item-listed-otherwise", { list: shown.exchange.operation, operation: operation.id, field: name })
    : broken("updated-value-lost", { operation: operation.id, field: name });
  const facts = { ...breach, ...inJson(value, shown.values.get(name) ?? null) };
  return [ofCreated(created, operation, facts, shown.exchange)];
}
