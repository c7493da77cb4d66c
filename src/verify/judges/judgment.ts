import { type Effect, type EffectFacts, effectFinding } from "../model/finding/effect.js";
import type { Judgment } from "../model/finding/finding.js";
import type { Exchange } from "../model/request/exchange.js";

/** The judgment that an operation has another effect than it should. A response to the same or another operation shows it. */
export function effectJudgment(effect: Effect, facts: EffectFacts, exchange: Exchange): Judgment {
  return { finding: effectFinding(effect, facts, exchange), exchange };
}
