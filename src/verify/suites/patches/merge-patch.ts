import { asList, isObject, type JsonObject } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { propertiesAt } from "#statements/schema-fields.js";
import { edgesOf } from "#values/edges.js";
import { keptMembers, removedField, replacedList } from "#verify/judges/merge-patch.js";
import { hasValues, lacks, replacedValue, untouchedFields } from "#verify/judges/patches.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { quoted } from "#verify/model/request/quoted.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { valuesOf } from "#verify/requests/generated-parts.js";
import { renewedValue } from "#verify/requests/generated-values.js";
import { createOwn, type OwnResource } from "#verify/steps/own-resource.js";
import { freeText, isOptional, keptFields, type Patching, patched, remembered, sendPatch } from "./patching.js";

/** A merge patch replaces the fields that it has, removes those that are null, and leaves the others alone (RFC 7396, 2). */
export async function expectMergePatch(context: CaseContext, patching: Patching): Promise<void> {
  const created = await createOwn(context, patching.resource);
  const own = await withOtherBooleans(context, patching, created);
  const merged = await expectReplaced(context, patching, own);
  const members = await expectMembers(context, patching, merged);
  const listed = await expectList(context, patching, members);
  await expectRemoved(context, patching, listed);
}

/** The fields that a merge patch may change. A server may ignore those that the schema of the patch does not have. */
function patchableFields({ contract }: CaseContext, { mediaType }: Patching, own: OwnResource): JsonObject {
  const documented = propertiesAt(contract.document, mediaType, "");
  const fields = Object.entries(keptFields(own));
  return Object.fromEntries(fields.filter(([name]) => documented.length === 0 || documented.includes(name)));
}

/** The resource with the other value of each boolean: a server that resets them to their defaults shows it. */
async function withOtherBooleans(context: CaseContext, patching: Patching, own: OwnResource): Promise<OwnResource> {
  const booleans = Object.entries(patchableFields(context, patching, own)).filter(
    ([, value]) => typeof value === "boolean",
  );
  const other = Object.fromEntries(booleans.map(([name, value]) => [name, !value]));
  if (booleans.length === 0 || !valuesOf(context).isValid(patching.mediaType, other, "request")) return own;
  const exchange = await sendPatch(context, patching, own, other);
  const after = await patched(context, own, exchange, (shown) => hasValues(shown, other));
  return after ? remembered(own, after, other) : own;
}

/** One field is replaced. @throws Skipped if the target rejects it */
async function expectReplaced(context: CaseContext, patching: Patching, own: OwnResource): Promise<OwnResource> {
  const name = freeText(context, patchableFields(context, patching, own));
  if (name === undefined) throw new Skipped("the resource has no text that may be any other one");
  const value = renewedValue(context.generator, keptFields(own)[name] ?? null);
  const exchange = await sendPatch(context, patching, own, { [name]: value });
  if (!isSuccess(exchange)) throw new Skipped(`the target rejected a merge patch with ${quoted(exchange)}`);
  const after = await patched(context, own, exchange, (values) => hasValues(values, { [name]: value }));
  if (!after) throw new Skipped("the patched resource is not shown");
  const change = { name, before: own.values, sent: value };
  if (context.judge(replacedValue(patching, "merged-value-lost", change, after))) {
    context.judge(untouchedFields(patching, own.values, after, { kept: keptFields(own), touched: [name] }));
  }
  return remembered(own, after, { [name]: value });
}

/** One member of an object is replaced, and the other ones stay. */
async function expectMembers(context: CaseContext, patching: Patching, own: OwnResource): Promise<OwnResource> {
  for (const [name, object] of Object.entries(patchableFields(context, patching, own))) {
    if (!isObject(object) || Object.keys(object).length < 2) continue;
    const change = otherMember(context, patching, name, object);
    if (!change) continue;
    const exchange = await sendPatch(context, patching, own, { [name]: change });
    const wanted = { ...object, ...change };
    const after = await patched(context, own, exchange, (values) => hasValues(values, { [name]: wanted }));
    if (!after) continue;
    context.judge(keptMembers(patching, { name, before: object, change }, after));
    return remembered(own, after, { [name]: wanted });
  }
  return own;
}

/** Another value of one member of an object; undefined if none is known. */
function otherMember(
  context: CaseContext,
  { mediaType }: Patching,
  name: string,
  object: JsonObject,
): JsonObject | undefined {
  const values = valuesOf(context);
  for (const { at, value } of edgesOf(values, mediaType, { direction: "request" }).edges) {
    const [outer, member = "", ...inner] = pointerNames(at);
    if (outer !== name || inner.length > 0 || value === null || typeof value === "object") continue;
    const isOther = Object.hasOwn(object, member) && !hasValues(object, { [member]: value });
    if (isOther && values.isValid(mediaType, { [name]: { [member]: value } }, "request")) return { [member]: value };
  }
  return undefined;
}

/** A list is replaced as a whole. */
async function expectList(context: CaseContext, patching: Patching, own: OwnResource): Promise<OwnResource> {
  for (const [name, list] of Object.entries(patchableFields(context, patching, own))) {
    const [first] = asList(list);
    if (typeof first !== "string") continue;
    const item = context.generator.unique(Math.max(3, first.length));
    const patch = { [name]: [item] };
    if (!valuesOf(context).isValid(patching.mediaType, patch, "request")) continue;
    const exchange = await sendPatch(context, patching, own, patch);
    const after = await patched(context, own, exchange, (values) => hasValues(values, patch));
    if (!after) continue;
    context.judge(replacedList(patching, { name, former: first, sent: [item] }, after));
    return remembered(own, after, patch);
  }
  return own;
}

/** A field that is null in the patch is removed. A server may put its default there. */
async function expectRemoved(context: CaseContext, patching: Patching, own: OwnResource): Promise<void> {
  const known = keptFields(own);
  const removable = Object.keys(patchableFields(context, patching, own)).filter((name) => {
    const isNullable = valuesOf(context).isValid(patching.mediaType, { [name]: null }, "request");
    return isNullable && isOptional(context, own, known, name);
  });
  for (const name of removable.slice(0, 2)) {
    const exchange = await sendPatch(context, patching, own, { [name]: null });
    const after = await patched(context, own, exchange, (values) => lacks(values, name));
    if (after) context.judge(removedField(patching, { name, before: known }, after));
  }
}
