import { isSafe } from "#openapi/operations/methods.js";
import { PARALLEL } from "#verify/model/target/limits.js";
import type { Leftover } from "#verify/model/target/ownership.js";
import { mayHaveDataOfOthers } from "#verify/model/target/target.js";
import { NoResponse, Skipped } from "#verify/model/test-case/skipped.js";
import { type Remover, removeResources } from "#verify/resources/created/remove-resources.js";
import { shownAfterRemoval } from "#verify/resources/created/shown-after-removal.js";
import type { RunContext } from "./run-context.js";

/**
 * Sends the requests that remove created resources, also after an interrupt.
 *
 * @param take counts a request that was not set aside; false if none is left
 */
export function removerOf(run: RunContext, take: () => boolean): Remover {
  const { gate, ledger, budget, contract, target, generator } = run;
  return {
    contract,
    target,
    generator,
    ledger,
    // The provision module sends requests of its own, which no other limit counts.
    atOnce: Math.min(gate.wire.concurrency.limit, PARALLEL.most),
    async send(request, entry) {
      const isSetAside = entry.isReserved && !isSafe(request.operation);
      if (isSetAside) entry.isReserved = false;
      else if (!take()) throw new Skipped(budget.skip);
      return gate.send(request, { by: entry.by, isRemoval: true });
    },
  };
}

/** Removes the resources that several test cases used. A target that was started for the run ends with it. */
export async function removeKept(run: RunContext): Promise<void> {
  const { ledger, target, leftovers, budget } = run;
  if (!mayHaveDataOfOthers(target)) return;
  const open = ledger.leftOpen();
  const remaining = [...ledger.remaining(), ...open];
  const remover = removerOf(run, () => budget.takeForRemoval());
  const left = await removeResources(remover, remaining);
  // Those that are removed now are no longer left, and the others are named once more.
  const isOpen = ({ operation, resource }: Leftover) =>
    open.some(({ request, address = "" }) => request.operation.id === operation && address === resource);
  leftovers.splice(0, leftovers.length, ...leftovers.filter((each) => !isOpen(each)), ...left);
  try {
    leftovers.push(...(await shownAfterRemoval(remover, ledger.entries)));
  } catch (error) {
    // A target that no longer responds shows nothing.
    if (!(error instanceof NoResponse)) throw error;
  }
}
