import { isDeepStrictEqual } from "node:util";
import { isObject, type Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { isOfLastChange, isPrecise } from "#statements/moments.js";
import { hasMergedFields } from "#statements/resources/partial-updates.js";
import type { Breach } from "#verify/model/finding/breach.js";
import { compare, isEmpty, MIN_SHORTENED } from "#verify/model/finding/compare.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import { inferredEffect } from "../created/retrieve.js";
import type { Change } from "./unsent-fields.js";

/** A field that is set to null has no value afterwards, or a default one. */
export function warnOfKept(context: CaseContext, created: Created, change: Change): void {
  const { sent, before, after } = change;
  for (const [name, value] of Object.entries(sent)) {
    if (value !== null || isEmpty(before[name]) || !isDeepStrictEqual(before[name], after[name])) continue;
    warn(context, created, change, {
      ...broken("null-not-stored", { operation: change.operation.id, field: name }),
      expected: "null",
      received: after[name],
    });
  }
}

/** A text is stored as a whole: a server that shortens texts says so in its response. */
export function warnOfShortened(context: CaseContext, created: Created, change: Change): void {
  const { sent, response, after } = change;
  for (const [name, value] of Object.entries(sent)) {
    const [confirmed, now] = [response?.[name] ?? value, after[name]];
    if (typeof value !== "string" || typeof now !== "string" || confirmed !== value) continue;
    if (now === value || now.length < MIN_SHORTENED || !value.startsWith(now)) continue;
    warn(context, created, change, {
      ...broken("text-shortened", { operation: change.operation.id, field: name }),
      expected: jsonText(value),
      received: now,
    });
  }
}

/** An object of which the words say that it is merged keeps the fields that are not sent. */
export function warnOfUnmerged(context: CaseContext, created: Created, change: Change): void {
  const { operation, sent, before, after } = change;
  for (const [name, value] of Object.entries(sent)) {
    const [old, now] = [before[name], after[name]];
    if (!isObject(value) || !isObject(old) || !isObject(now) || !hasMergedFields(operation, name)) continue;
    const [lost] = compare(old, now, { same: "identical", mayLack: false, except: Object.keys(value) });
    if (!lost) continue;
    const at = pointerTo("", name) + lost.at;
    const breach = broken("merged-field-changed", { operation: operation.id, at, field: name });
    warn(context, created, change, { ...breach, expected: jsonText(lost.wanted), received: lost.found });
  }
}

/** The moment of the last change moves with a change. Moments in whole seconds may be equal. */
export function warnOfTime(context: CaseContext, created: Created, change: Change): void {
  const { sent, before, after } = change;
  const changes = compare(before, after, { same: "identical", fields: Object.keys(sent), mayLack: false });
  const name = Object.keys(after).find((field) => isOfLastChange(field) && isPrecise(after[field]));
  if (changes.length === 0 || name === undefined || before[name] !== after[name]) return;
  warn(context, created, change, {
    ...broken("moment-of-change-stays", { operation: change.operation.id, field: name }),
    expected: "a later moment",
    received: after[name],
  });
}

function warn(
  context: CaseContext,
  created: Created,
  { operation, exchange }: Change,
  facts: Breach & { expected: string; received: Json | undefined },
): void {
  const received = jsonText(facts.received ?? null);
  failEffect(context, inferredEffect(created), { ...facts, received, operation: operation.id }, exchange);
}
