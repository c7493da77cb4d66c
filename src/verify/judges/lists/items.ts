import { isObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { identifierIn, isSameId } from "#statements/resources/identifying-values.js";
import type { Identified, Identifier } from "#statements/resources/resource.js";
import { COMPATIBLE, compare, RELATED } from "../../model/finding/compare.js";
import type { Judgment } from "../../model/finding/finding.js";
import type { Basis } from "../../model/finding/kinds.js";
import { type Exchange, jsonOf } from "../../model/request/exchange.js";
import { differenceFindings, inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";

/** A listed item, and the response to the request for it alone. */
export interface RetrievedItem extends Identified {
  exchange: Exchange;
}

/** A retrieved item has the values of the list. @param retrieve the operation that retrieves it */
export function itemAsListed(retrieve: Operation, { item, identifier, exchange }: RetrievedItem): Judgment[] {
  const shown = resourceIn(jsonOf(exchange), { identifier });
  const [difference] = shown ? compare(item, shown, COMPATIBLE) : [];
  if (!difference) return [];
  const { name, wanted, found } = difference;
  const finding = {
    ...broken("item-differs-from-list", { field: name }),
    basis: "inferred",
    place: retrieve.pointer,
    about: { fields: [name] },
    ...inJson(wanted, found),
  } as const;
  return [{ finding, exchange }];
}

/** A listed item is found by its identifier. */
export function missingItem(list: Operation, { identifier, value, exchange }: RetrievedItem, basis: Basis): Judgment {
  const finding = {
    ...broken("listed-item-not-found", { list: list.id, identifier: identifier.pointer.slice(1) }),
    basis,
    place: identifier.places[0] ?? list.pointer,
    about: { shownBy: exchange.operation, foundBy: [pointerNames(identifier.pointer).at(-1) ?? ""] },
    expected: `a success for ${jsonText(value)}, which the list has`,
    received: String(exchange.status),
  };
  return { finding, exchange };
}

/** The response to the request for an item has that item. */
export function otherItem({ identifier, value, exchange }: RetrievedItem, basis: Basis): Judgment {
  const finding = {
    ...broken("other-item-than-requested", {}),
    basis,
    about: { effectOf: exchange.operation, foundBy: [pointerNames(identifier.pointer).at(-1) ?? ""] },
    place: identifier.places[0] ?? "#",
    expected: `${jsonText(value)} at ${identifier.pointer}`,
    received: jsonText(identifierIn(jsonOf(exchange), identifier)),
  };
  return { finding, exchange };
}

/**
 * Whether a response confuses resources: it has the identifier of another item, or that of another response. A server may
 * write identifiers in two ways, if each is written in its own.
 */
export function isConfused(
  { value, identifier, exchange }: RetrievedItem,
  retrieved: readonly RetrievedItem[],
  known: readonly Identified[],
): boolean {
  if (identifier.basis === "stated") return true;
  const found = identifierIn(jsonOf(exchange), identifier);
  const hasId = (candidate: RetrievedItem) => isSameId(identifierIn(jsonOf(candidate.exchange), identifier), found);
  return (
    known.some((item) => isSameId(item.value, found)) ||
    retrieved.some((item) => !isSameId(item.value, value) && hasId(item))
  );
}

/** The facts by which a retrieved item is compared with the list, where the document states what identifies it. */
export interface StatedIdentity {
  identifier: Identifier;
  /** The place that states it. */
  place: string;
  /** The identifier of the resource, above all; undefined if it has none. */
  own: Identifier | undefined;
  /** All items of the list. */
  known: readonly Identified[];
  /** The names of the fields that identify an item. */
  exact: readonly string[];
  /** Places of the response that the document does not describe. */
  undocumented: readonly string[];
}

/** A retrieved item has the values of the list, where the document states what identifies it. A list may shorten texts. */
export function statedItemAsListed(
  { identifier, place, own, known, exact, undocumented }: StatedIdentity,
  { item, value, exchange }: RetrievedItem,
): Judgment[] {
  const body = jsonOf(exchange);
  // A representation without some of the listed fields may be another one, with other values.
  if (!isObject(body) || !Object.keys(item).every((name) => Object.hasOwn(body, name))) return [];
  // Several items may have one value, and the request finds one of them.
  const same = known.filter((candidate) => candidate.item !== item && candidate.value === value);
  const isOwn = own === undefined || own.pointer === identifier.pointer;
  if (!isOwn && same.some((twin) => identifierIn(twin.item, own) === identifierIn(body, own))) return [];
  const differing = compare(item, body, { ...RELATED, exact }).filter(({ at }) => !undocumented.includes(at));
  const stated = (field: string) => broken("stated-item-differs-from-list", { field });
  return differenceFindings(differing, { place }, stated).map((finding) => ({ finding, exchange }));
}
