import type { Finding } from "../model/finding/finding.js";
import { signatureOf } from "../model/finding/signature.js";
import { groupBy } from "../model/group-by.js";
import { type CaseResult, findingsOf } from "../model/test-case/outcome.js";

/** A warning, and the test cases that have it. */
export interface Warning extends Finding, Pick<CaseResult, "operation" | "method" | "path"> {
  /** The names of the test cases. */
  cases: readonly string[];
}

/** The warnings of test cases, each once for an operation: the same observation often recurs with each request. */
export function distinctWarnings(results: readonly CaseResult[]): Warning[] {
  const all = results.flatMap(({ operation, method, path, name, warnings }) =>
    warnings.map((warning) => ({ ...warning, operation, method, path, name })),
  );
  const groups = groupBy(all, ({ operation, check, basis, message }) =>
    signatureOf({ operation, check, basis, message }),
  );
  return [...groups.values()].flatMap(([first, ...repeated]) => {
    if (!first) return [];
    const { name, ...warning } = first;
    return [{ ...warning, cases: [...new Set([name, ...repeated.map((result) => result.name)])] }];
  });
}

/** A finding; or the error of a test case, which has a message and perhaps a stack, but not a check. */
export interface Problem extends Partial<Omit<Finding, "reproduce">> {
  message: string;
  reproduce: string | undefined;
  stack?: string | undefined;
}

/** A problem of a test case that counts against the server. */
export interface CaseFailure extends Problem {
  result: CaseResult;
  /** How often the test case found the same: in each item of a list, for example. */
  count: number;
}

/**
 * The failures of test cases in groups: the same operation, check, place, requirements and message. Numbers in messages
 * are ignored, and missing responses of an operation are one group. A test case occurs once in a group.
 */
export function failureGroups(cases: readonly CaseResult[]): CaseFailure[][] {
  const failures = cases.flatMap((result) =>
    [...groupBy(failuresOf(result), groupOf).values()].flatMap(([first, ...rest]) =>
      first ? [{ ...first, count: 1 + rest.length }] : [],
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
