import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { Breach } from "#verify/model/finding/breach.js";
import type { Basis } from "#verify/model/finding/kinds.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";

/** A condition with another effect than its header has (RFC 9110, 13.1). */
export interface ConditionFacts extends Breach {
  operation: Operation;
  /** The place of the document that has the condition, or the tag. */
  place: string;
  basis: Extract<Basis, "stated" | "inferred">;
  expected: string;
}

/** Adds a finding about a condition. */
export function failCondition(
  context: CaseContext,
  { operation, ...facts }: ConditionFacts,
  exchange: Exchange,
  received = `${exchange.status} ${exchange.body}`,
): void {
  const about = { effectOf: operation.id, shownBy: exchange.operation };
  context.fail({ operation: operation.id, about, received, ...facts }, exchange);
}

/** The place of a condition, and the operation that has it. */
export function factsOf(operation: Operation, { pointer }: Pick<Parameter, "pointer">) {
  return { operation, place: pointer };
}
