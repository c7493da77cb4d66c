import { afterAll, describe, test } from "vitest";
import { inDocument } from "./openapi/document/document-error.js";
import { TEAM_API } from "./team-api/team-api.js";
import { skipText } from "./verify/model/test-case/need.js";
import { type CaseResult, isFailure } from "./verify/model/test-case/outcome.js";
import { withCauseSeverities } from "./verify/report/cause/cause-severities.js";
import { withCauses } from "./verify/report/cause/causes.js";
import { failureText, statementOf } from "./verify/report/failure.js";
import { leftoverText } from "./verify/report/wording.js";
import { warningLines } from "./verify/reporters/warning-lines.js";
import type { TargetSettings } from "./verify/target/resolve-target.js";
import { openRun, type VerifyOptions } from "./verify/verify.js";
import { openTarget } from "./verify/verify-target.js";

/** The settings of contract tests. Without `baseUrl` and `targetFile`, the sandbox is started and tested. */
export interface ContractTestOptions extends TargetSettings, Pick<VerifyOptions, "only" | "budget" | "explore"> {}

/** Milliseconds of one test case: many requests, and a rate limit that is waited for. */
const TIMEOUT = 300_000;

/**
 * Declares one Vitest test for each test case of the contract. A failure message stands alone; a test
 * case that cannot run on the target is skipped with its reason. Call it at the top of a test file, with `await`.
 *
 * @throws UserError if the contract or the target cannot be used
 */
export async function contractTests({
  only = [],
  budget,
  explore,
  ...settings
}: ContractTestOptions = {}): Promise<void> {
  const { document, spec, name, target, close } = await openTarget(settings, TEAM_API);
  const run = await inDocument(spec, () =>
    openRun({ contract: document, api: TEAM_API, target, only, budget, explore }),
  );
  const results: CaseResult[] = [];
  afterAll(async () => {
    const nothing = await run.nothingTested(results);
    const { leftovers } = await run.close();
    const all = run.withFindingsOfRun(results);
    const [failure] = all.flatMap(({ outcome }, index) => {
      const isNew = isFailure(outcome) && !isFailure(results[index]?.outcome ?? outcome);
      return (isNew && failureText(outcome, run.contract.requirements, target.restart?.command)) || [];
    });
    // Vitest shows the annotations of failed tests alone.
    const { causes } = withCauses(withCauseSeverities(all, target.severities), run.contract.operations);
    const warnings = nothing === undefined ? warningLines({ causes, start: undefined }, "run team-api verify") : [];
    if (warnings.length > 0) console.warn(warnings.join("\n"));
    for (const leftover of leftovers) console.warn(`Not removed from ${name}: ${leftoverText(leftover)}`);
    await close();
    // Most test cases pass on a server that rejects everything.
    if (nothing !== undefined) throw new ContractFailure(nothing);
    if (failure !== undefined) throw new ContractFailure(failure);
  });
  describe(name, () => {
    for (const planned of run.cases) {
      test(planned.testCase.name, { timeout: TIMEOUT }, async ({ skip, signal, annotate }) => {
        const result = await run.runCase(planned, signal);
        results.push(result);
        const { outcome, warnings } = result;
        for (const warning of warnings) await annotate(statementOf(warning), "warning");
        if (outcome.verdict === "skipped") skip(skipText(outcome));
        const failure = failureText(outcome, run.contract.requirements, target.restart?.command);
        if (failure !== undefined) throw new ContractFailure(failure);
      });
    }
  });
}

/** A failure whose message is complete: the stack would point into this file. */
class ContractFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ContractFailure";
    this.stack = `${this.name}: ${message}`;
  }
}
