import type { Finding } from "../finding/finding.js";
import type { Replay } from "../finding/replay.js";
import { isWarning } from "../finding/severity.js";
import { type Skip, skipText } from "./need.js";
import type { SuiteId } from "./test-case.js";

/** How a test case ended. Durations are in milliseconds. */
export type Outcome =
  | { verdict: "passed"; statuses: readonly number[]; duration: number }
  | { verdict: "failed"; statuses: readonly number[]; duration: number; findings: readonly Finding[] }
  | ({ verdict: "skipped"; statuses: readonly number[] } & Skip)
  | {
      /** No response was received, or the test case itself is defective. */
      verdict: "error";
      reason: string;
      /** The id of its cause; left out until the run has ended. */
      cause?: string;
      /** Whether its cause is known, so that it does not count (default: false). */
      isKnown?: boolean;
      /** The id of the operation that did not respond, the last one before `ended`. Left out for a defect of the test case. */
      silent?: string;
      /** Why there was no response, in words; left out for a defect of the test case. */
      silence?: string;
      /** Nothing responded after the request of that operation, and those of others that were sent at the same time. */
      ended?: { others: readonly string[] };
      /** Whether its last request was sent (default: true). After several without a response, others are not. */
      isSent?: boolean;
      statuses: readonly number[];
      /** Findings before the error. */
      findings: readonly Finding[];
      /** A command line that sends the request again; undefined for a defect of the test case. */
      reproduce: string | undefined;
      /** The stack of a defect of the test case. */
      stack: string | undefined;
      /** The requests that led to it, where the test case alone does not state them. */
      replay?: Replay;
    };

/** A test case that ended. */
export interface CaseResult {
  name: string;
  suite: SuiteId;
  operation: string;
  method: string;
  path: string;
  parameter: string | undefined;
  /** Ids of the requirements that it covers if it passes. */
  covers: readonly string[];
  outcome: Outcome;
  /** Findings that do not count against the server, whatever the outcome is. */
  warnings: readonly Finding[];
  /** Findings that a setting switches off (default: none). */
  off?: readonly Finding[];
  /** The requests of an earlier run that it sent again. */
  replay?: Replay;
}

/** The findings of an outcome. */
export function findingsOf(outcome: Outcome): readonly Finding[] {
  return "findings" in outcome ? outcome.findings : [];
}

/** The skipped test cases, and why each is skipped. */
export function skippedOf(cases: readonly CaseResult[]): (Skip & Pick<CaseResult, "name" | "operation">)[] {
  return cases.flatMap(({ name, operation, outcome }) =>
    outcome.verdict === "skipped" ? [{ name, operation, ...outcome }] : [],
  );
}

/** How a test case ended: `known` if all that is wrong is of known causes. */
export type CaseState = Outcome["verdict"] | "known";

/** How a test case ended. */
export function stateOf(outcome: Outcome): CaseState {
  if (outcome.verdict === "passed" || outcome.verdict === "skipped") return outcome.verdict;
  const isKnown = outcome.verdict === "failed" || outcome.isKnown === true;
  return isKnown && outcome.findings.every((finding) => finding.isKnown) ? "known" : outcome.verdict;
}

/** How many test cases ended in which way. */
export function countOutcomes(cases: readonly CaseResult[]): Record<CaseState, number> {
  const counts = { passed: 0, failed: 0, known: 0, error: 0, skipped: 0 };
  for (const { outcome } of cases) counts[stateOf(outcome)] += 1;
  return counts;
}

/** Why a test case was skipped or ended with an error, in words; undefined for any other outcome. */
export function reasonOf(outcome: Outcome): string | undefined {
  if (outcome.verdict === "skipped") return skipText(outcome);
  return outcome.verdict === "error" ? outcome.reason : undefined;
}

/** The findings of a test case that would be failures without a setting. While it has any, it verifies nothing. */
export function tolerated({ warnings, off = [] }: Pick<CaseResult, "warnings" | "off">): Finding[] {
  return [...warnings, ...off].filter((finding) => finding.setting !== undefined && !isWarning(finding));
}

/** Whether an outcome counts against the server. */
export function isFailure(outcome: Outcome): boolean {
  const state = stateOf(outcome);
  return state === "failed" || state === "error";
}
