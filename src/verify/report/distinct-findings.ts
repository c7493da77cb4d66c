import type { Finding } from "../model/finding/finding.js";
import { signatureOf } from "../model/finding/signature.js";
import { groupBy } from "../model/group-by.js";
import type { CaseResult } from "../model/test-case/outcome.js";

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
