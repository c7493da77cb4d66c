import type { Operation } from "../../openapi/operation.js";
import type { Resources, TargetFacts } from "../model/case-context.js";
import { type Exchange, isGone, isSuccess } from "../model/exchange.js";
import { NoResponse } from "../model/skipped.js";
import type { Target } from "../model/target.js";
import type { PreparedRequest } from "../transport/prepare-request.js";
import type { Transport } from "../transport/transport.js";
import { CreatedResources, type Leftovers } from "./created-resources.js";

/** A resource that several test cases use, and those that they created below it. */
interface Kept {
  operation: Operation;
  exchange: Exchange;
  /** Undefined if the document has no operation for it, or the budget has no request left. */
  removal: PreparedRequest | undefined;
  below: { operation: Operation; exchange: Exchange; isNew: boolean }[];
}

/** The parts of a run that a removal needs. */
interface Remover {
  settings: Target;
  target: Pick<TargetFacts, "keepsState">;
  transport: Transport;
  resources: Resources;
  leftovers: Leftovers;
}

/** The resources that a run created for several test cases. They are removed at its end. */
export class KeptResources {
  readonly #kept: Kept[] = [];

  add(operation: Operation, exchange: Exchange, removal: PreparedRequest | undefined): void {
    this.#kept.push({ operation, exchange, removal, below: [] });
  }

  /** Takes over a resource that a test case created below a kept one. Returns whether it did. */
  adopt(operation: Operation, exchange: Exchange, isNew: boolean): boolean {
    const isAbove = ({ removal }: Kept) => removal && exchange.request.url.startsWith(`${removal.sent.url}/`);
    const above = this.#kept.find(isAbove);
    above?.below.push({ operation, exchange, isNew });
    return above !== undefined;
  }

  /** Removes all resources, the newest first. Those that cannot be removed become leftovers. */
  async remove({ transport, resources, leftovers, settings, target }: Remover): Promise<void> {
    const kept = this.#kept.splice(0).toReversed();
    // A target that was started for the run ends with it.
    if (settings.hasExampleData || !target.keepsState) return;
    const left = new CreatedResources();
    let isReachable = true;
    for (const { operation, exchange, removal, below } of kept) {
      const removed = isReachable && removal ? await send(removal) : undefined;
      if (removed && (isSuccess(removed) || isGone(removed))) continue;
      left.track(operation, exchange, true);
      for (const each of below) left.track(each.operation, each.exchange, each.isNew);
    }
    await left.remove(await resources.provision(), leftovers);

    async function send(removal: PreparedRequest): Promise<Exchange | undefined> {
      try {
        return await transport.exchange(removal);
      } catch (error) {
        if (!(error instanceof NoResponse)) throw error;
        isReachable = false;
        return undefined;
      }
    }
  }
}
