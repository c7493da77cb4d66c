import { groupBy } from "../model/group-by.js";
import type { SuiteId, TestCase } from "../model/test-case.js";
import { SUITES_FOR_ANY_DOCUMENT } from "../suites/registry.js";
import { RULES } from "../suites/team-api/registry.js";
import { coveredRequirements } from "./attribution.js";
import type { RunContext } from "./run-context.js";

/** A test case of a run, the requirements that it covers, and why it is skipped, if that is known before the run. */
export interface PlannedCase {
  testCase: TestCase;
  /** Ids of requirements. */
  covers: readonly string[];
  skip: string | undefined;
}

/** The suites for a server without state: a mock accepts every key, knows every id, and stores nothing. */
const STATELESS_SUITES: readonly SuiteId[] = ["examples", "invalid-requests"];

/** All test cases of a document, by operation in its order. */
export function planCases(run: RunContext): PlannedCase[] {
  const { contract, target } = run;
  const rules = groupBy(
    RULES.flatMap((rule) => rule(run)),
    ({ operation }) => operation,
  );
  const cases = contract.operations.flatMap((operation) => [
    ...SUITES_FOR_ANY_DOCUMENT.flatMap((suite) => suite(run, operation)),
    ...(rules.get(operation) ?? []),
  ]);
  return withUniqueNames(cases)
    .filter(({ suite }) => target.keepsState || STATELESS_SUITES.includes(suite))
    .map((testCase) => ({
      testCase,
      covers: coveredRequirements(contract.requirements, testCase.covers),
      skip: skipReason(run, testCase),
    }));
}

const ACTORS: Record<NonNullable<TestCase["needs"]>, string> = {
  sameTeam: "a second key of the team",
  otherTeam: "a key of another team",
  outsideBeta: "a key of a team outside the beta",
};

function skipReason({ settings, target }: RunContext, { skip, writes, needs }: TestCase): string | undefined {
  if (skip !== undefined) return skip;
  if (writes && !settings.writes) return "writes are not allowed (writes: allow, or --allow-writes)";
  if (needs === undefined || target.hasActor(needs)) return undefined;
  return `it needs ${ACTORS[needs]}: add one to the target file, credentials.${needs}`;
}

/** Numbers names that occur more than once, because reports identify test cases by their names. */
function withUniqueNames(cases: readonly TestCase[]): TestCase[] {
  const counts = new Map<string, number>();
  return cases.map((each) => {
    const count = (counts.get(each.name) ?? 0) + 1;
    counts.set(each.name, count);
    return count === 1 ? each : { ...each, name: `${each.name} (${count})` };
  });
}
