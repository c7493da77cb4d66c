import { isDeepStrictEqual } from "node:util";
import { asList, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo, withValue } from "#openapi/document/pointer.js";
import { compare, isSame, isUnset, RELATED } from "#verify/model/finding/compare.js";
import { type Exchange, isRejection, isSuccess } from "#verify/model/request/exchange.js";
import { quoted } from "#verify/model/request/quoted.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { renewedValue } from "#verify/requests/generated-values.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import { createOwn, type OwnResource, readOwn } from "#verify/steps/own-resource.js";
import {
  freeText,
  isAllowed,
  isOptional,
  keptFields,
  type Patching,
  patched,
  remembered,
  sendPatch,
} from "./patching.js";
import { expectUntouched } from "./untouched.js";

const at = (name: string) => pointerTo("", name);

/** The operations of a JSON Patch are applied one after the other, all of them or none (RFC 6902, 5). */
export async function expectJsonPatch(context: CaseContext, patching: Patching): Promise<void> {
  const own = await createOwn(context, patching.resource);
  const kept = keptFields(own);
  const name = freeText(context, kept);
  if (name === undefined) throw new Skipped("the resource has no text that may be any other one");
  const replaced = await expectReplaced(context, patching, own, { kept, name });
  const unchanged = await expectWhole(context, patching, replaced, { kept, name });
  if (!unchanged) return;
  const inserted = await expectInserted(context, patching, unchanged);
  const moved = await expectMoved(context, patching, inserted);
  if (moved) await expectPlaces(context, patching, moved);
  await sendPatch(context, patching, inserted, [{ op: "remove", path: at(name) }]);
}

/**
 * `test` of the stored value, and then `replace`.
 *
 * @throws Skipped if the target rejects both
 */
async function expectReplaced(
  context: CaseContext,
  patching: Patching,
  own: OwnResource,
  { kept, name }: { kept: JsonObject; name: string },
): Promise<OwnResource> {
  const { id } = patching.operation;
  const test = { op: "test", path: at(name), value: kept[name] ?? null };
  const value = renewedValue(context.generator, kept[name] ?? null);
  const replace = { op: "replace", path: at(name), value };
  const tested = await sendPatch(context, patching, own, [test, replace]);
  const exchange = isRejection(tested) ? await sendPatch(context, patching, own, [replace]) : tested;
  if (!isSuccess(exchange)) throw new Skipped(`the target rejected a JSON Patch with ${quoted(exchange)}`);
  if (exchange !== tested) {
    const breach = broken("patch-test-rejected", { operation: id });
    failEffect(context, patching, { ...breach, expected: "the same success as without the test" }, tested);
  }
  const after = await patched(context, own, exchange, (values) => isDeepStrictEqual(values[name], value));
  if (!after) throw new Skipped("the patched resource is not shown");
  if (isDeepStrictEqual(after.values[name], own.values[name])) {
    const breach = broken("patched-value-lost", { operation: id, at: at(name) });
    failEffect(context, patching, { ...breach, expected: jsonText(value) }, after.shown);
    throw new Skipped("the patch is not stored");
  }
  expectUntouched(context, patching, own, after, { kept, touched: [name] });
  return remembered(own, after, { [name]: value });
}

/** A patch whose last `test` fails changes nothing. Returns the resource after it; undefined if it has changed. */
async function expectWhole(
  context: CaseContext,
  patching: Patching,
  own: OwnResource,
  { kept, name }: { kept: JsonObject; name: string },
): Promise<OwnResource | undefined> {
  const { id } = patching.operation;
  // The target may show the stored text in another form.
  const value = renewedValue(context.generator, kept[name] ?? null);
  const test = { op: "test", path: at(name), value: renewedValue(context.generator, value) };
  const exchange = await sendPatch(context, patching, own, [{ op: "replace", path: at(name), value }, test]);
  if (isSuccess(exchange)) {
    const breach = broken("failing-patch-test-accepted", { operation: id });
    failEffect(context, patching, { ...breach, expected: "a 4xx (RFC 6902, 5)" }, exchange);
    return undefined;
  }
  const after = await readOwn(context, own.created);
  if (!after || !isDeepStrictEqual(after.values[name], value)) return after && remembered(own, after, {});
  const breach = broken("rejected-patch-stored", { operation: id });
  failEffect(context, patching, { ...breach, expected: jsonText(own.values[name]) }, after.shown);
  return undefined;
}

/** `add` at an index of a list keeps the items that it has. Returns the resource after it. */
async function expectInserted(context: CaseContext, patching: Patching, own: OwnResource): Promise<OwnResource> {
  const kept = keptFields(own);
  for (const [name, list] of Object.entries(kept)) {
    const [first] = asList(list);
    if (first === undefined || typeof first === "object") continue;
    const added = typeof first === "string" ? otherText(context, first) : first;
    if (!isAllowed(context, own, { ...kept, [name]: [added, ...asList(list)] })) continue;
    const exchange = await sendPatch(context, patching, own, [{ op: "add", path: `${at(name)}/0`, value: added }]);
    const has = (values: JsonObject, item: Json) => asList(values[name]).some((each) => isSame(item, each, "related"));
    const after = await patched(context, own, exchange, (values) => has(values, added));
    if (!after) continue;
    const lost = asList(list).find((item) => !has(after.values, item));
    if (lost === undefined && has(after.values, added)) {
      return remembered(own, after, { [name]: after.values[name] ?? null });
    }
    const rule = lost === undefined ? "patched-item-not-added" : "patched-item-lost";
    const breach = broken(rule, { operation: patching.operation.id, at: at(name) });
    failEffect(context, patching, { ...breach, expected: jsonText([added, ...asList(list)]) }, after.shown);
    return after;
  }
  return own;
}

function otherText({ generator }: CaseContext, text: string): string {
  return generator.isGenerated(text) ? renewedValue(generator, text) : generator.unique(Math.max(3, text.length));
}

/** `move` of an optional text to another text: the first one is gone. */
async function expectMoved(
  context: CaseContext,
  patching: Patching,
  own: OwnResource,
): Promise<{ own: OwnResource; absent: string; value: Json } | undefined> {
  const texts = Object.entries(keptFields(own)).filter(([, value]) => typeof value === "string");
  for (const [from, value] of texts) {
    for (const [to, old] of texts) {
      const result = withValue({ ...keptFields(own), [to]: value ?? null }, at(from), undefined);
      const isFit = from !== to && !isDeepStrictEqual(value, old) && isOptional(context, own, keptFields(own), from);
      if (!isFit || value === undefined || result === undefined || !isAllowed(context, own, result)) continue;
      const exchange = await sendPatch(context, patching, own, [{ op: "move", from: at(from), path: at(to) }]);
      const after = await patched(context, own, exchange, (values) => isUnset(values[from]));
      if (!after) return undefined;
      const isStored = compare({ [to]: value }, after.values, RELATED).length === 0;
      if (isStored && isUnset(after.values[from])) return { own: after, absent: from, value };
      if (isStored ? !isDeepStrictEqual(after.values[from], value) : !isDeepStrictEqual(after.values[to], old))
        continue;
      const rule = isStored ? "moved-value-kept" : "patch-does-not-move";
      const breach = broken(rule, { operation: patching.operation.id, at: at(from), to: at(to) });
      failEffect(context, patching, { ...breach, expected: jsonText(result) }, after.shown);
      return undefined;
    }
  }
  return undefined;
}

/** `replace` and `remove` need a value at their place (RFC 6902, 4.2 and 4.3). A server may have one that it does not show. */
async function expectPlaces(
  context: CaseContext,
  patching: Patching,
  { own, absent, value }: { own: OwnResource; absent: string; value: Json },
): Promise<void> {
  const expectRejected = (exchange: Exchange, what: string) => {
    if (!isSuccess(exchange)) return;
    const breach = broken("patch-of-absent-place-accepted", {
      operation: patching.operation.id,
      action: what,
      at: at(absent),
    });
    failEffect(context, patching, { basis: "inferred", ...breach, expected: "a 4xx" }, exchange);
  };
  expectRejected(await sendPatch(context, patching, own, [{ op: "remove", path: at(absent) }]), "removes");
  expectRejected(await sendPatch(context, patching, own, [{ op: "replace", path: at(absent), value }]), "replaces");
}
