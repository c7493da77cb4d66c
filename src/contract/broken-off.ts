import { BROKEN_OFF } from "./case.js";
import { Environment } from "./environment.js";
import { plan } from "./plan.js";
import { reportOf } from "./run-case.js";
import { selected } from "./select.js";
import type { CaseReport, Verification } from "./verification.js";

/** The reports of a run that was broken off, with those of the cases that it did not come to. */
export function withUnsent(
  reports: readonly CaseReport[],
  { document, target, only, shard }: Verification,
): CaseReport[] {
  const ended = new Map(reports.map((report) => [report.name, report]));
  return selected(plan(new Environment(document, target)), only, shard).map(
    ({ planned }) =>
      ended.get(planned.name) ?? reportOf(planned, { verdict: "not verified", reason: BROKEN_OFF, statuses: [] }),
  );
}
