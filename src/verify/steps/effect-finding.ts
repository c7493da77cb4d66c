import { type Effect, type EffectFacts, effectFinding } from "../model/finding/effect.js";
import type { Exchange } from "../model/request/exchange.js";
import type { CaseContext } from "../model/test-case/case-context.js";

/**
 * Adds a finding that an operation has another effect than it should. A response to the same or another operation shows it.
 */
export function failEffect(
  context: Pick<CaseContext, "fail">,
  effect: Effect,
  facts: EffectFacts,
  exchange: Exchange,
): void {
  context.fail(effectFinding(effect, facts, exchange), exchange);
}
