import { afterAll, describe, test } from "vitest";
import { CONTRACT } from "../installation.js";
import { loadDocument } from "../openapi/load.js";
import { planCases } from "./engine/plan.js";
import { runCase } from "./engine/run-case.js";
import { createRunContext } from "./engine/run-context.js";
import { selectCases } from "./engine/select.js";
import { Contract } from "./model/contract.js";
import { groupBy } from "./model/group-by.js";
import { failureText } from "./report/failure.js";
import { resolveTarget, type TargetSettings } from "./target/resolve-target.js";
import { useConnection } from "./transport/connection.js";
import { cleanUp } from "./verify.js";

/** The settings of contract tests. Without `baseUrl` and `targetFile`, the sandbox is started and tested. */
export interface ContractTestOptions extends Partial<TargetSettings> {
  /** Selects test cases by name, suite, operation or requirement (default: all). */
  only?: readonly string[];
}

/** Milliseconds of one test case: many requests, and a rate limit that is waited for. */
const TIMEOUT = 300_000;

/**
 * Declares one Vitest test for each test case of the contract, grouped by operation. A failure message stands alone; a test
 * case that cannot run on the target is skipped with its reason. Call it at the top of a test file, with `await`.
 *
 * @throws UserError if the contract or the target cannot be used
 */
export async function contractTests({ only = [], ...settings }: ContractTestOptions = {}): Promise<void> {
  const spec = settings.spec ?? CONTRACT;
  const document = await loadDocument(spec);
  const { name, target, close } = await resolveTarget({ ...DEFAULTS, ...settings, spec }, document);
  const restoreConnection = await useConnection(target.connection);
  const contract = new Contract(document);
  const run = createRunContext(contract, target);
  const cases = selectCases(planCases(run), { only, shard: undefined });
  afterAll(async () => {
    await cleanUp(run);
    for (const leftover of run.leftovers.texts) console.warn(`Not removed from ${name}: ${leftover}`);
    await restoreConnection();
    await close();
  });
  describe(name, () => {
    for (const [operation, own] of groupBy(cases, ({ testCase }) => testCase.operation.id)) {
      describe(operation, () => {
        for (const planned of own) {
          test(shortName(planned.testCase.name), { timeout: TIMEOUT }, async ({ skip, signal }) => {
            const { outcome } = await runCase(run, planned, signal);
            if (outcome.verdict === "skipped") skip(outcome.reason);
            const failure = failureText(outcome, contract.requirements);
            if (failure !== undefined) throw new ContractFailure(failure);
          });
        }
      });
    }
  });
}

const DEFAULTS: Omit<TargetSettings, "spec"> = {
  targetFile: undefined,
  baseUrl: undefined,
  keyVariable: "TEAM_API_KEY",
  allowWrites: false,
  strict: false,
  seed: undefined,
  timeout: undefined,
  rate: undefined,
  parallel: undefined,
};

/** The name of a test case without its operation. */
function shortName(name: string): string {
  return name.replace(/^.*? › /, "");
}

/** A failure whose message is complete: the stack would point into this file. */
class ContractFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ContractFailure";
    this.stack = `${this.name}: ${message}`;
  }
}
