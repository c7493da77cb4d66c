import { isDeepStrictEqual } from "node:util";
import { asList, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { compare, RELATED } from "../model/finding/compare.js";
import type { Judgment } from "../model/finding/finding.js";
import { type Exchange, isSuccess } from "../model/request/exchange.js";
import { broken } from "../rules/sentence.js";
import { effectJudgment } from "./judgment.js";
import { at, hasItem, lacks, type PatchEffect, type PatchedResource } from "./patches.js";

/** `test` of the stored value holds: the patch succeeds with it as without it (RFC 6902, 4.6). */
export function passingTest(effect: PatchEffect, tested: Exchange, untested: Exchange): Judgment[] {
  if (isSuccess(tested) || !isSuccess(untested)) return [];
  const breach = broken("patch-test-rejected", { operation: effect.operation.id });
  return [effectJudgment(effect, { ...breach, expected: "the same success as without the test" }, tested)];
}

/** `test` of another value than the stored one fails, and with it the whole patch (RFC 6902, 5). */
export function failingTest(effect: PatchEffect, exchange: Exchange): Judgment[] {
  if (!isSuccess(exchange)) return [];
  const breach = broken("failing-patch-test-accepted", { operation: effect.operation.id });
  return [effectJudgment(effect, { ...breach, expected: "a 4xx (RFC 6902, 5)" }, exchange)];
}

/** A patch that fails changes nothing (RFC 6902, 5). @param sent the value that it gave to the field */
export function failedPatch(
  effect: PatchEffect,
  { name, before, sent }: { name: string; before: JsonObject; sent: Json },
  { values, shown }: PatchedResource,
): Judgment[] {
  if (!isDeepStrictEqual(values[name], sent)) return [];
  const breach = broken("rejected-patch-stored", { operation: effect.operation.id });
  return [effectJudgment(effect, { ...breach, expected: jsonText(before[name]) }, shown)];
}

/** `add` at an index of a list adds the item, and keeps those that it has (RFC 6902, 4.1). */
export function addedItem(
  effect: PatchEffect,
  { name, list, added }: { name: string; list: Json; added: Json },
  { values, shown }: PatchedResource,
): Judgment[] {
  const isLost = asList(list).some((item) => !hasItem(values, name, item));
  if (!isLost && hasItem(values, name, added)) return [];
  const rule = isLost ? "patched-item-lost" : "patched-item-not-added";
  const breach = broken(rule, { operation: effect.operation.id, at: at(name) });
  return [effectJudgment(effect, { ...breach, expected: jsonText([added, ...asList(list)]) }, shown)];
}

/** A value that `move` takes from one field to another one. */
export interface Moved {
  from: string;
  to: string;
  value: Json;
  /** The value that the other field had. */
  old: Json | undefined;
  /** The resource as it should be. */
  result: Json;
}

/** Whether a resource shows that a value was moved. */
export function isMoved({ from, to, value }: Moved, values: JsonObject): boolean {
  return isStored({ to, value }, values) && lacks(values, from);
}

function isStored({ to, value }: Pick<Moved, "to" | "value">, values: JsonObject): boolean {
  return compare({ [to]: value }, values, RELATED).length === 0;
}

/** `move` stores the value at the other place, and removes it from its own one (RFC 6902, 4.4). */
export function movedValue(effect: PatchEffect, moved: Moved, { values, shown }: PatchedResource): Judgment[] {
  const { from, to, value, old, result } = moved;
  if (isMoved(moved, values)) return [];
  const isKept = isStored(moved, values);
  // Another value shows that the server made one of its own.
  if (!isDeepStrictEqual(isKept ? values[from] : values[to], isKept ? value : old)) return [];
  const rule = isKept ? "moved-value-kept" : "patch-does-not-move";
  const breach = broken(rule, { operation: effect.operation.id, at: at(from), to: at(to) });
  return [effectJudgment(effect, { ...breach, expected: jsonText(result) }, shown)];
}

/** `replace` and `remove` need a value at their place (RFC 6902, 4.2 and 4.3). A server may have one that it does not show. */
export function absentPlace(
  effect: PatchEffect,
  name: string,
  action: "removes" | "replaces",
  exchange: Exchange,
): Judgment[] {
  if (!isSuccess(exchange)) return [];
  const breach = broken("patch-of-absent-place-accepted", { operation: effect.operation.id, action, at: at(name) });
  return [effectJudgment(effect, { basis: "inferred", ...breach, expected: "a 4xx" }, exchange)];
}
