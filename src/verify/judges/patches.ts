import { isDeepStrictEqual } from "node:util";
import { asList, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isOfCreation, isOfLastChange, isPrecise } from "#statements/moments.js";
import { compare, isSame, isUnset, type Policy } from "../model/finding/compare.js";
import type { Effect } from "../model/finding/effect.js";
import type { Judgment } from "../model/finding/finding.js";
import type { Exchange } from "../model/request/exchange.js";
import { broken } from "../rules/sentence.js";
import { effectJudgment } from "./judgment.js";

/** The effect of an operation that patches. Its place describes the media type of the patch. */
export interface PatchEffect extends Effect {
  operation: Operation;
}

/** A resource as a response shows it. */
export interface PatchedResource {
  values: JsonObject;
  shown: Exchange;
}

/** The JSON pointer to a field of the resource. */
export const at = (name: string) => pointerTo("", name);

/** Whether a resource shows values exactly as they were sent. */
export function hasValues(values: JsonObject, sent: JsonObject): boolean {
  return Object.entries(sent).every(([name, value]) => isDeepStrictEqual(values[name], value));
}

/** The sent fields that a resource shows exactly. Others may be derived, or shown in another form. */
export function shownAsSent(values: JsonObject, sent: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => isDeepStrictEqual(values[name], value)));
}

/** Whether a list of a resource has an item, perhaps in another form. */
export function hasItem(values: JsonObject, name: string, item: Json): boolean {
  return asList(values[name]).some((shown) => isSame(item, shown, "related"));
}

/** Whether a resource has no value of a field. */
export function lacks(values: JsonObject, name: string): boolean {
  return isUnset(values[name]);
}

/** A server that documents a media type of patches accepts it. */
export function acceptedMediaType(effect: PatchEffect, mediaType: string, exchange: Exchange): Judgment[] {
  if (exchange.status !== 415) return [];
  const breach = broken("patch-media-type-rejected", { operation: effect.operation.id, mediaType });
  return [effectJudgment(effect, { ...breach, expected: "another status than 415" }, exchange)];
}

/** A patch replaces the value of a field. The value as it was before shows that nothing was stored. */
export function replacedValue(
  effect: PatchEffect,
  rule: "patched-value-lost" | "merged-value-lost",
  { name, before, sent }: { name: string; before: JsonObject; sent: Json },
  { values, shown }: PatchedResource,
): Judgment[] {
  if (!isDeepStrictEqual(values[name], before[name])) return [];
  const breach = broken(rule, { operation: effect.operation.id, at: at(name) });
  return [effectJudgment(effect, { ...breach, expected: jsonText(sent) }, shown)];
}

/**
 * A patch leaves other fields alone. A server may derive values from others, so these are warnings.
 *
 * @param kept the fields that show what was sent before
 * @param touched the names of the fields that the patch has
 */
export function untouchedFields(
  effect: PatchEffect,
  before: JsonObject,
  { values, shown }: PatchedResource,
  { kept, touched }: { kept: JsonObject; touched: readonly string[] },
): Judgment[] {
  const operation = effect.operation.id;
  const others = { same: "identical", fields: Object.keys(kept), except: touched, mayLack: false } as const;
  const creation = Object.keys(before).filter(isOfCreation);
  const moments: Policy = { same: "equal", fields: creation, kinds: ["creation", "text"], mayLack: false };
  const changed = [...compare(before, values, others), ...compare(before, values, moments)].map(
    ({ name, wanted, found }) => {
      const breach = broken("patch-changes-other-field", { operation, field: name });
      const [expected, received] = [jsonText(wanted), jsonText(found)];
      return effectJudgment(effect, { basis: "inferred", ...breach, expected, received }, shown);
    },
  );
  // In whole seconds, two changes have the same moment.
  const oldMoments = Object.keys(before).filter(
    (name) => isOfLastChange(name) && isPrecise(before[name]) && isDeepStrictEqual(before[name], values[name]),
  );
  const stayed = oldMoments.map((name) => {
    const breach = broken("patch-keeps-moment", { operation, field: name });
    const expected = `a later moment than ${jsonText(before[name])}`;
    return effectJudgment(effect, { basis: "inferred", ...breach, expected, received: "the same" }, shown);
  });
  return [...changed, ...stayed];
}
