import { announcesAnyIdentifier, announcesDocument } from "#http/mock-state.js";
import { checkExchange } from "#verify/checks/registry.js";
import { type FindingDraft, type Judgment, operationOf, type RecordedFinding } from "#verify/model/finding/finding.js";
import { judgesForm } from "#verify/model/finding/kinds.js";
import { type SeverityChoice, severityIn } from "#verify/model/finding/severity.js";
import { keepFirst } from "#verify/model/finding/signature.js";
import { type Exchange, isSuccess } from "#verify/model/request/exchange.js";
import type { Expectation } from "#verify/model/request/expectation.js";
import { assumptionsOf, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { isOfAssignedField } from "#verify/trial/assigned.js";
import type { PlannedCase } from "../plan/planned-case.js";
import { requireConclusive } from "./conclusive.js";
import type { RunContext } from "./run-context.js";
import { Sender } from "./sender.js";

/** How a test case runs. */
export interface RunCaseOptions {
  /** Interrupts the test case: it sends no further request, and cleans up. */
  signal?: AbortSignal | undefined;
  /** Whether it lacked a value when it ran before (default: false). */
  isSecondRun?: boolean;
}

/** A test case that runs: it sends requests, checks responses, and collects findings. */
export class RunningCase implements CaseContext {
  readonly isSecondRun: boolean;
  readonly statuses: number[] = [];
  /** Milliseconds of all exchanges. */
  duration = 0;
  /** Whether a mock with state has responded to a request of it without the state. */
  isWithoutState = false;
  readonly #run: RunContext;
  readonly #planned: PlannedCase;
  readonly #signal: AbortSignal | undefined;
  readonly #sender: Sender;
  readonly #assumptions: Set<string>;
  /** By their signatures, because several requests may have the same warning. */
  readonly #warnings = new Map<string, RecordedFinding>();
  readonly #failures: RecordedFinding[] = [];
  /** Those that a setting switches off, by their signatures. */
  readonly #off = new Map<string, RecordedFinding>();
  /** The findings of an attempt that runs. */
  #collected: RecordedFinding[] | undefined;
  #last: Exchange | undefined;

  /** @param whole the running test case of which this is a part */
  constructor(
    run: RunContext,
    planned: PlannedCase,
    { signal, isSecondRun = false }: RunCaseOptions = {},
    whole?: RunningCase,
  ) {
    this.isSecondRun = isSecondRun;
    this.#run = run;
    this.#planned = planned;
    this.#signal = signal;
    this.#sender = whole ? whole.#sender : new Sender(run, planned, signal);
    this.#assumptions = new Set(whole ? whole.#assumptions : []);
    this.#collected = whole && [];
  }

  get contract() {
    return this.#run.contract;
  }
  get target() {
    return this.#run.target;
  }
  get generator() {
    return this.#sender.generator;
  }
  get resources() {
    return this.#run.ledger;
  }
  get run() {
    return this.#run;
  }
  get corroboration() {
    return this.#run.learned;
  }
  get shown() {
    return this.#run.shown;
  }
  get tries() {
    return this.#run.tries;
  }
  get seen() {
    return this.#run.seen;
  }
  get stated() {
    return this.#run.stated;
  }

  get accepted() {
    return this.#run.accepted;
  }
  get failures(): readonly RecordedFinding[] {
    return this.#failures;
  }
  get warnings() {
    return [...this.#warnings.values()];
  }
  get off() {
    return [...this.#off.values()];
  }
  get hasFailed() {
    return this.#failures.length > 0;
  }

  async expect(spec: RequestSpec, expected: Expectation): Promise<Exchange> {
    const exchange = await this.send(spec);
    await this.check(spec, expected, exchange);
    return exchange;
  }

  async send(spec: RequestSpec): Promise<Exchange> {
    await this.#sender.readBefore(spec);
    this.#run.gate.require(spec, this.#planned.testCase);
    for (const assumption of assumptionsOf(spec)) this.#assumptions.add(assumption);
    const exchange = await this.#sender.send(spec);
    if (this.#run.judge.isDoubtful(exchange)) await this.#readAgain(spec);
    this.statuses.push(exchange.status);
    this.duration += exchange.duration;
    this.#last = exchange;
    const isUnknown = this.#planned.testCase.suite === "unknown-resources" && announcesAnyIdentifier(exchange);
    // A rejection by the form of a request needs no state.
    if (isUnknown || (announcesDocument(exchange) && isSuccess(exchange))) this.isWithoutState = true;
    return exchange;
  }

  /**
   * Repeats a read until it shows a change of this test case, or the time to settle is over. The rules see it. A server that is
   * late costs no requests of the budget.
   */
  async #readAgain(spec: RequestSpec): Promise<void> {
    const { judge } = this.#run;
    let sent = 0;
    const send = () => {
      sent += 1;
      return this.#sender.send(spec);
    };
    await this.settle(send, (exchange) => !judge.isDoubtful(exchange)).catch(() => undefined);
    this.excuse(sent);
  }

  async prepare(spec: RequestSpec): Promise<boolean> {
    await this.#sender.readBefore(spec);
    return this.#run.gate.allows(spec, this.#planned.testCase);
  }

  mayExplore(): boolean {
    return this.#signal?.aborted !== true && this.#run.exploration?.hasShare(this.#planned) === true;
  }

  readonly hasSucceeded = (operation: string): boolean => this.#run.exercised.states.hasSucceeded(operation);

  settle<Result>(attempt: () => Promise<Result>, isSettled: (result: Result) => boolean): Promise<Result> {
    return this.#run.settling.until(attempt, isSettled, this.#signal);
  }

  async check(spec: RequestSpec, expected: Expectation, exchange: Exchange): Promise<void> {
    this.#run.journal.markJudged(exchange);
    await requireConclusive(this, spec, expected, exchange);
    const { contract } = this;
    const { strict } = this.target;
    const keepsState = this.target.keepsState && !announcesDocument(exchange);
    const { findings, undocumentedFields } = await checkExchange(
      { contract, spec, expected, exchange, keepsState },
      strict,
    );
    for (const finding of findings) {
      if (!(await isOfAssignedField(this, spec, exchange, finding))) this.judge([{ finding, exchange }]);
    }
    this.#run.observations.observeResponse(spec.operation, expected.why, exchange, undocumentedFields);
  }

  /** @param exchange that shows the finding (default: the last one of this test case) */
  #add(finding: FindingDraft, exchange = this.#last): void {
    // The form of a response does not depend on the sender of the request.
    const assumes = judgesForm(finding.check) ? [] : [...this.#assumptions];
    if (exchange) this.#run.journal.markJudged(exchange);
    this.report([{ ...finding, exchange, assumes }]);
  }

  judge(judgments: readonly Judgment[]): boolean {
    for (const { finding, exchange } of judgments) this.#add(finding, exchange);
    return judgments.length === 0;
  }

  async together<Result>(parts: readonly ((context: CaseContext) => Promise<Result>)[]): Promise<Result[]> {
    const [run, planned, options] = [this.#run, this.#planned, { signal: this.#signal, isSecondRun: this.isSecondRun }];
    const running = parts.map((part) => ({ part, context: new RunningCase(run, planned, options, this) }));
    const results = await Promise.allSettled(running.map(({ part, context }) => part(context)));
    for (const { context } of running) this.#take(context);
    return results.map((result) => {
      if (result.status === "rejected") throw result.reason;
      return result.value;
    });
  }

  /** Takes over what a part of the test case has sent and found. */
  #take(part: RunningCase): void {
    this.statuses.push(...part.statuses);
    this.duration += part.duration;
    this.#last = part.#last ?? this.#last;
    this.isWithoutState ||= part.isWithoutState;
    for (const assumption of part.#assumptions) this.#assumptions.add(assumption);
    this.report(part.#collected ?? []);
  }

  async collect<Result>(found: RecordedFinding[], attempt: () => Promise<Result>): Promise<Result> {
    const outer = this.#collected;
    this.#collected = found;
    try {
      return await attempt();
    } finally {
      this.#collected = outer;
    }
  }

  report(found: readonly RecordedFinding[]): void {
    if (this.#collected) return void this.#collected.push(...found);
    for (const draft of found) {
      const { severity, finding } = this.#judged(draft);
      if (severity === "failure") this.#failures.push(finding);
      else if (severity === "off") keepFirst(this.#off, finding);
      else if (!this.#run.observations.observeFinding(finding)) keepFirst(this.#warnings, finding);
    }
  }

  /** The severity of a finding, and the finding with the setting that chose it. */
  #judged(finding: RecordedFinding): { severity: SeverityChoice; finding: RecordedFinding } {
    const operation = operationOf(finding, this.#planned.testCase.operation.id);
    const { severity, setting } = severityIn(this.target.severities, finding, operation);
    return { severity, finding: setting ? { ...finding, setting } : finding };
  }

  excuse(requests: number): void {
    this.#run.budget.excuse(requests);
  }

  observe(openPoint: string, seen: string): void {
    this.#run.observations.observe(openPoint, seen);
  }

  removeCreated(): Promise<void> {
    return this.#sender.removeCreated();
  }
}
