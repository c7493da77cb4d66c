import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { singularOf } from "#statements/names.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import type { FindingDraft, Judgment } from "../../model/finding/finding.js";
import type { Exchange } from "../../model/request/exchange.js";
import { broken } from "../../rules/sentence.js";
import { type CreatedResource, ofCreated } from "./created-resource.js";

/** The things with which a resource is linked, and the response that shows them. */
export interface ShownLinks {
  /** The name of their list. */
  name: string;
  links: readonly Json[];
  exchange: Exchange;
}

/** The list in a resource that has the name of a collection of links; undefined if it has none. */
export function linksIn(resource: JsonObject, collection: string): readonly Json[] | undefined {
  const named = Object.entries(resource).filter(([name]) => singularOf(name) === singularOf(collection));
  return named.map(([, value]) => value).find(Array.isArray);
}

/** Whether one of the links has a value. A link is the value, or an object with it, perhaps in another object. */
export function hasLink({ links }: Pick<ShownLinks, "links">, value: Json): boolean {
  const isIt = (item: Json, depth: number): boolean =>
    isObject(item) ? depth < 2 && Object.values(item).some((member) => isIt(member, depth + 1)) : isSameId(item, value);
  return links.some((item) => isIt(item, 0));
}

/** A request that has made or removed a link, and the value that it names. */
export interface DoneLink {
  operation: Operation;
  value: Json;
}

/** A resource shows what a request has linked with it. Names alone suggest where, so it is a warning. */
export function shownLink(created: CreatedResource, { operation, value }: DoneLink, shown: ShownLinks): Judgment[] {
  if (hasLink(shown, value)) return [];
  const breach = broken("added-item-not-listed", { list: shown.exchange.operation, operation: operation.id });
  return [ofCreated(created, operation, { ...breach, ...linkAmong(value, shown) }, shown.exchange)];
}

/** A new link leaves the others alone. @param other the value of a link that was made before */
export function keptLink(
  created: CreatedResource,
  { operation, value }: DoneLink,
  other: Json,
  shown: ShownLinks,
): Judgment[] {
  if (hasLink(shown, other)) return [];
  const breach = broken("added-item-lost", { operation: operation.id, value, other });
  return [ofCreated(created, operation, { ...breach, ...linkAmong(other, shown) }, shown.exchange)];
}

function linkAmong(value: Json, { links }: ShownLinks): Pick<FindingDraft, "expected" | "received"> {
  return { expected: `${jsonText(value)} in the list`, received: jsonText([...links]) };
}

/** A request with one link replaces all. @param other the value of a link that was there before */
export function replacedLinks(
  created: CreatedResource,
  { operation, value }: DoneLink,
  other: Json,
  shown: ShownLinks,
): Judgment[] {
  if (!hasLink(shown, value) || !hasLink(shown, other)) return [];
  const breach = broken("list-extended-not-replaced", { operation: operation.id, field: shown.name });
  return [ofCreated(created, operation, { ...breach, ...linkNotAmong(other, shown) }, shown.exchange)];
}

/** A link of one resource is not one of another resource. @param neighbor the other resource of its kind */
export function ownLink(
  created: CreatedResource,
  { operation, value }: DoneLink,
  neighbor: CreatedResource,
  shown: ShownLinks,
): Judgment[] {
  if (!hasLink(shown, value)) return [];
  const data = { operation: operation.id, value: created.value, field: shown.name, other: neighbor.value };
  const breach = broken("other-resource-changed", data);
  return [ofCreated(created, operation, { ...breach, ...linkNotAmong(value, shown) }, shown.exchange)];
}

/** A link that was removed is shown no more. */
export function removedLink(created: CreatedResource, { operation, value }: DoneLink, shown: ShownLinks): Judgment[] {
  if (!hasLink(shown, value)) return [];
  const breach = broken("action-not-taken-back", { operation: operation.id, field: shown.name });
  return [ofCreated(created, operation, { ...breach, ...linkNotAmong(value, shown) }, shown.exchange)];
}

function linkNotAmong(value: Json, { links }: ShownLinks): Pick<FindingDraft, "expected" | "received"> {
  return { expected: `a list without ${jsonText(value)}`, received: jsonText([...links]) };
}
