import { fileURLToPath } from "node:url";
import { TEAM_API } from "#team-api/team-api.js";
import { planCases } from "#verify/engine/plan/plan.js";
import type { PlannedCase } from "#verify/engine/plan/planned-case.js";
import { selectCases } from "#verify/engine/plan/select.js";
import { withFindingsOfRun } from "#verify/engine/run/findings-of-run.js";
import { runCases } from "#verify/engine/run/run-cases.js";
import { createRunContext } from "#verify/engine/run/run-context.js";
import type { Contract } from "#verify/model/contract.js";
import { DIRECT } from "#verify/model/request/connection.js";
import { singleCredential, type Target } from "#verify/model/target/target.js";
import { type CaseResult, findingsOf, isFailure } from "#verify/model/test-case/outcome.js";
import { withCauses } from "#verify/report/cause/causes.js";
import type { Cause } from "#verify/report/report.js";
import { type Verdict, verdictOf } from "#verify/report/verdict.js";
import type { Change } from "./change.js";
import { type FaultyServer, startFaulty } from "./server.js";

/** The result of verification on one server. */
export interface Score {
  change: Change;
  verdict: Verdict["verdict"];
  requests: number;
  /** Ids of the requirements that the findings name. */
  requirements: Set<string>;
  results: CaseResult[];
  /** The causes of failures. */
  causes: Cause[];
}

export interface ScoreOptions {
  /** Whether the run ends with its first finding (default: false). */
  untilFound?: boolean;
  /** The run has these test cases only (default: all). */
  only?: readonly string[];
  /** Of the generated values (default: 1). */
  seed?: number;
}

const PROVISION = fileURLToPath(new URL("../../src/team-api/sandbox/provision.ts", import.meta.url));

/** Milliseconds. Loopback is quick, so a hanging server is detected soon; a legal one may run on a slow machine. */
const timeoutFor = ({ breaks }: Change) => (breaks ? 1500 : 30_000);

/**
 * Verifies one changed server as a team would verify its staging: with keys, a mapped import, writes, and a provision module.
 *
 * @param contract read once for all servers, because compiling its schemas takes longer than a run
 */
export async function score(
  contract: Contract,
  change: Change,
  { untilFound = false, only = [], seed = 1 }: ScoreOptions = {},
): Promise<Score> {
  const server = await startFaulty(change);
  try {
    const run = createRunContext(contract, { ...targetOf(server, change), seed }, { api: TEAM_API });
    const cases = selectCases(planCases(run), { only });
    const ofCases: CaseResult[] = [];
    for (const part of untilFound ? relevantFirst(cases, change) : [cases]) {
      const onResult = ({ outcome }: CaseResult) => (untilFound && isFailure(outcome) ? "stop" : undefined);
      ofCases.push(...(await runCases(run, part, { parallel: 4, onResult })));
      if (untilFound && ofCases.some(({ outcome }) => isFailure(outcome))) break;
    }
    const results = withFindingsOfRun(run, cases, ofCases);
    const requirements = new Set(
      results.flatMap(({ outcome }) => findingsOf(outcome).flatMap((finding) => finding.requirements)),
    );
    const { verdict } = verdictOf(results, { keyVariable: "TEAM_API_KEY", key: "sent" });
    const causes = withCauses(results, contract.operations).causes.filter(({ severity }) => severity === "failure");
    return { change, verdict, requests: server.requests(), requirements, results, causes };
  } finally {
    await server.close();
  }
}

function targetOf({ url, keys, controlUrl, controlToken }: FaultyServer, change: Change): Target {
  return {
    baseUrl: url,
    credentials: {
      own: singleCredential(keys.first, "TEAM_API_KEY"),
      sameTeam: singleCredential(keys.sameTeam, "SAME_TEAM_KEY"),
      otherTeam: singleCredential(keys.otherTeam, "OTHER_TEAM_KEY"),
      outsideBeta: singleCredential(keys.outsideBeta, "OUTSIDE_BETA_KEY"),
    },
    values: { retrieveContactImport: { id: { completed: "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b" } } },
    timeout: timeoutFor(change),
    settle: 300,
    writes: "creations",
    allowed: new Set(["addSuppression"]),
    hasExampleData: false,
    keepsState: true,
    headers: {},
    rate: undefined,
    connection: DIRECT,
    restart: undefined,
    provision: { module: PROVISION, url: controlUrl.replace(/\/_sandbox$/, ""), token: controlToken },
    strict: false,
    seed: 1,
  };
}

/** The test cases of the broken requirements, then the others: those that write come after all that read of their part. */
function relevantFirst(cases: readonly PlannedCase[], { breaks = [] }: Change): PlannedCase[][] {
  const isRelevant = ({ covers }: PlannedCase) => covers.some((id) => breaks.includes(id));
  return [cases.filter(isRelevant), cases.filter((each) => !isRelevant(each))];
}

/** Whether the verdict says that something is wrong with the server. */
export function isCaught({ verdict }: Score): boolean {
  return verdict === "failed" || verdict === "error";
}

/** Faults by the number of causes that they show as. */
export interface FaultsByCauses {
  one: Score[];
  two: Score[];
  more: Score[];
}

/** The faults that were caught, by the number of causes that they show as. */
export function byCauses(faults: readonly Score[]): FaultsByCauses {
  const caught = faults.filter(isCaught);
  return {
    one: caught.filter(({ causes }) => causes.length <= 1),
    two: caught.filter(({ causes }) => causes.length === 2),
    more: caught.filter(({ causes }) => causes.length > 2),
  };
}

/** Whether at least 90 % of the faults show as one cause, and none as more than two. */
export function areGrouped({ one, two, more }: FaultsByCauses): boolean {
  return more.length === 0 && two.length <= (one.length + two.length) / 10;
}
