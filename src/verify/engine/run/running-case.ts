import { announcesNoState } from "#http/mock-state.js";
import { asObject } from "#openapi/document/document.js";
import { openPointsAt } from "#openapi/document/requirements.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { checkResponse } from "#verify/checks/registry.js";
import { undocumentedFieldFinding, undocumentedFields } from "#verify/checks/undocumented-fields.js";
import { type FindingDraft, judgesForm, type RecordedFinding } from "#verify/model/finding/finding.js";
import { isWarning } from "#verify/model/finding/severity.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import type { Expectation } from "#verify/model/request/expectation.js";
import { assumptionsOf, type RequestSpec } from "#verify/model/request/request-spec.js";
import { mayHaveDataOfOthers } from "#verify/model/target/target.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { NoResponse, reasonOf, Skipped } from "#verify/model/test-case/skipped.js";
import type { GeneratedValues } from "#verify/requests/generated-values.js";
import { readBefore } from "#verify/resources/read-before.js";
import { removeResources } from "#verify/resources/remove-resources.js";
import { isExploration } from "../exploration.js";
import type { PlannedCase } from "../plan/planned-case.js";
import { requireConclusive } from "./conclusive.js";
import { removerOf } from "./remover.js";
import type { RunContext } from "./run-context.js";

/** A test case that runs: it sends requests, checks responses, and collects findings. */
export class RunningCase implements CaseContext {
  readonly findings: RecordedFinding[] = [];
  readonly warnings: RecordedFinding[] = [];
  readonly statuses: number[] = [];
  /** Milliseconds of all exchanges. */
  duration = 0;
  readonly generator: GeneratedValues;
  readonly #run: RunContext;
  readonly #planned: PlannedCase;
  readonly #signal: AbortSignal | undefined;
  readonly #assumptions = new Set<string>();
  #last: Exchange | undefined;

  /** @param signal interrupts the test case */
  constructor(run: RunContext, planned: PlannedCase, signal?: AbortSignal) {
    this.#run = run;
    this.#planned = planned;
    this.#signal = signal;
    // Other test cases run at the same time, and take their values in any order.
    this.generator = isExploration(planned) ? run.generator.derived(planned.testCase.name) : run.generator;
  }

  get contract() {
    return this.#run.contract;
  }
  get target() {
    return this.#run.target;
  }
  get resources() {
    return this.#run.ledger;
  }
  get shared() {
    return this.#run.shared;
  }

  get corroboration() {
    return this.#run.corroboration;
  }

  async expect(spec: RequestSpec, expected: Expectation): Promise<Exchange> {
    const exchange = await this.send(spec);
    await this.check(spec, expected, exchange);
    return exchange;
  }

  async send(spec: RequestSpec): Promise<Exchange> {
    await this.#readBefore(spec);
    this.#run.gate.require(spec);
    for (const assumption of assumptionsOf(spec)) this.#assumptions.add(assumption);
    const exchange = await this.#exchange(spec);
    this.#run.exercised.add(spec, exchange);
    this.statuses.push(exchange.status);
    this.duration += exchange.duration;
    if (isSuccess(exchange)) this.#run.succeeded.add(exchange.operation);
    this.#last = exchange;
    return exchange;
  }

  /** Sends a request, if the limits of the run allow it. */
  async #exchange(spec: RequestSpec): Promise<Exchange> {
    if (this.#signal?.aborted) throw new Skipped(reasonOf(this.#signal));
    const { gate, budget, exploration } = this.#run;
    if (isExploration(this.#planned) && exploration?.take() === false) throw new Skipped(exploration.skip);
    if (!budget.take(this.#planned)) throw new Skipped(budget.skip);
    const exchange = await gate.send(spec, this.#signal).catch((error: unknown) => {
      // The target may have stored what it did not respond to.
      if (error instanceof NoResponse) this.#note(spec, withoutResponse(spec, error));
      throw error;
    });
    if (announcesNoState(exchange)) this.target.keepsState = false;
    this.#note(spec, exchange);
    return exchange;
  }

  async allows(spec: RequestSpec): Promise<boolean> {
    await this.#readBefore(spec);
    return this.#run.gate.allows(spec);
  }

  mayExplore(): boolean {
    const { exploration } = this.#run;
    return this.#signal?.aborted !== true && exploration?.hasShare(this.#planned) === true;
  }

  readonly hasSucceeded = (operation: string): boolean => this.#run.succeeded.has(operation);

  settle<Result>(attempt: () => Promise<Result>, isSettled: (result: Result) => boolean): Promise<Result> {
    return this.#run.settling.until(attempt, isSettled, this.#signal);
  }

  async check(spec: RequestSpec, expected: Expectation, exchange: Exchange): Promise<void> {
    await requireConclusive(this, spec, expected, exchange);
    const { keepsState } = this.target;
    const found = await checkResponse({ contract: this.contract, spec, expected, exchange, keepsState });
    for (const finding of found) this.fail(finding, exchange);
    this.#observeOpenPoints(spec.operation, expected, exchange);
  }

  fail(finding: FindingDraft, exchange = this.#last): void {
    // The form of a response does not depend on the sender of the request.
    const assumes = judgesForm(finding.check) ? [] : [...this.#assumptions];
    const recorded = { ...finding, exchange, assumes };
    if (!isWarning(finding)) this.findings.push(recorded);
    else if (!this.#observeInstead(finding) && !this.warnings.some((each) => isSame(each, finding))) {
      this.warnings.push(recorded);
    }
  }

  observe(openPoint: string, seen: string): void {
    this.#run.observations.observe(openPoint, seen);
  }

  /** Removes the created resources. A target that was started for the run ends with it, and keeps them. */
  async removeCreated(): Promise<void> {
    const { ledger, leftovers } = this.#run;
    if (!mayHaveDataOfOthers(this.target)) return;
    const remover = removerOf(this.#run, () => this.#takeForRemoval());
    leftovers.push(...(await removeResources(remover, ledger.createdBy(this))));
  }

  /** Reads before a creation: only that shows later that the resource is new. The test case itself sees nothing of it. */
  async #readBefore(spec: RequestSpec): Promise<void> {
    if (!mayHaveDataOfOthers(this.target)) return;
    const { contract, target, generator, shared, resources } = this;
    const send = (request: RequestSpec) => this.#exchange(request);
    await readBefore({ contract, target, generator, shared, resources, send, check: async () => {} }, spec);
  }

  /** Lets the ledger learn from a response. A request is set aside for the removal of what it created. */
  #note(spec: RequestSpec, exchange: Exchange): void {
    const { keepsState, hasExampleData } = this.target;
    const created = keepsState ? this.#run.ledger.note(spec, exchange, this) : [];
    for (const entry of hasExampleData ? [] : created) {
      if (entry.resource?.remove) entry.isReserved = this.#takeForRemoval();
    }
    this.#giveBack();
  }

  /** A test case that removes a resource itself needs no other request for it. */
  #giveBack(): void {
    const { ledger, budget, exploration } = this.#run;
    for (const entry of ledger.removedBy(this).filter(({ isReserved }) => isReserved)) {
      entry.isReserved = false;
      if (isExploration(this.#planned) && exploration) exploration.giveBack();
      else budget.giveBack();
    }
  }

  #takeForRemoval(): boolean {
    const { budget, exploration } = this.#run;
    // A repeated failure of an exploration belongs to no exploration.
    return isExploration(this.#planned) && exploration ? exploration.take() : budget.takeForRemoval();
  }

  /** A document that leaves a place open does not warn of it. Returns whether it does. */
  #observeInstead({ place, message, expected }: FindingDraft): boolean {
    const openPoints = openPointsAt(this.contract.document, place);
    for (const id of openPoints) this.observe(id, `${message}, expected ${expected}`);
    return openPoints.length > 0;
  }

  /** Records the target's behavior at the open points of the documented response, and its undocumented fields. */
  #observeOpenPoints(operation: Operation, { why }: Expectation, exchange: Exchange): void {
    const { document } = this.contract;
    const response = responseFor(operation, exchange.status);
    if (!response) return;
    const isDocumentedSuccess = isSuccessKey(response);
    for (const id of openPointsAt(document, response.pointer)) {
      this.observe(
        id,
        isDocumentedSuccess
          ? `${operation.id} succeeds with ${exchange.status}`
          : `${why}: ${exchange.status} ${bodySummary(exchange)}`,
      );
    }
    if (!isDocumentedSuccess) return;
    for (const field of undocumentedFields(document, operation, exchange)) {
      this.#run.observations.addUndocumentedField(operation.id, field.at);
      for (const id of field.openPoints) this.observe(id, `${operation.id} has the field ${field.at}`);
      if (this.target.strict) this.fail(undocumentedFieldFinding(field), exchange);
    }
  }
}

/** Whether a reader sees one finding in two: each request may have it again. */
function isSame(one: FindingDraft, other: FindingDraft): boolean {
  return one.check === other.check && one.message === other.message && one.place === other.place;
}

/** The body of an error response in a few words. */
function bodySummary(exchange: Exchange): string {
  if (exchange.body === "") return "without a body";
  const type = (exchange.headers.get("content-type") ?? "no Content-Type").split(";")[0] ?? "";
  const names = Object.keys(asObject(jsonOf(exchange)))
    .toSorted()
    .join(", ");
  return names ? `${type} (${names})` : type;
}

/** The exchange of a request without a response: its status is 0. */
function withoutResponse({ operation }: RequestSpec, { request }: NoResponse): Exchange {
  const headers = new Headers();
  return {
    operation: operation.id,
    request,
    status: 0,
    headers,
    body: "",
    json: undefined,
    truncated: false,
    duration: 0,
  };
}
