import type { Breach } from "../model/finding/breach.js";
import type { Difference } from "../model/finding/compare.js";
import type { FindingDraft } from "../model/finding/finding.js";

/** A finding for each field of a response that differs. @param stated makes the statement about a field */
export function differenceFindings(
  fields: readonly Difference[],
  facts: Pick<FindingDraft, "basis" | "place" | "operation">,
  stated: (field: string) => Breach,
): FindingDraft[] {
  return fields.map(({ name, wanted, found }) => ({
    ...facts,
    ...stated(name),
    expected: JSON.stringify(wanted),
    received: JSON.stringify(found),
    about: { fields: [name] },
  }));
}
