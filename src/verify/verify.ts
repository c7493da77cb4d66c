import { setMaxListeners } from "node:events";
import type { JsonObject, OpenApiDocument } from "../openapi/document/document.js";
import { firstServer } from "../openapi/document/first-server.js";
import type { Overlay } from "../openapi/overlay/overlay.js";
import type { RunSettings } from "./command/options.js";
import { withoutResources } from "./engine/findings/functions.js";
import { heldWorkflows } from "./engine/findings/held-workflows.js";
import { withHiddenConversions } from "./engine/findings/hidden-conversions.js";
import { listedParents, type ParentValues } from "./engine/findings/listed-parents.js";
import { withoutRejectedKey } from "./engine/findings/rejected-key.js";
import { suggestedOverlay } from "./engine/findings/suggested-overlay.js";
import { type IsOver, planCases, planReplay } from "./engine/plan/plan.js";
import type { PlannedCase, RunOptions } from "./engine/plan/planned-case.js";
import { completeOperations, selectCases } from "./engine/plan/select.js";
import { withFindingsOfRun } from "./engine/run/findings-of-run.js";
import { findProof } from "./engine/run/proof.js";
import { removeKept } from "./engine/run/remover.js";
import { runCase } from "./engine/run/run-case.js";
import { runCases } from "./engine/run/run-cases.js";
import { createRunContext, type RunContext, summaryOf } from "./engine/run/run-context.js";
import type { Api } from "./model/api.js";
import { Contract } from "./model/contract.js";
import type { Coverage } from "./model/coverage.js";
import type { ReplayedFailure } from "./model/finding/replay.js";
import type { KnownCause } from "./model/known.js";
import type { Exchange } from "./model/request/exchange.js";
import { MAX_TIME } from "./model/target/limits.js";
import { givenAuthorization, type Target } from "./model/target/target.js";
import { skipFor } from "./model/test-case/need.js";
import { type CaseResult, isFailure } from "./model/test-case/outcome.js";
import { Skipped } from "./model/test-case/skipped.js";
import { withCauseSeverities } from "./report/cause/cause-severities.js";
import { withCauses } from "./report/cause/causes.js";
import { judgedKnown } from "./report/known/known.js";
import { type Circumstances, keyRejected } from "./report/nothing-tested.js";
import { createReport, type Report, type RunSummary } from "./report/report.js";
import { reasonWithoutSuccess, verdictOf } from "./report/verdict.js";
import { openConnection } from "./transport/connection.js";
import type { Wait } from "./transport/waiting.js";

/** The settings of a run. */
export interface VerifyOptions extends RunSettings {
  /** The contract, bundled; or one that was read for an earlier run. */
  contract: OpenApiDocument | Contract;
  /** Knowledge of the API that the contract cannot hold (default: none). */
  api?: Api;
  target: Target;
  /** The name of the target in reports (default: its base URL). */
  name?: string;
  /** The file in which the run writes down what it creates, before it is sent (default: none). */
  ledgerFile?: string | undefined;
  /** How many requests are sent at once. The default is 8, and up to 16 to a distant server that stays as quick. */
  parallel?: number | undefined;
  /** Failed test cases of an earlier run: the run has these alone (default: all test cases of the contract). */
  replay?: readonly ReplayedFailure[] | undefined;
  /** The causes that are accepted for now (default: none). */
  known?: readonly KnownCause[] | undefined;
  /**
   * Whether the run accepts the causes that it finds, and forgets those that are gone (default: false). `known` of its
   * report has the result.
   */
  updateKnown?: boolean;
  /** When the run began, in milliseconds since 1970: the time limit counts from then on (default: when it is called). */
  begun?: number;
  /** Interrupts the run. Running test cases clean up, and the report says how far the run came. */
  signal?: AbortSignal | undefined;
  /** Receives the events of the run. */
  onEvent?: (event: RunEvent) => void;
  /** Receives the relations that held, at the end of the run. */
  onHeld?: ((held: HeldRelations) => void | Promise<void>) | undefined;
  /** Receives each exchange. Its request has placeholders for secrets; its response is as the server sent it. */
  onExchange?: ((exchange: Exchange) => void) | undefined;
}

/** The relations that held in a run. */
export interface HeldRelations {
  /** Those that names suggest, as an overlay that states them; undefined if none held. */
  overlay(): Promise<Overlay | undefined>;
  /** Their chains of requests, as workflows of a document at a URL (Arazzo 1.0.1); undefined if none held. */
  workflows(url: string): JsonObject | undefined;
  /** The resources that responses showed, and that a path parameter of an operation may name: the first shown first. */
  parents(operation: string, parameter: string): readonly ParentValues[];
}

/** An event of a run. */
export type RunEvent =
  | { type: "planned"; cases: number }
  | ({ type: "waiting" } & Wait)
  | { type: "case-ended"; result: CaseResult; ended: number; cases: number };

/**
 * Tests a server against its contract.
 *
 * @returns the report, whatever the server does
 * @throws UserError if the provision module or a certificate cannot be used
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  const { target, name = target.baseUrl, shard, parallel, onEvent } = options;
  const { begun = Date.now(), maxTime = MAX_TIME } = options;
  const end = begun + maxTime;
  const isOver = () => Date.now() >= end;
  const run = await openRun({ ...options, isOver, onWait: (wait) => onEvent?.({ type: "waiting", ...wait }) });
  const { length } = run.cases;
  const limit = timeLimit(end, options.signal);
  onEvent?.({ type: "planned", cases: length });
  // A test case may run a second time.
  const ended = new Set<string>();
  const ofCases = await run.runAll({
    parallel,
    signal: limit.signal,
    onResult: (result) => {
      ended.add(result.name);
      onEvent?.({ type: "case-ended", result, ended: ended.size, cases: length });
    },
  });
  const proof = needsProof(options, ofCases) ? await run.findProof(limit.signal) : undefined;
  limit.stop();
  const summary = await run.close();
  const isReplay = options.replay !== undefined;
  const circumstances = run.circumstances();
  const all = run.withFindingsOfRun(ofCases);
  const results = isReplay || keyRejected(circumstances) === undefined ? all : withoutRejectedKey(all);
  await options.onHeld?.(run.held);
  const coverage = { ...run.coverage(results), ...(proof === undefined ? {} : { proof }) };
  const complete = isReplay ? [] : run.complete;
  const date = new Date(begun).toISOString();
  const attributed = withCauses(withCauseSeverities(results, target.severities), run.contract.operations);
  const judged = judgedKnown(attributed, options, { date, complete: shard ? [] : complete });
  const verdict = verdictOf(judged.cases, circumstances, { ...options, coverage, isReplay });
  const { seed } = target;
  return createReport(run.contract.document, {
    verdict,
    results: judged,
    summary,
    coverage,
    target: name,
    start: target.restart?.command,
    only: options.only ?? [],
    complete,
    begun,
    seed,
    shard,
    isReplay,
  });
}

/**
 * Whether a run has only a part of the test cases, which may all expect rejections. A repeated failure proves enough, and an
 * exploration has a limit of its own.
 */
function needsProof({ only = [], shard, replay, explore }: PlanOptions, results: readonly CaseResult[]): boolean {
  if (explore !== undefined) return false;
  if (replay !== undefined) return !results.some(({ outcome }) => isFailure(outcome));
  return only.length > 0 || shard !== undefined;
}

/** The facts that explain why no operation succeeded. */
function circumstancesOf({ contract, settings, exercised }: RunContext): Circumstances {
  const { document, operations } = contract;
  const { baseUrl, credentials, headers, withoutKey } = settings;
  const own = Object.values(credentials.own ?? {})[0] ?? givenAuthorization({ headers });
  const isSecured = operations.some(({ security }) => security.some((schemes) => schemes.length > 0));
  const key = withoutKey ? "refused" : own && isSecured ? "sent" : "none";
  const secured = operations.filter(
    ({ security }) => security.length > 0 && security.every((schemes) => schemes.length > 0),
  );
  return {
    keyVariable: own?.variable ?? "the key",
    key,
    suggestedUrl: urlOfServers(document, baseUrl),
    rejectedKey: exercised.states.rejectedKey(secured.map(({ id }) => id)),
    withPathParameters: new Set(operations.filter(({ path }) => path.includes("{")).map(({ id }) => id)),
  };
}

/** The base URL with the path of the document's first server; undefined if it has that path. */
function urlOfServers(document: OpenApiDocument, baseUrl: string): string | undefined {
  const server = firstServer(document);
  if (!URL.canParse(server, baseUrl)) return undefined;
  const path = new URL(server, baseUrl).pathname.replace(/\/+$/, "");
  return path === "" || baseUrl.endsWith(path) ? undefined : new URL(path, baseUrl).href;
}

/** A signal that is aborted at the end of the run's time, or with the caller's own. */
function timeLimit(end: number, signal: AbortSignal | undefined): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort(new Skipped(skipFor({ kind: "time" })));
  const left = end - Date.now();
  // The plan may have taken all of the time.
  if (left <= 0) abort();
  const timer = setTimeout(abort, Math.max(0, left));
  const either = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
  // As many requests as run at once may wait for it: Node takes more than ten for a leak.
  setMaxListeners(Number.POSITIVE_INFINITY, either);
  return {
    signal: either,
    stop: () => clearTimeout(timer),
  };
}

/** The settings that decide which test cases a run has. */
export type PlanOptions = Pick<
  VerifyOptions,
  "contract" | "api" | "target" | "only" | "shard" | "budget" | "explore" | "replay" | "onExchange"
> & {
  ledgerFile?: string | undefined;
  /** Receives each wait that the target asks for, at its beginning. */
  onWait?: (wait: Wait) => void;
  /** Ends the plan (default: it is completed). */
  isOver?: IsOver;
};

/** A run that was opened: its test cases can be run one by one, or all together. */
export interface OpenRun {
  readonly contract: Contract;
  readonly cases: readonly PlannedCase[];
  /** The operations of which it has all test cases; undefined for all operations. A shard has a part of each. */
  readonly complete: readonly string[] | undefined;
  /** Runs one test case. */
  runCase(planned: PlannedCase, signal?: AbortSignal): Promise<CaseResult>;
  /** Where nothing succeeded so far, looks for an operation that does. Returns its id; undefined if there is none. */
  findProof(signal?: AbortSignal): Promise<string | undefined>;
  /** Why the results prove nothing because no operation succeeded; undefined if one did. */
  nothingTested(results: readonly CaseResult[]): Promise<string | undefined>;
  /** The facts so far that explain why no operation succeeded. */
  circumstances(): Circumstances;
  /** The parts of the document that were exercised so far. */
  coverage(results: readonly CaseResult[]): Coverage;
  /** Runs all test cases. */
  runAll(options: RunOptions): Promise<CaseResult[]>;
  /** The relations that held so far. */
  readonly held: HeldRelations;
  /** Ends the run: cleans up, and returns what the run learned besides the results. */
  close(): Promise<RunSummary>;
  /** The results of all test cases, in their order. They have the findings of the closed run that no test case made. */
  withFindingsOfRun(results: readonly CaseResult[]): CaseResult[];
}

/**
 * Opens a run: uses the connection of the target, and loads its provision module.
 *
 * @throws UserError if the provision module or a certificate cannot be used
 */
export async function openRun(options: PlanOptions): Promise<OpenRun> {
  const run = contextOf(options);
  const { wire } = run.gate;
  if (options.onExchange) wire.onExchange = options.onExchange;
  if (options.onWait) wire.waiting.onWait = options.onWait;
  const all = planned(run, options);
  const cases = selectCases(all, options);
  run.budget.reserve(cases);
  run.exploration?.divide(cases);
  // A module that cannot be loaded ends the run before the first request.
  const { cleanUp, sign } = await run.ledger.provision();
  const connection = { ...(await openConnection(options.target.connection)), sign };
  const coverage = (results: readonly CaseResult[]) => run.exercised.coverage(run.contract.operations, results);
  const findOwnProof = async (signal?: AbortSignal) => {
    // A test case may have used an operation that has no test case in this run.
    return run.exercised.states.anySucceeded ?? (signal?.aborted ? undefined : findProof(run, signal));
  };
  run.gate.wire.connection = connection;
  return {
    contract: run.contract,
    cases,
    complete: completeOperations(all, options.only),
    runCase: (planned, signal) => runCase(run, planned, { signal }),
    runAll: async (runOptions) => [
      ...withoutResources(withHiddenConversions(await runCases(run, cases, runOptions)), run.settings),
    ],
    withFindingsOfRun: (results) => withFindingsOfRun(run, cases, results),
    findProof: findOwnProof,
    nothingTested: async (results) => {
      const proof = await findOwnProof();
      return proof === undefined ? reasonWithoutSuccess(results, circumstancesOf(run), coverage(results)) : undefined;
    },
    circumstances: () => circumstancesOf(run),
    coverage,
    held: {
      overlay: () => suggestedOverlay(run.contract, run.learned),
      workflows: (url) => heldWorkflows(run, url),
      parents: (operation, parameter) => listedParents(run, operation, parameter),
    },
    async close() {
      await removeKept(run);
      await cleanUp?.().catch(({ message }: Error) => {
        run.leftovers.push({ operation: "", resource: "", reason: message });
      });
      await run.unjudged.judge(run.journal.takeUnjudged());
      connection.close();
      run.log?.close();
      return summaryOf(run);
    },
  };
}

/** The test cases that a run with these settings would have. Sends nothing. */
export function planRun(options: PlanOptions): PlannedCase[] {
  return selectCases(planned(contextOf(options), options), options);
}

function contextOf({ contract, target, ...options }: PlanOptions): RunContext {
  return createRunContext(contract instanceof Contract ? contract : new Contract(contract), target, options);
}

function planned(run: RunContext, { replay, isOver }: PlanOptions): PlannedCase[] {
  return replay ? planReplay(run, replay, isOver) : planCases(run, isOver);
}
