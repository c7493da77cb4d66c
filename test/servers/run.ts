import { fileURLToPath } from "node:url";
import { applyOverlay } from "#openapi/overlay/apply-overlay.js";
import type { Overlay } from "#openapi/overlay/overlay.js";
import { Contract } from "#verify/model/contract.js";
import type { ReplayedFailure } from "#verify/model/finding/replay.js";
import type { KnownCause } from "#verify/model/known.js";
import type { ExplorationLimit } from "#verify/model/target/limits.js";
import { singleCredential, type Target } from "#verify/model/target/target.js";
import { type CaseResult, findingsOf } from "#verify/model/test-case/outcome.js";
import { statementOf } from "#verify/report/failure.js";
import type { Report } from "#verify/report/report.js";
import { verify } from "#verify/verify.js";
import { failuresOf } from "../verify/failures.js";
import { ownOperations } from "../verify/own-operations.js";
import { testTarget } from "../verify/target.js";
import { RequestReader } from "./request-reader.js";
import type { Service, Variation } from "./service.js";
import { startService } from "./start.js";

/** A service, and all that a run against it needs. */
export interface Subject<State> {
  service: Service<State>;
  /** The valid key. */
  key: string;
  /** Values that exist on a new server, and values that a run may consume. */
  values: Target["values"];
  /** Milliseconds in which a change has to show (default: 2000). */
  settle?: number;
  /** Operations that may be sent although they reach others (default: none). */
  allowed?: readonly string[];
}

/** The results of a run. */
export interface Run {
  verdict: string;
  /** The failures and errors of test cases, one line each. */
  failures: string[];
  /** The findings of failed test cases, without the received values. */
  findings: string[];
  /** The warnings of test cases. */
  warnings: string[];
  /** The reasons of skipped test cases. */
  skipped: string[];
  /** How many requests were sent. */
  requests: number;
  /** The inferred relations that held. */
  overlay: Overlay | undefined;
  report: Report;
}

/** Verifies a server with one variation, as a team would verify its staging: with a key, values and writes. */
export type Runner<State> = (variation: Variation<State>, options?: RunnerOptions) => Promise<Run>;

export interface RunnerOptions {
  /** The run ends with the first finding that is not one of these. */
  knownFindings?: readonly string[];
  /** Settings of the target that differ. */
  settings?: Partial<Target>;
  /** The run has these test cases only. */
  only?: readonly string[];
  /** How much the run explores (default: not at all). */
  explore?: ExplorationLimit | undefined;
  /** The causes that are accepted (default: none). */
  known?: readonly KnownCause[];
  /** Whether the run accepts the causes that it finds (default: false). */
  updateKnown?: boolean;
  /** The failures of an earlier run that are repeated (default: the run is not a repetition). */
  replay?: readonly ReplayedFailure[];
}

/**
 * Makes runs against servers of one service. The document is read and compiled once.
 *
 * @param overlay changes the document for `verify`, and not for the servers
 */
export async function createRunner<State>(
  { service, key, values, settle = 2000, allowed = [] }: Subject<State>,
  overlay?: Overlay,
): Promise<Runner<State>> {
  const reader = await RequestReader.of(fileURLToPath(new URL(service.file, import.meta.url)));
  const { document } = reader;
  const contract = new Contract(overlay ? await applyOverlay(document, overlay, "the overlay") : document);
  return async (
    variation,
    { knownFindings, settings, only = [], explore, replay, known, updateKnown = false } = {},
  ) => {
    const server = await startService(service, reader, variation);
    const stop = new AbortController();
    try {
      const target = testTarget(server.url, {
        credentials: { own: singleCredential(key, "SERVICE_KEY") },
        values,
        hasExampleData: false,
        allowed: new Set([...allowed, ...ownOperations(contract.operations)]),
        settle,
        ...settings,
      });
      let suggested: Overlay | undefined;
      const report = await verify({
        onHeld: async (held) => {
          suggested = await held.overlay();
        },
        ...{ contract, target, only, explore, replay, known, updateKnown },
        signal: stop.signal,
        onEvent: (event) => {
          if (!knownFindings || event.type !== "case-ended") return;
          if (findingsIn([event.result]).some((finding) => !knownFindings.includes(finding))) stop.abort();
        },
      });
      if (server.errors.length > 0) throw server.errors[0];
      const { verdict, cases, counts } = report;
      const [failures, findings, warnings] = [failuresOf(cases), findingsIn(cases), warningsIn(cases)];
      const skipped = cases.flatMap(({ outcome }) => (outcome.verdict === "skipped" ? outcome.reason : []));
      const { requests } = counts;
      return { verdict, failures, findings, warnings, skipped, requests, overlay: suggested, report };
    } finally {
      await server.close();
    }
  };
}

function findingsIn(cases: readonly CaseResult[]): string[] {
  const failed = cases.filter(({ outcome }) => outcome.verdict === "failed");
  return failed.flatMap(({ name, outcome }) => findingsOf(outcome).map(({ message }) => `${name}: ${message}`));
}

function warningsIn(cases: readonly CaseResult[]): string[] {
  return cases.flatMap(({ name, warnings }) => warnings.map((warning) => `${name}: ${statementOf(warning)}`));
}
