import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
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
    ...inJson(wanted, found),
    about: { fields: [name] },
  }));
}

/** Two values as a finding shows them. */
export function inJson(wanted: Json | undefined, found: Json | undefined): Pick<FindingDraft, "expected" | "received"> {
  return { expected: jsonText(wanted ?? null), received: jsonText(found ?? null) };
}
