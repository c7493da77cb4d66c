import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { FlagFilter } from "#statements/flag-filters.js";
import type { Judgment } from "../../model/finding/finding.js";
import type { Exchange } from "../../model/request/exchange.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { type CreatedResource, ofCreated } from "./created-resource.js";
import { isListedIn, type ListedItems } from "./listed.js";

/** The flags of a resource that an action has changed. */
export function changedFlags(before: JsonObject, after: JsonObject): string[] {
  return Object.entries(after).flatMap(([name, value]) =>
    typeof value === "boolean" && typeof before[name] === "boolean" && before[name] !== value ? [name] : [],
  );
}

/**
 * A list that selects by who has set a flag has a resource if that person has set it. The run created the resource, so others
 * have not.
 *
 * @param person who was asked for
 * @param hasSet whether this person has set the flag
 */
export function flaggedBy(
  created: CreatedResource,
  list: Operation,
  { parameter: { name: parameter } }: FlagFilter,
  { person, hasSet }: { person: string; hasSet: boolean },
  listing: ListedItems,
): Judgment[] {
  const isFound = isListedIn(listing, created);
  if (isFound === undefined || isFound === hasSet) return [];
  const breach = broken(hasSet ? "flagged-resource-not-listed" : "unflagged-resource-listed", {
    operation: list.id,
    parameter,
  });
  const expected = `${hasSet ? "the resource" : "no resource"} with ${parameter} ${jsonText(person)}`;
  return [ofCreated(created, list, { ...breach, expected, received: hasSet ? "none" : "one" }, listing.exchange)];
}

/** A resource inside the items of a list has the flags that its own `GET` shows. @param copies the objects in the items that are it */
export function sameFlags(
  created: CreatedResource,
  list: Operation,
  { flags, shown, copies }: { flags: readonly string[]; shown: JsonObject; copies: readonly JsonObject[] },
  exchange: Exchange,
): Judgment[] {
  const differs = (copy: JsonObject, name: string) => typeof copy[name] === "boolean" && copy[name] !== shown[name];
  const name = flags.find((flag) => copies.some((copy) => differs(copy, flag)));
  if (name === undefined) return [];
  const breach = broken("flag-inside-items-differs", { operation: list.id, field: name });
  return [ofCreated(created, list, { ...breach, ...inJson(shown[name], !shown[name]) }, exchange)];
}
