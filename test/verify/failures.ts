import type { Finding } from "#verify/model/finding/finding.js";
import { signatureOf } from "#verify/model/finding/signature.js";
import { groupBy } from "#verify/model/group-by.js";
import { type CaseResult, findingsOf } from "#verify/model/test-case/outcome.js";

/** The failures of test cases, one line each: every finding, and every missing response. */
export function failuresOf(results: readonly CaseResult[]): string[] {
  return results.flatMap(({ name, outcome }) => [
    ...findingsOf(outcome).map(({ message, received }) => `${name}: ${message}, received ${received}`),
    ...(outcome.verdict === "error" ? [`${name}: ${outcome.stack ?? outcome.reason}`] : []),
  ]);
}

/** The warnings of test cases, each once for an operation: the same observation often recurs with each request. */
export function warningsOf(results: readonly CaseResult[]): (Finding & { operation: string })[] {
  const all = results.flatMap(({ operation, warnings }) => warnings.map((warning) => ({ ...warning, operation })));
  const alike = groupBy(all, ({ operation, rule, data, basis }) => signatureOf({ operation, rule, data, basis }));
  return [...alike.values()].flatMap(([first]) => first ?? []);
}
