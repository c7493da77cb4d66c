import { isDeepStrictEqual } from "node:util";
import { isObject, type Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { compare, isEmpty, type Policy } from "../../model/finding/compare.js";
import type { Judgment } from "../../model/finding/finding.js";
import { type Exchange, isSuccess, jsonOf } from "../../model/request/exchange.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { type CreatedResource, ofCreated } from "./created-resource.js";

/** A part that an operation wrote at a path below a resource. GET of the same path shows it. */
export interface WrittenPart {
  operation: Operation;
  written: Exchange;
  read: Operation;
  shown: Exchange;
}

/** Numbers and lists may be computed; texts and flags are not. */
const CONFIRMED: Policy = { same: "compatible", kinds: ["flag", "text"], mayLack: false };

/** A part stays as the response to PUT showed it. */
export function keptPart(created: CreatedResource, { operation, written, shown }: WrittenPart): Judgment[] {
  const [confirmed, now] = [jsonOf(written), jsonOf(shown)];
  if (!isObject(confirmed) || !isObject(now) || !isSuccess(shown)) return [];
  return compare(confirmed, now, CONFIRMED)
    .filter(({ wanted }) => !isEmpty(wanted))
    .map(({ name, wanted, found }) => {
      const breach = broken("confirmed-value-not-kept", { operation: operation.id, field: name });
      return ofCreated(created, operation, { ...breach, ...inJson(wanted, found) }, shown);
    });
}

/** A part that DELETE removed is not shown as before. @param before the part as GET showed it */
export function removedPart(
  created: CreatedResource,
  remove: Operation,
  read: Operation,
  { before, after }: { before: Json; after: Exchange },
): Judgment[] {
  if (!isSuccess(after) || isEmpty(before) || !isDeepStrictEqual(jsonOf(after), before)) return [];
  const breach = broken("removed-part-still-shown", { operation: remove.id, read: read.id });
  const facts = { ...breach, expected: "nothing, or other values", received: jsonText(before) };
  return [ofCreated(created, remove, facts, after)];
}
