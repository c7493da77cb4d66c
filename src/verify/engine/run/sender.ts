import { isSequence } from "#http/body/sequence.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { methodOf, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { Reason } from "#verify/model/target/ownership.js";
import { mayHaveDataOfOthers } from "#verify/model/target/target.js";
import { disturbed, NoResponse, reasonOf, Skipped } from "#verify/model/test-case/skipped.js";
import type { GeneratedValues } from "#verify/requests/generated-values.js";
import { readBefore } from "#verify/resources/created/read-before.js";
import { removeResources } from "#verify/resources/created/remove-resources.js";
import { generatedTexts } from "#verify/resources/ledger/proof.js";
import { isExploration } from "../exploration.js";
import type { PlannedCase } from "../plan/planned-case.js";
import { removerOf } from "./remover.js";
import type { RunContext } from "./run-context.js";

/** Sends the requests of one test case within the limits of the run, which learns from the responses. */
export class Sender {
  readonly generator: GeneratedValues;
  readonly #run: RunContext;
  readonly #planned: PlannedCase;
  readonly #signal: AbortSignal | undefined;

  /** @param signal ends all sending, except for the removal of resources */
  constructor(run: RunContext, planned: PlannedCase, signal?: AbortSignal) {
    this.#run = run;
    this.#planned = planned;
    this.#signal = signal;
    // Other test cases run at the same time, and take their values in any order.
    this.generator = run.generator.derived(planned.testCase.name);
  }

  /** @throws Skipped if the limits of the run do not allow it; NoResponse */
  send(spec: RequestSpec): Promise<Exchange> {
    const { tags, versions } = this.#run;
    return tags.send(spec, (tagged) => versions.send(tagged, (request) => this.#sendOne(request)));
  }

  async #sendOne(spec: RequestSpec): Promise<Exchange> {
    if (this.#signal?.aborted) throw new Skipped(reasonOf(this.#signal));
    const { gate, budget, exploration } = this.#run;
    if (isExploration(this.#planned) && exploration?.take() === false) throw new Skipped(exploration.skip);
    if (!budget.take(this.#planned)) throw new Skipped(budget.skip);
    const { showsRemoval } = this.#planned.testCase;
    const because = gate.require(spec, { showsRemoval });
    const logged = this.#logBefore(spec, because);
    const exchange = await gate
      .send(spec, { by: this.#planned }, { signal: this.#signal, showsRemoval })
      .catch((error: unknown) => {
        if (error instanceof NoResponse) this.#note(error.exchange, logged);
        else if (logged !== undefined) this.#run.log?.responded(logged, 0, []);
        // Some servers send nothing, and no status, before the first item of a stream.
        if (error instanceof NoResponse && isStreamed(spec)) throw new Skipped("the stream had no item in time");
        throw error;
      });
    this.#note(exchange, logged);
    if (exchange.isOutage) throw disturbed(exchange.request, `the target responded with ${exchange.status}`);
    return exchange;
  }

  /** Writes down a request that may create something, before it is sent. Returns its number; undefined for any other request. */
  #logBefore(spec: RequestSpec, because: Reason | "safe"): string | undefined {
    const { log, settings, generator } = this.#run;
    const method = methodOf(spec);
    const mayCreate = because !== "safe" && (method === "post" || method === "put");
    if (!log || !mayCreate || !mayHaveDataOfOthers(settings)) return undefined;
    return log.sending(spec, generatedTexts(generator, spec));
  }

  /** Reads before a creation: only that shows later that the resource is new. The test case itself sees nothing of it. */
  async readBefore(spec: RequestSpec): Promise<void> {
    const { contract, target, ledger: resources } = this.#run;
    if (!mayHaveDataOfOthers(target)) return;
    const send = (request: RequestSpec) => this.send(request);
    const facts = { contract, target, generator: this.generator, run: this.#run, resources };
    await readBefore({ ...facts, send, check: async () => {} }, spec);
  }

  /** Removes the created resources. A target that was started for the run ends with it, and keeps them. */
  async removeCreated(): Promise<void> {
    const { ledger, leftovers, target } = this.#run;
    if (!mayHaveDataOfOthers(target)) return;
    const { settling, settings } = this.#run;
    const observed = settings.writes === "creations" ? {} : { settle: settling.until.bind(settling) };
    const remover = { ...removerOf(this.#run, () => this.#limit.takeForRemoval()), ...observed };
    leftovers.push(...(await removeResources(remover, ledger.createdBy(this.#planned))));
  }

  /** Writes down what a response created. A request is set aside for the removal of each resource. */
  #note(exchange: Exchange, logged: string | undefined): void {
    const { ledger, target } = this.#run;
    const created = ledger.createdThrough(exchange);
    if (logged !== undefined) this.#run.log?.responded(logged, exchange.status, created);
    for (const entry of target.hasExampleData ? [] : created) {
      if (entry.resource?.remove) entry.isReserved = this.#limit.takeForRemoval();
    }
    // A test case that removes a resource itself needs no other request for it.
    for (const entry of ledger.removedBy(this.#planned).filter(({ isReserved }) => isReserved)) {
      entry.isReserved = false;
      this.#limit.giveBack();
    }
  }

  /** The limit of removals. A repeated failure of an exploration belongs to no exploration. */
  get #limit() {
    const { budget, exploration } = this.#run;
    return isExploration(this.#planned) && exploration ? exploration : budget;
  }
}

/** Whether the successes of an operation are sequences of items, which arrive when something happens. */
function isStreamed({ operation: { responses } }: RequestSpec): boolean {
  const content = responses.filter(isSuccessKey).flatMap((response) => response.content);
  return content.length > 0 && content.every(({ name }) => isSequence(name));
}
