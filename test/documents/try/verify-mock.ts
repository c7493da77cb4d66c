import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { verifyTarget } from "#verify/verify-target.js";

/** The numbers of test cases in a run of `verify`, by their result. */
export interface VerifyCounts {
  milliseconds: number;
  passed: number;
  failed: number;
  skipped: number;
  warnings: number;
  /** Test cases for which the time was too short. */
  late: number;
  /** Why the run proves nothing; null if it does. */
  reason: string | null;
  /** Of the test cases that a server without state can satisfy: their number, and those skipped for want of a value. */
  stateless: number;
  withoutValue: number;
  /** The places that admit no value, with their reasons. */
  unsatisfiable: string[];
  /** The failed test cases, each with its first finding or its error. */
  failures: string[];
}

/** The time limit of a run, in milliseconds. */
const MAX_TIME = 60_000;

const UNSATISFIABLE = "no value could be generated, because of ";
const CONTRADICTION = "no value is valid, because of ";

/** The reasons of test cases that are skipped because the document gives no value, and none could be made. */
const WITHOUT_VALUE = [
  "no value exists for ",
  UNSATISFIABLE,
  "the document has no complete example",
  "it needs a value ",
  "it requires a body of a media type that is not generated",
];

/** Verifies the mock of a document by its document. */
export async function verifyMock(spec: string): Promise<VerifyCounts> {
  const begun = Date.now();
  const { counts, cases, reason = null } = await verifyTarget({ spec, embedded: "mock", maxTime: MAX_TIME }, {});
  const skips = cases.flatMap(({ outcome }) => (outcome.verdict === "skipped" ? [outcome] : []));
  const needsOf = (kind: string) => skips.filter(({ needs }) => needs?.some((need) => need.kind === kind));
  const reasons = skips.map((skip) => skip.reason);
  const late = needsOf("time").length;
  return {
    milliseconds: Date.now() - begun,
    passed: counts.passed,
    failed: counts.failed + counts.errors,
    skipped: counts.skipped,
    warnings: counts.warnings,
    late,
    reason: late > 0 ? null : reason,
    stateless: cases.length - needsOf("state").length,
    withoutValue: reasons.filter((text) => WITHOUT_VALUE.some((begin) => text.startsWith(begin))).length,
    unsatisfiable: [
      ...new Set(reasons.filter((text) => text.startsWith(UNSATISFIABLE) || text.startsWith(CONTRADICTION))),
    ],
    failures: cases.flatMap(failureOf),
  };
}

/** A test case that failed, in a line. */
function failureOf({ operation, name, suite, outcome }: CaseResult): string[] {
  if (outcome.verdict !== "failed" && outcome.verdict !== "error") return [];
  const [first] = "findings" in outcome ? outcome.findings : [];
  return [`${operation}, ${suite}, ${name}: ${JSON.stringify(first ?? outcome).slice(0, 600)}`];
}
