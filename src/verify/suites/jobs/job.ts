import type { Operation } from "#openapi/operations/operation.js";
import type { Breach } from "#verify/model/finding/breach.js";
import type { Basis } from "#verify/model/finding/kinds.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";

/** A started job, and the last response that showed it. */
export interface Job {
  operation: Operation;
  /** The place of the document that describes the response to its start. */
  place: string;
  request: RequestSpec;
  started: Exchange;
  read: RequestSpec;
  shown: Exchange;
}

/** Adds a finding about a job. */
export function failJob(
  context: CaseContext,
  { operation, place }: Pick<Job, "operation" | "place">,
  {
    basis = "inferred",
    received,
    ...facts
  }: Breach & { basis?: Extract<Basis, "stated" | "inferred">; expected: string; received?: string },
  exchange: Exchange,
): void {
  const about = { effectOf: operation.id, shownBy: exchange.operation };
  const seen = received ?? `${exchange.status} ${exchange.body}`;
  context.fail({ operation: operation.id, basis, place, about, received: seen, ...facts }, exchange);
}
