import type { Environment } from "./environment.js";
import type { PlannedCase } from "./plan.js";
import { runCase } from "./run-case.js";
import type { CaseReport } from "./verification.js";

/**
 * Runs cases in this process, without Vitest: what only reads first, several at once; what writes one by one.
 *
 * @param enough tells by a report that the rest need not be run
 * @returns their reports, in the order of the cases
 */
export async function runAll(
  environment: Environment,
  cases: readonly PlannedCase[],
  parallel: number,
  enough: (report: CaseReport) => boolean = () => false,
): Promise<CaseReport[]> {
  const reports = new Map<PlannedCase, CaseReport>();
  let ended = false;
  const work = async (queue: PlannedCase[]) => {
    for (let next = queue.shift(); next && !ended; next = queue.shift()) {
      const report = await runCase(environment, next);
      reports.set(next, report);
      ended ||= enough(report);
    }
  };
  const reading = cases.filter(({ planned }) => !planned.writes);
  await Promise.all(Array.from({ length: parallel }, () => work(reading)));
  await work(cases.filter(({ planned }) => planned.writes));
  return cases.flatMap((each) => reports.get(each) ?? []);
}
