import type { Operation } from "#openapi/operations/operation.js";
import type { Breach } from "../model/finding/breach.js";
import type { FindingDraft } from "../model/finding/finding.js";
import type { Basis } from "../model/finding/kinds.js";
import type { Exchange } from "../model/request/exchange.js";
import type { CaseContext } from "../model/test-case/case-context.js";

/** An effect of an operation, and its place in the document. */
export interface Effect {
  operation: Pick<Operation, "id">;
  place: string;
  /** The usual evidence of findings about it (default: the document states it). */
  basis?: Basis;
  /** The field of an earlier response by which the resource was found (default: none). */
  foundBy?: string;
}

/** A finding about an effect. Default of `received`: the status and the body of the response. */
export type EffectFacts = Breach &
  Pick<FindingDraft, "expected" | "basis"> &
  Partial<Pick<FindingDraft, "received" | "place">>;

/** Adds a finding that an operation has another effect than it should, as a response to the same or another operation shows. */
export function failEffect(
  context: Pick<CaseContext, "fail">,
  { operation: { id }, place, basis, foundBy }: Effect,
  facts: EffectFacts,
  exchange: Exchange,
): void {
  const about = { effectOf: id, shownBy: exchange.operation, ...(foundBy === undefined ? {} : { foundBy: [foundBy] }) };
  const received = `${exchange.status} ${exchange.body}`;
  context.fail({ operation: id, basis: basis ?? "stated", place, about, received, ...facts }, exchange);
}
