import { type CaseResult, findingsOf, groupBy } from "../../../report/report.js";

/** A finding, or an error, of a test case. */
export interface CaseFailure {
  result: CaseResult;
  /** The check that made the finding; undefined for an error. */
  check: string | undefined;
  message: string;
  requirements: readonly string[];
  place: string | undefined;
  expected: string | undefined;
  received: string | undefined;
  assumes: readonly string[];
  reproduce: string | undefined;
  stack: string | undefined;
}

/**
 * The failures of test cases in groups: the same operation, check, place, requirements and message. Numbers in messages
 * are ignored, and missing responses of an operation are one group.
 */
export function failureGroups(cases: readonly CaseResult[]): CaseFailure[][] {
  const groups = groupBy(cases.flatMap(failuresOf), ({ result, check, place, requirements, message, stack }) => {
    const isMissingResponse = check === undefined && stack === undefined;
    const text = isMissingResponse ? "" : message.replace(/\d+/g, "#");
    return JSON.stringify([result.operation, check, place, requirements, text, isMissingResponse]);
  });
  return [...groups.values()];
}

function failuresOf(result: CaseResult): CaseFailure[] {
  const { outcome } = result;
  const findings = findingsOf(outcome).map((finding): CaseFailure => ({ result, ...finding, stack: undefined }));
  if (outcome.verdict !== "error") return findings;
  const { reason, reproduce, stack } = outcome;
  const unknown = { check: undefined, requirements: [], place: undefined, expected: undefined, received: undefined };
  const message = stack === undefined ? reason : `error in the test case: ${reason}`;
  return [...findings, { result, ...unknown, message, assumes: [], reproduce, stack }];
}
