import { asObject, type OpenApiDocument } from "../../openapi/document.js";
import { openPointsOf, type PromiseState, promiseStates, promisesOf } from "../promises.js";
import type { Shard } from "../select.js";
import type { Summary } from "../summary.js";
import type { Counts, Verdict } from "../verdict.js";
import type { CaseReport } from "../verification.js";

/** All that a run has to tell: what report.json holds, and the other reports are made of. */
export interface Report {
  verdict: Verdict["verdict"];
  reason: string | undefined;
  counts: Counts & { requests: number };
  contract: { title: string; version: string };
  /** The target's address; its name for one that was started for the run. */
  target: string;
  /** When the run began: ISO 8601. */
  date: string;
  /** Milliseconds. */
  duration: number;
  /** What made-up values were derived from: `--seed` repeats them. */
  seed: number;
  /** The part of the cases that was run; undefined for all of them. */
  shard: Shard | undefined;
  cases: CaseReport[];
  promises: PromiseState[];
  /** What the target was seen to do where the document leaves it open. */
  observed: { id: string; open: string; seen: string[] }[];
  undocumented: Summary["undocumented"];
  leftovers: string[];
}

/** Puts a report together. */
export function reportOf(
  document: OpenApiDocument,
  run: {
    verdict: Verdict;
    reports: CaseReport[];
    summary: Summary;
    target: string;
    begun: number;
    seed: number;
    shard: Shard | undefined;
  },
): Report {
  const { verdict, reports, summary, target, begun, seed, shard } = run;
  const { title, version } = asObject(document.info);
  return {
    verdict: verdict.verdict,
    reason: verdict.reason,
    counts: { ...verdict.counts, requests: summary.requests },
    contract: { title: String(title), version: String(version) },
    target,
    date: new Date(begun).toISOString(),
    duration: Date.now() - begun,
    seed,
    shard,
    cases: reports,
    promises: promiseStates(promisesOf(document), reports),
    observed: openPointsOf(document).map(({ id, open }) => ({
      id,
      open,
      seen: summary.observed.filter((each) => each.id === id).map(({ seen }) => seen),
    })),
    undocumented: summary.undocumented,
    leftovers: summary.leftovers,
  };
}
