import type { Operation } from "#openapi/operations/operation.js";
import type { Exchange } from "../request/exchange.js";
import type { Breach } from "./breach.js";
import type { FindingDraft } from "./finding.js";
import type { Basis } from "./kinds.js";

/** An effect of an operation, and its place in the document. */
export interface Effect {
  /** Default: the operation whose response shows it. */
  operation?: Pick<Operation, "id">;
  place: string;
  /** The usual evidence of findings about it (default: the document states it). */
  basis?: Basis;
  /** The field of an earlier response by which the resource was found (default: none). */
  foundBy?: string;
}

/**
 * The facts of a finding about an effect. Defaults: place, basis and operation are those of the effect, `received` is the status
 * and the body of the response.
 */
export type EffectFacts = Breach &
  Pick<FindingDraft, "expected" | "basis" | "operation"> &
  Partial<Pick<FindingDraft, "received" | "place">>;

/**
 * A finding that an operation has another effect than it should. A response to the same or another operation shows it.
 */
export function effectFinding(
  { operation, place, basis = "stated", foundBy }: Effect,
  facts: EffectFacts,
  exchange: Exchange,
): FindingDraft {
  const id = facts.operation ?? operation?.id ?? exchange.operation;
  const about = { effectOf: id, shownBy: exchange.operation, ...(foundBy === undefined ? {} : { foundBy: [foundBy] }) };
  return { basis, place, about, received: `${exchange.status} ${exchange.body}`, ...facts, operation: id };
}
