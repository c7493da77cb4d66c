import type { Effect, EffectFacts } from "../model/finding/effect.js";
import type { FindingDraft, Judgment, RecordedFinding } from "../model/finding/finding.js";
import type { Exchange } from "../model/request/exchange.js";
import { unrepeated } from "../rules/sentence.js";

/** The judgment that an operation has another effect than it should. A response to the same or another operation shows it. */
export function effectJudgment(effect: Effect, facts: EffectFacts, exchange: Exchange): Judgment {
  return { finding: effectFinding(effect, facts, exchange), exchange };
}

/** The finding of such a judgment. */
export function effectFinding(
  { operation, place, basis = "stated", foundBy }: Effect,
  facts: EffectFacts,
  exchange: Exchange,
): FindingDraft {
  const id = facts.operation ?? operation?.id ?? exchange.operation;
  const about = { effectOf: id, shownBy: exchange.operation, ...(foundBy === undefined ? {} : { foundBy: [foundBy] }) };
  return { basis, place, about, received: `${exchange.status} ${exchange.body}`, ...facts, operation: id };
}

/** Findings that were not seen again when their request was repeated say so. */
export function withRepetition(found: readonly RecordedFinding[], isRepeated: boolean): readonly RecordedFinding[] {
  return isRepeated ? found : found.map(unrepeated);
}
