import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { isOfCreation, isOfLastChange, isPrecise } from "#statements/moments.js";
import { compare, type Policy } from "#verify/model/finding/compare.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import type { OwnResource } from "#verify/steps/own-resource.js";
import type { Patching } from "./patching.js";

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
  const others = { same: "identical", fields: Object.keys(kept), except: touched, mayLack: false } as const;
  const changed = compare(before, after.values, others);
  const creation = Object.keys(before).filter(isOfCreation);
  const moments: Policy = { same: "equal", fields: creation, kinds: ["creation", "text"], mayLack: false };
  const moved = compare(before, after.values, moments);
  for (const { name, wanted, found } of [...changed, ...moved]) {
    const breach = broken("patch-changes-other-field", { operation: id, field: name });
    const [expected, received] = [jsonText(wanted), jsonText(found)];
    failEffect(context, patching, { basis: "inferred", ...breach, expected, received }, after.shown);
  }
  for (const name of Object.keys(before).filter(isOfLastChange)) {
    // In whole seconds, two changes have the same moment.
    if (!isPrecise(before[name]) || !isDeepStrictEqual(before[name], after.values[name])) continue;
    const breach = broken("patch-keeps-moment", { operation: id, field: name });
    const expected = `a later moment than ${jsonText(before[name])}`;
    failEffect(context, patching, { basis: "inferred", ...breach, expected, received: "the same" }, after.shown);
  }
}
