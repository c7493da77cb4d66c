import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { openPointsOf, requirementsOf } from "#openapi/document/requirements.js";
import type { Cause } from "../model/cause.js";
import type { Comparison } from "../model/comparison.js";
import type { Coverage } from "../model/coverage.js";
import type { KnownEntry } from "../model/known.js";
import type { Shard } from "../model/target/limits.js";
import type { Leftover, UnsafeRequests } from "../model/target/ownership.js";
import type { CaseResult } from "../model/test-case/outcome.js";
import { countingIn } from "./cause/causes.js";
import { type Exclusion, excludedOf } from "./excluded.js";
import type { KnownResults } from "./known/known.js";
import { type RequirementState, requirementStates, selectedRequirements } from "./requirement-states.js";
import type { Counts, Verdict } from "./verdict.js";

export { type Cause, isAccepted } from "../model/cause.js";
export { type Coverage, countOperations, coveragePercent } from "../model/coverage.js";
export type { Finding } from "../model/finding/finding.js";
export type { Replay } from "../model/finding/replay.js";
export { groupBy } from "../model/group-by.js";
export type { KnownAs, KnownEntry } from "../model/known.js";
export { type Leftover, REASONS, type UnsafeRequests } from "../model/target/ownership.js";
export { isSkippedFor, settingPath, skipText } from "../model/test-case/need.js";
export {
  type CaseResult,
  type CaseState,
  countOutcomes,
  findingsOf,
  isFailure,
  type Outcome,
  reasonOf,
  skippedOf,
  stateOf,
} from "../model/test-case/outcome.js";
export { SUITES, type SuiteId } from "../model/test-case/test-case.js";
export { type Exclusion, exclusionExtent, exclusionText } from "./excluded.js";
export type { RequirementState } from "./requirement-states.js";

/** The result of a run: the content of report.json, and the source of every other report. */
export interface Report {
  verdict: Verdict["verdict"];
  reason: string | undefined;
  /** Warnings are counted by their causes. */
  counts: Counts & { warnings: number; requests: number };
  /** Its file is a path from the working directory, or a URL. Undefined if the document was given as an object. */
  contract: { title: string; version: string; file?: string; lines?: ContractLines };
  /** The target's address, or the name of a target that was started for the run. */
  target: string;
  /** When the run began: ISO 8601. */
  date: string;
  /** Milliseconds. */
  duration: number;
  /**
   * Milliseconds in which the run waited because the target asked for it (429 or 503 with Retry-After). Left out if it did
   * not.
   */
  waited?: number;
  /** The seed of generated values; `--seed` repeats them. */
  seed: number;
  /** The command that starts the target again, if it was started for the run. */
  start: string | undefined;
  /** The part of the test cases that ran; undefined for all of them. */
  shard: Shard | undefined;
  /** Whether the run repeated the failures of an earlier one (default: false). */
  isReplay?: boolean;
  /** The faults of the server, and further observations: failures first, those that most operations show above all. */
  causes: Cause[];
  cases: CaseResult[];
  requirements: RequirementState[];
  /** The known causes, and whether they still show; left out for a run without a file of them. */
  known?: KnownEntry[];
  /** The operations of which the run had all test cases (`--only`); left out for all operations. */
  complete?: readonly string[];
  /** The differences to another run; left out without one (`--compare`). */
  comparison?: Comparison;
  /** The parts that settings exclude; left out if there are none. */
  excluded?: Exclusion[];
  /** The behavior of the target at each open point. */
  observations: { id: string; open: string; seen: string[] }[];
  undocumentedFields: UndocumentedField[];
  /** Created resources that were not removed. */
  leftovers: Leftover[];
  /** The unsafe requests that were sent, and why each was allowed; left out for recorded traffic. */
  unsafe?: UnsafeRequests[];
  /** The actors whose keys the target file gives, and no request used; left out if there are none. */
  unusedKeys?: readonly string[];
  /** The parts of the document that were exercised; undefined for recorded traffic. */
  coverage?: Coverage | undefined;
  /** The requests of the exploration; left out for a run without one. */
  exploration?: ExplorationSummary;
}

/**
 * The lines of the repository that have the places of causes, by JSON pointer. They are by operation where a cause has no
 * place. A file is a path from the root of the repository. If the repository does not have the document, these are the lines
 * that name it.
 */
export type ContractLines = Record<string, { file: string; line: number | undefined }>;

/** A field of a response that the document does not have. */
export interface UndocumentedField {
  operation: string;
  /** JSON pointer into the body; indexes of lists are written as `*`. */
  at: string;
}

/** The facts that a run learned besides the results of its test cases. */
export interface RunSummary {
  requests: number;
  /** Milliseconds in which the run waited because the target asked for it (default: 0). */
  waited?: number;
  observed: { id: string; seen: string }[];
  undocumentedFields: UndocumentedField[];
  leftovers: Leftover[];
  unsafe?: UnsafeRequests[];
  /** The actors whose keys no request used (default: none). */
  unusedKeys?: readonly string[];
}

/** How much of a run was exploration. */
export interface ExplorationSummary {
  requests: number;
  /** How many test cases of the exploration sent a request. */
  cases: number;
}

/** The exploration of a run; undefined if it did not explore. */
export function explorationOf(cases: readonly CaseResult[]): ExplorationSummary | undefined {
  const own = cases.filter(({ suite }) => suite === "exploration");
  if (own.length === 0) return undefined;
  const counts = own.map(({ outcome: { statuses } }) => statuses.length);
  return { requests: counts.reduce((sum, count) => sum + count, 0), cases: counts.filter((count) => count > 0).length };
}

/** Combines the results of a run. */
export function createReport(
  document: OpenApiDocument,
  run: {
    verdict: Verdict;
    results: KnownResults;
    summary: RunSummary;
    coverage?: Coverage | undefined;
    target: string;
    start: string | undefined;
    /** The selection of the run; an empty list for all test cases. */
    only: readonly string[];
    /** The operations of which the run had all test cases (default: all). */
    complete?: readonly string[] | undefined;
    /** Milliseconds since 1970. */
    begun: number;
    seed: number;
    shard: Shard | undefined;
    isReplay?: boolean;
  },
): Report {
  const { verdict, results, summary, coverage, target, start, only, complete, begun, seed, shard } = run;
  const { isReplay = false } = run;
  const { causes, cases, known } = results;
  const { title, version } = asObject(document.info);
  const exploration = isReplay ? undefined : explorationOf(cases);
  const excluded = excludedOf(cases);
  return {
    verdict: verdict.verdict,
    reason: verdict.reason,
    counts: { ...verdict.counts, warnings: countingIn(causes, "warning").length, requests: summary.requests },
    contract: { title: String(title), version: String(version) },
    target,
    date: new Date(begun).toISOString(),
    duration: Date.now() - begun,
    ...(summary.waited ? { waited: summary.waited } : {}),
    seed,
    start,
    shard,
    ...(isReplay ? { isReplay } : {}),
    causes,
    cases,
    requirements: requirementStates(selectedRequirements(requirementsOf(document), cases, only), cases),
    ...(known ? { known } : {}),
    ...(complete ? { complete } : {}),
    ...(excluded.length > 0 ? { excluded } : {}),
    observations: openPointsOf(document).map(({ id, open }) => ({
      id,
      open,
      seen: summary.observed.filter((observation) => observation.id === id).map(({ seen }) => seen),
    })),
    undocumentedFields: summary.undocumentedFields,
    leftovers: summary.leftovers,
    ...(summary.unsafe ? { unsafe: summary.unsafe } : {}),
    ...(summary.unusedKeys?.length ? { unusedKeys: summary.unusedKeys } : {}),
    coverage,
    ...(exploration ? { exploration } : {}),
  };
}
