import { type CaseResult, type Finding, findingsOf, groupBy, signatureOf } from "#verify/report/report.js";

/** A finding of a test case; or its error, which has a message and perhaps a stack, but not a check. */
export interface CaseFailure extends Partial<Omit<Finding, "reproduce">> {
  result: CaseResult;
  message: string;
  reproduce: string | undefined;
  stack?: string | undefined;
  /** How often the test case found the same: in each item of a list, for example. */
  count: number;
}

/**
 * The failures of test cases in groups: the same operation, check, place, requirements and message. Numbers in messages
 * are ignored, and missing responses of an operation are one group. A test case occurs once in a group.
 */
export function failureGroups(cases: readonly CaseResult[]): CaseFailure[][] {
  const failures = cases.flatMap((result) =>
    [...groupBy(failuresOf(result), groupOf).values()].flatMap(([first, ...others]) =>
      first ? [{ ...first, count: 1 + others.length }] : [],
    ),
  );
  return [...groupBy(failures, groupOf).values()];
}

function failuresOf(result: CaseResult): CaseFailure[] {
  const { outcome } = result;
  const findings = findingsOf(outcome).map((finding) => ({ result, ...finding, count: 1 }));
  if (outcome.verdict !== "error") return findings;
  const { reason, reproduce, stack } = outcome;
  const message = stack === undefined ? reason : `error in the test case: ${reason}`;
  return [...findings, { result, message, reproduce, stack, count: 1 }];
}

function groupOf({ result: { operation }, ...failure }: CaseFailure): string {
  if (failure.check === undefined && failure.stack === undefined) return `${operation} no response`;
  return JSON.stringify([signatureOf({ ...failure, operation }), failure.requirements]);
}
