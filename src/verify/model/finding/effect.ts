import type { Operation } from "#openapi/operations/operation.js";
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
