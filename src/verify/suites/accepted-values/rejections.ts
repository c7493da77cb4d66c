import { openPointsAt } from "#openapi/document/requirements.js";
import type { Operation } from "#openapi/operations/operation.js";
import { groupBy } from "#verify/model/group-by.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { AcceptedValue } from "#verify/requests/accepted-values/accepted-value.js";

/** A documented value that the target rejected, while it accepted usual values. */
export interface RejectedValue {
  value: AcceptedValue;
  exchange: Exchange;
}

/** Warns of rejected values: once for the values of one part, by the same constraint, with the same status. */
export function reportRejections(
  context: CaseContext,
  operation: Operation,
  rejections: readonly RejectedValue[],
): void {
  const groups = groupBy(
    rejections,
    ({ value: { part, place }, exchange: { status } }) => `${status} ${part} ${place}`,
  );
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const { value, exchange } = first;
    context.fail(
      {
        check: "status",
        basis: "lenient",
        operation: operation.id,
        message: `status ${exchange.status}: documented values were rejected: ${group.map(({ value: { what } }) => what).join(", ")}`,
        place: openPlace(context, value) ?? value.place,
        expected: "a success (the document allows the value)",
        received: `${exchange.status} ${exchange.body}`,
      },
      exchange,
    );
  }
}

/** The place of the value, or of the parameter or body around it, at which the document leaves something open. */
function openPlace({ contract: { document } }: CaseContext, { place, whole }: AcceptedValue): string | undefined {
  return [place, whole].find((each) => openPointsAt(document, each).length > 0);
}
