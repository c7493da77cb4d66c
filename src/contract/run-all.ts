import type { Environment } from "./environment.js";
import type { PlannedCase } from "./plan.js";
import { runCase } from "./run-case.js";
import type { CaseReport } from "./verification.js";

/**
 * Runs cases in this process, without Vitest: what only reads first, several at once; what writes one by one.
 *
 * @returns their reports, in the order of the cases
 */
export async function runAll(
  environment: Environment,
  cases: readonly PlannedCase[],
  parallel: number,
): Promise<CaseReport[]> {
  const reports = new Map<PlannedCase, CaseReport>();
  const work = async (queue: PlannedCase[]) => {
    for (let next = queue.shift(); next; next = queue.shift()) reports.set(next, await runCase(environment, next));
  };
  const reading = cases.filter(({ planned }) => !planned.writes);
  await Promise.all(Array.from({ length: parallel }, () => work(reading)));
  await work(cases.filter(({ planned }) => planned.writes));
  return cases.flatMap((each) => reports.get(each) ?? []);
}
