import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import type { VersionReference, Versions } from "#statements/resources/versions.js";
import { compare, differingFields, IDENTICAL, isSame } from "../../model/finding/compare.js";
import type { Judgment } from "../../model/finding/finding.js";
import { type Exchange, isGone } from "../../model/request/exchange.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { type CreatedResource, ofCreated } from "./created-resource.js";
import type { ListedItems } from "./listed.js";

/** The last version, to which a resource refers, is found. @param exchange the response to its `GET` */
export function foundVersion(created: CreatedResource, { value }: VersionReference, exchange: Exchange): Judgment[] {
  if (!isGone(exchange)) return [];
  const breach = broken("named-resource-not-found", { source: created.resource.retrieve?.id ?? created.create.id });
  const facts = { ...breach, expected: jsonText(value), received: String(exchange.status) };
  return [ofCreated(created, { id: exchange.operation }, facts, exchange)];
}

/** A change of a resource, and its versions before and after it. */
export interface VersionedChange {
  operation: Operation;
  before: JsonObject;
  after: JsonObject;
  versions: Versions;
  older: readonly JsonObject[];
  newer: ListedItems;
}

/**
 * A change makes a new version, and leaves the older ones alone. A server may change its last version in place, until
 * something else ends it. So one that makes no version is at fault only if none of them shows the change.
 */
export function madeVersion(created: CreatedResource, change: VersionedChange): Judgment[] {
  const { operation, before, after, versions, older, newer } = change;
  const fields = differingFields(before, after, IDENTICAL);
  const { idOf } = versions;
  const isIdentified = [...older, ...newer.items].every((item) => idOf(item) !== undefined);
  if (fields.length === 0 || !isIdentified) return [];
  const formerOf = (item: JsonObject) => older.find((other) => isSameId(idOf(other), idOf(item)));
  const made = newer.items.filter((item) => !formerOf(item));
  const moved = newer.items.flatMap((item) => {
    const former = formerOf(item);
    const [difference] = former ? compare(former, item, { ...IDENTICAL, fields }) : [];
    return difference ? [{ difference, value: idOf(item) ?? null }] : [];
  });
  if (made.length === 0) {
    if (moved.length > 0) return [];
    const breach = broken("version-not-made", { operation: operation.id, list: newer.exchange.operation });
    const facts = { expected: "a version more", received: `the same ${older.length}` };
    return [ofCreated(created, operation, { ...breach, ...facts }, newer.exchange)];
  }
  const [first] = moved;
  if (first) {
    const { name, wanted, found } = first.difference;
    const data = { operation: operation.id, value: created.value, field: name, other: first.value };
    const breach = broken("other-resource-changed", data);
    return [ofCreated(created, operation, { ...breach, ...inJson(wanted, found) }, newer.exchange)];
  }
  return made.flatMap((item) => strangeValues(created, change, fields, item));
}

/** The values of a new version that the resource never had. Its older versions show earlier ones. */
function strangeValues(
  created: CreatedResource,
  { operation, before, after, older, newer }: VersionedChange,
  fields: readonly string[],
  item: JsonObject,
): Judgment[] {
  const isOf = (state: JsonObject, name: string) => isSame(state[name] ?? null, item[name] ?? null, "compatible");
  const strange = fields.find(
    (name) =>
      typeof item[name] === typeof after[name] && [before, after, ...older].every((state) => !isOf(state, name)),
  );
  if (strange === undefined) return [];
  const breach = broken("listed-field-differs", { operation: newer.exchange.operation, field: strange });
  const facts = { expected: `${jsonText(after[strange])}, as after the change`, received: jsonText(item[strange]) };
  return [ofCreated(created, operation, { ...breach, ...facts }, newer.exchange)];
}
