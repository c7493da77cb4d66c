import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "#openapi/document/document.js";
import { plainName } from "#statements/names.js";
import { isOfLastChange, isPrecise } from "#verify/model/finding/moments.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { broken } from "#verify/rules/sentence.js";
import type { OwnResource } from "#verify/steps/own-resource.js";
import { failPatch, type Patching } from "./patching.js";

/** Names of moments, as plain names. */
const CREATED = /^(created|creation)(at|on|date|time|datetime|timestamp)?$/;

/**
 * A patch leaves other fields alone. A server may derive values from others, so these are warnings.
 *
 * @param kept the fields that show what was sent before
 * @param touched the names of the fields that the patch has
 */
export function expectUntouched(
  context: CaseContext,
  patching: Patching,
  { values: before }: OwnResource,
  after: OwnResource,
  { kept, touched }: { kept: JsonObject; touched: readonly string[] },
): void {
  const { id } = patching.operation;
  const changedNames = Object.keys(kept).filter(
    (name) => !touched.includes(name) && !isDeepStrictEqual(before[name], after.values[name]),
  );
  for (const name of [...changedNames, ...movedMoments(before, after.values)]) {
    const breach = broken("patch-changes-other-field", { operation: id, field: name });
    const [expected, received] = [before[name], after.values[name]].map((value) => JSON.stringify(value ?? null));
    failPatch(
      context,
      patching,
      { basis: "inferred", ...breach, expected: `${expected}`, received: `${received}` },
      after.shown,
    );
  }
  for (const name of Object.keys(before).filter(isOfLastChange)) {
    // In whole seconds, two changes have the same moment.
    if (!isPrecise(before[name]) || !isDeepStrictEqual(before[name], after.values[name])) continue;
    const breach = broken("patch-keeps-moment", { operation: id, field: name });
    const expected = `a later moment than ${JSON.stringify(before[name])}`;
    failPatch(context, patching, { basis: "inferred", ...breach, expected, received: "the same" }, after.shown);
  }
}

/** Moments of the creation that are others after a change. */
function movedMoments(before: JsonObject, after: JsonObject): string[] {
  return Object.keys(before).filter((name) => {
    const isMoment = CREATED.test(plainName(name)) && typeof before[name] === "string";
    return isMoment && Date.parse(String(before[name])) !== Date.parse(String(after[name]));
  });
}
