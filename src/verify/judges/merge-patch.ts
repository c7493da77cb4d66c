import { isDeepStrictEqual } from "node:util";
import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { differingFields, type Policy, PRESENT } from "../model/finding/compare.js";
import type { Judgment } from "../model/finding/finding.js";
import { broken } from "../rules/sentence.js";
import { effectJudgment } from "./judgment.js";
import { at, type PatchEffect, type PatchedResource } from "./patches.js";

/** A merge patch of an object replaces the members that it has, and keeps the other ones (RFC 7396, 2). */
export function keptMembers(
  effect: PatchEffect,
  { name, before, change }: { name: string; before: JsonObject; change: JsonObject },
  { values, shown }: PatchedResource,
): Judgment[] {
  const policy: Policy = { ...PRESENT, depth: 1, except: Object.keys(change) };
  return differingFields(before, asObject(values[name]), policy).map((member) => {
    const place = pointerTo("", name, member);
    const breach = broken("merge-removes-unsent-member", { operation: effect.operation.id, at: place });
    return effectJudgment(effect, { ...breach, expected: jsonText({ ...before, ...change }) }, shown);
  });
}

/** A merge patch replaces a list as a whole (RFC 7396, 2). @param former an item that the patch does not have */
export function replacedList(
  effect: PatchEffect,
  { name, former, sent }: { name: string; former: Json; sent: Json },
  { values, shown }: PatchedResource,
): Judgment[] {
  if (!asList(values[name]).some((item) => isDeepStrictEqual(item, former))) return [];
  const breach = broken("merged-list-kept", { operation: effect.operation.id, at: at(name) });
  return [effectJudgment(effect, { ...breach, expected: jsonText(sent) }, shown)];
}

/** A field that is null in a merge patch is removed (RFC 7396, 2). A server may put its default there. */
export function removedField(
  effect: PatchEffect,
  { name, before }: { name: string; before: JsonObject },
  { values, shown }: PatchedResource,
): Judgment[] {
  if (!isDeepStrictEqual(values[name], before[name])) return [];
  const breach = broken("merged-null-kept", { operation: effect.operation.id, at: at(name) });
  return [effectJudgment(effect, { ...breach, expected: "no value" }, shown)];
}
