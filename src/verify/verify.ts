import type { OpenApiDocument } from "../openapi/document.js";
import { type PlannedCase, planCases } from "./engine/plan.js";
import { runCases } from "./engine/run-cases.js";
import { createRunContext, type RunContext, summaryOf } from "./engine/run-context.js";
import { selectCases } from "./engine/select.js";
import { Contract } from "./model/contract.js";
import type { CaseResult } from "./model/outcome.js";
import type { Shard } from "./model/shard.js";
import type { Target } from "./model/target.js";
import { createReport, type Report } from "./report/report.js";
import { verdictOf } from "./report/verdict.js";
import { useConnection } from "./transport/connection.js";

/** The settings of a run. */
export interface VerifyOptions {
  /** The contract, bundled; or one that was read for an earlier run. */
  contract: OpenApiDocument | Contract;
  target: Target;
  /** The name of the target in reports (default: its base URL). */
  name?: string;
  /** How many requests are sent at once (default: 8). */
  parallel?: number;
  /** Selects test cases by name, suite, operation or requirement (default: all). */
  only?: readonly string[];
  /** The part of the test cases that runs (default: all of them). */
  shard?: Shard | undefined;
  /** Whether skipped test cases are a failure (default: false). */
  requireAll?: boolean;
  /** Interrupts the run. Running test cases clean up, and the report says how far the run came. */
  signal?: AbortSignal | undefined;
  /** Receives the events of the run. */
  onEvent?: (event: RunEvent) => void;
}

/** An event of a run. */
export type RunEvent =
  | { type: "planned"; cases: number }
  | { type: "case-ended"; result: CaseResult; ended: number; cases: number };

const PARALLEL = 8;

/**
 * Tests a server against its contract.
 *
 * @returns the report, whatever the server does
 * @throws UserError if the provision module or a certificate cannot be used
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  const { target, parallel = PARALLEL, requireAll = false, signal, onEvent } = options;
  const begun = Date.now();
  const contract = contractOf(options);
  const restoreConnection = await useConnection(target.connection);
  try {
    const run = createRunContext(contract, target);
    // A module that cannot be loaded ends the run before the first request.
    await run.resources.provision();
    const cases = plan(run, options);
    onEvent?.({ type: "planned", cases: cases.length });
    let ended = 0;
    const results = await runCases(run, cases, {
      parallel,
      signal,
      onResult: (result) => {
        ended += 1;
        onEvent?.({ type: "case-ended", result, ended, cases: cases.length });
      },
    });
    await cleanUp(run);
    const [own] = Object.values(target.credentials.own ?? {});
    const verdict = verdictOf(results, own?.variable ?? "the key", requireAll);
    const name = options.name ?? target.baseUrl;
    const { seed } = target;
    const summary = summaryOf(run);
    return createReport(contract.document, {
      verdict,
      results,
      summary,
      target: name,
      begun,
      seed,
      shard: options.shard,
    });
  } finally {
    await restoreConnection();
  }
}

/** The test cases that a run with these settings would have. */
export function planRun(options: Pick<VerifyOptions, "contract" | "target" | "only" | "shard">): PlannedCase[] {
  return plan(createRunContext(contractOf(options), options.target), options);
}

function contractOf({ contract }: Pick<VerifyOptions, "contract">): Contract {
  return contract instanceof Contract ? contract : new Contract(contract);
}

function plan(run: RunContext, { only = [], shard }: Pick<VerifyOptions, "only" | "shard">): PlannedCase[] {
  return selectCases(planCases(run), { only, shard });
}

/** Ends the provision module. A failure is reported with the resources that were not removed. */
export async function cleanUp({ resources, leftovers }: RunContext): Promise<void> {
  const { cleanUp: end } = await resources.provision();
  await end?.().catch((error: Error) => leftovers.addText(error.message));
}
