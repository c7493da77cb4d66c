import { asList, type JsonObject } from "#openapi/document/document.js";
import { withValue } from "#openapi/document/pointer.js";
import {
  absentPlace,
  addedItem,
  failedPatch,
  failingTest,
  isMoved,
  type Moved,
  movedValue,
  passingTest,
} from "#verify/judges/json-patch.js";
import { at, hasItem, hasValues, lacks, replacedValue, untouchedFields } from "#verify/judges/patches.js";
import { isRejection, isSuccess } from "#verify/model/request/exchange.js";
import { quoted } from "#verify/model/request/quoted.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { renewedValue } from "#verify/requests/generated-values.js";
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
  const test = { op: "test", path: at(name), value: kept[name] ?? null };
  const value = renewedValue(context.generator, kept[name] ?? null);
  const replace = { op: "replace", path: at(name), value };
  const tested = await sendPatch(context, patching, own, [test, replace]);
  const exchange = isRejection(tested) ? await sendPatch(context, patching, own, [replace]) : tested;
  if (!isSuccess(exchange)) throw new Skipped(`the target rejected a JSON Patch with ${quoted(exchange)}`);
  context.judge(passingTest(patching, tested, exchange));
  const after = await patched(context, own, exchange, (values) => hasValues(values, { [name]: value }));
  if (!after) throw new Skipped("the patched resource is not shown");
  const change = { name, before: own.values, sent: value };
  if (!context.judge(replacedValue(patching, "patched-value-lost", change, after))) {
    throw new Skipped("the patch is not stored");
  }
  context.judge(untouchedFields(patching, own.values, after, { kept, touched: [name] }));
  return remembered(own, after, { [name]: value });
}

/** A patch whose last `test` fails changes nothing. Returns the resource after it; undefined if it has changed. */
async function expectWhole(
  context: CaseContext,
  patching: Patching,
  own: OwnResource,
  { kept, name }: { kept: JsonObject; name: string },
): Promise<OwnResource | undefined> {
  // The target may show the stored text in another form.
  const value = renewedValue(context.generator, kept[name] ?? null);
  const test = { op: "test", path: at(name), value: renewedValue(context.generator, value) };
  const exchange = await sendPatch(context, patching, own, [{ op: "replace", path: at(name), value }, test]);
  if (!context.judge(failingTest(patching, exchange))) return undefined;
  const after = await readOwn(context, own.created);
  if (!after) return undefined;
  const isUnchanged = context.judge(failedPatch(patching, { name, before: own.values, sent: value }, after));
  return isUnchanged ? remembered(own, after, {}) : undefined;
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
    const after = await patched(context, own, exchange, (values) => hasItem(values, name, added));
    if (!after) continue;
    if (context.judge(addedItem(patching, { name, list: list ?? null, added }, after))) {
      return remembered(own, after, { [name]: after.values[name] ?? null });
    }
    return after;
  }
  return own;
}

function otherText({ generator }: CaseContext, text: string): string {
  return generator.isGenerated(text) ? renewedValue(generator, text) : generator.unique(Math.max(3, text.length));
}

/** A resource one of whose fields was moved to another one. */
interface MovedField {
  own: OwnResource;
  moved: Moved;
}

/** `move` of an optional text to another text: the first one is gone. */
async function expectMoved(
  context: CaseContext,
  patching: Patching,
  own: OwnResource,
): Promise<MovedField | undefined> {
  for (const moved of movable(context, own)) {
    const move = { op: "move", from: at(moved.from), path: at(moved.to) };
    const exchange = await sendPatch(context, patching, own, [move]);
    const after = await patched(context, own, exchange, (values) => lacks(values, moved.from));
    if (!after) return undefined;
    if (isMoved(moved, after.values)) return { own: after, moved };
    if (!context.judge(movedValue(patching, moved, after))) return undefined;
  }
  return undefined;
}

/** The texts that may be moved. The document allows the resource without the first one, and with it in the other field. */
function movable(context: CaseContext, own: OwnResource): Moved[] {
  const kept = keptFields(own);
  const texts = Object.entries(kept).flatMap(([name, value]) => (typeof value === "string" ? [{ name, value }] : []));
  return texts.flatMap(({ name: from, value }) => {
    if (!isOptional(context, own, kept, from)) return [];
    return texts.flatMap(({ name: to, value: old }): Moved[] => {
      const result = withValue({ ...kept, [to]: value }, at(from), undefined);
      const isFit = from !== to && value !== old && result !== undefined && isAllowed(context, own, result);
      return isFit ? [{ from, to, value, old, result }] : [];
    });
  });
}

/** `replace` and `remove` of the field that was moved away. */
async function expectPlaces(context: CaseContext, patching: Patching, { own, moved }: MovedField): Promise<void> {
  const path = at(moved.from);
  const removal = await sendPatch(context, patching, own, [{ op: "remove", path }]);
  context.judge(absentPlace(patching, moved.from, "removes", removal));
  const replacement = await sendPatch(context, patching, own, [{ op: "replace", path, value: moved.value }]);
  context.judge(absentPlace(patching, moved.from, "replaces", replacement));
}
