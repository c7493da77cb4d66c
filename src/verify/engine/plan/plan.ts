import { asObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { hasContent } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Contract } from "#verify/model/contract.js";
import type { ReplayedFailure } from "#verify/model/finding/replay.js";
import { groupBy } from "#verify/model/group-by.js";
import { excludedSkip, type Skip, skipFor } from "#verify/model/test-case/need.js";
import type { SuiteId, TestCase } from "#verify/model/test-case/test-case.js";
import { writesSkip } from "#verify/resources/permission/needed-writes.js";
import { refusalOf } from "#verify/resources/permission/permission.js";
import { missingCase, replayedCase } from "#verify/suites/exploration/replayed-case.js";
import { SUITES_FOR_ANY_DOCUMENT } from "#verify/suites/registry.js";
import { testCase } from "#verify/suites/suite.js";
import { coveredRequirements } from "../findings/attribution.js";
import type { RunContext } from "../run/run-context.js";
import type { PlannedCase } from "./planned-case.js";

/** The suites for a server without state: a mock accepts every key, knows every id, and stores nothing. */
const STATELESS_SUITES: readonly SuiteId[] = ["examples", "invalid-requests", "exploration"];

/** Whether a test case needs a server that keeps state. */
export function needsServerState({ suite }: TestCase): boolean {
  return !STATELESS_SUITES.includes(suite);
}

/** Whether the time of a run is over. */
export type IsOver = () => boolean;

/**
 * All test cases of a document, by operation in its order. An operation for which the time does not suffice has one, which
 * is skipped. The plan of a large document takes seconds.
 */
export function planCases(run: RunContext, isOver?: IsOver): PlannedCase[] {
  const { api, contract } = run;
  const rules = groupBy(
    (api.rules ?? []).flatMap((rule) => rule(run)),
    ({ operation }) => operation,
  );
  const cases = contract.operations.flatMap((operation) =>
    isOver?.()
      ? [unplannedCase(operation)]
      : [...SUITES_FOR_ANY_DOCUMENT.flatMap((suite) => suite(run, operation)), ...(rules.get(operation) ?? [])],
  );
  return withUniqueNames(cases).map((testCase) => planned(run, testCase));
}

/**
 * The test cases that failed in an earlier run. Those of every run are found by their names, and an exploration has its
 * requests.
 *
 * @throws UserError if the contract lacks a part of a request
 */
export function planReplay(run: RunContext, failures: readonly ReplayedFailure[], isOver?: IsOver): PlannedCase[] {
  const known = new Map(planCases(run, isOver).map((entry) => [entry.testCase.name, entry]));
  const named = failures
    .filter(({ replay }) => replay === undefined)
    .map((failure) => known.get(failure.case) ?? failure);
  const replayed = failures.flatMap((failure) => (failure.replay ? [replayedCase(run, failure, failure.replay)] : []));
  return [
    ...new Set(named.map((entry) => ("testCase" in entry ? entry : planned(run, missingCase(run, entry))))),
    ...withUniqueNames(replayed).map((testCase) => planned(run, testCase)),
  ];
}

/** Stands for all test cases of an operation that was not planned in time. */
function unplannedCase(operation: Operation): TestCase {
  return testCase("examples", operation, "not planned", { skip: skipFor({ kind: "time" }), run: async () => {} });
}

function planned(run: RunContext, testCase: TestCase): PlannedCase {
  const covers = coveredRequirements(run.contract.requirements, testCase.covers);
  return { testCase, covers, skip: skipOf(run, testCase) };
}

/** Whether the document requires a body of a method whose requests have none. */
function requiresUnsendableBody({ document }: Contract, { method, pointer }: Operation): boolean {
  if (hasContent({ method })) return false;
  const { node } = resolveReference(document, asObject(valueAt(document, pointer)).requestBody, pointer);
  return node.required === true;
}

function skipOf(run: RunContext, testCase: TestCase): Skip | undefined {
  const { skip, suite, writes, actor, operation } = testCase;
  const { contract, settings, target } = run;
  const unavailable = settings.unavailable?.get(operation.id);
  if (unavailable !== undefined) return { reason: unavailable, needs: [] };
  const excluded = target.excluded?.get(operation.id);
  if (excluded !== undefined) return excludedSkip(operation.id, excluded);
  if (skip !== undefined) return skip;
  if (!target.keepsState && needsServerState(testCase)) return skipFor({ kind: "state" });
  const unsendable = unsendableReason(contract, operation);
  if (unsendable !== undefined) return { reason: unsendable, needs: [] };
  if (writes && settings.writes === "none") return writesSkip(run, testCase);
  const refused = refusalOf(operation, run);
  if (refused !== undefined) return refused;
  if (settings.withoutKey && (suite === "authentication" || actor !== undefined)) return skipFor({ kind: "key" });
  if (actor === undefined || target.hasActor(actor)) return undefined;
  return skipFor({ kind: "credentials", actor });
}

/** Why no request can be made as the document describes it; undefined if one can. */
function unsendableReason(contract: Contract, operation: Operation): string | undefined {
  if (/[?#]/.test(operation.path)) return "its path has a query or a fragment, so it is the path of another operation";
  if (requiresUnsendableBody(contract, operation))
    return `a ${operation.method.toUpperCase()} request with a body cannot be sent`;
  return undefined;
}

/** Numbers names that occur more than once, because reports identify test cases by their names. */
function withUniqueNames(cases: readonly TestCase[]): TestCase[] {
  const counts = new Map<string, number>();
  return cases.map((testCase) => {
    const count = (counts.get(testCase.name) ?? 0) + 1;
    counts.set(testCase.name, count);
    return count === 1 ? testCase : { ...testCase, name: `${testCase.name} (${count})` };
  });
}
