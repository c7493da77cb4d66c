import type { CaseReport } from "../../src/contract/verification.js";

/** What the cases say against a server, a line each: what is broken, and what brought no answer. */
export function accusations(reports: readonly CaseReport[]): string[] {
  return reports.flatMap(({ name, outcome }) =>
    outcome.verdict === "broken"
      ? outcome.findings.map(({ message, received }) => `${name}: ${message}, received ${received}`)
      : outcome.verdict === "no answer"
        ? [`${name}: ${outcome.reason}`]
        : [],
  );
}
