import type { Operation } from "#openapi/operations/operation.js";
import { resourceOf } from "#statements/resources/find-resources.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { creatingOperation } from "#statements/resources/resource.js";
import { scopeOf } from "#statements/resources/scopes.js";
import type { Contract } from "#verify/model/contract.js";
import type { Target } from "#verify/model/target/target.js";
import type { WriteLevel } from "#verify/model/target/writes.js";
import { type Need, type Skip, skipFor } from "#verify/model/test-case/need.js";
import type { TargetFacts } from "#verify/model/test-case/request-context.js";
import type { SuiteId, TestCase } from "#verify/model/test-case/test-case.js";
import { refusalOf } from "./permission.js";
import { levelOfCreation, levelOfUpsert } from "./undoing.js";
import { formatsOf } from "./unknown-values.js";

/** The levels, the safest one first. */
const LEVELS: readonly WriteLevel[] = ["reversible", "creations"];

/** The suites whose requests to an item name nothing. */
const OF_NOTHING: readonly SuiteId[] = ["unknown-resources", "unsupported-methods"];

/** The facts of a plan on which the levels depend. */
interface Plan {
  contract: Contract;
  target: TargetFacts;
  settings: Pick<Target, "provision">;
}

/**
 * Why a test case that writes is skipped in a run that only reads. It needs the least level at which it may run, and what it
 * lacks beside that. So a report can say what a setting opens.
 */
export function writesSkip(run: Plan, testCase: Pick<TestCase, "operation" | "actor" | "suite">): Skip {
  const { operation, actor } = testCase;
  const level = LEVELS.find((candidate) => mayRun(run, testCase, candidate));
  const lacked = level === undefined ? lackedAtAnyLevel(run, operation) : [];
  if (!Array.isArray(lacked)) return lacked;
  const writes = skipFor({ kind: "writes", level: level ?? "reversible" });
  const key: Need[] = actor === undefined || run.target.hasActor(actor) ? [] : [{ kind: "credentials", actor }];
  return { reason: writes.reason, needs: [...writes.needs, ...lacked, ...key] };
}

function mayRun(run: Plan, { operation, suite }: Pick<TestCase, "operation" | "suite">, level: WriteLevel): boolean {
  if (refusalOf(operation, at(run, level)) !== undefined) return false;
  return (OF_NOTHING.includes(suite) && mayNameNothing(run, operation, level)) || hasOwn(run, operation, level);
}

/** Whether a value of a path can be one that nothing has. A number may identify a resource of somebody, and PUT may create. */
function mayNameNothing({ contract, target }: Plan, operation: Operation, level: WriteLevel): boolean {
  const last = pathParameters(operation).at(-1);
  const isNothing = last !== undefined && formatsOf(contract.document, last).some((format) => format !== "number");
  return isNothing && (operation.method === "delete" || isWithin(level, levelOfUpsert(contract, operation, target)));
}

/** The needs of an operation that no level meets; a skip if no setting helps. */
function lackedAtAnyLevel(run: Plan, operation: Operation): Need[] | Skip {
  const refused = refusalOf(operation, at(run, "creations"));
  if (refused) return refused.needs.length > 0 ? [...refused.needs] : refused;
  return [{ kind: "own" }];
}

function at({ contract, target }: Plan, writes: WriteLevel) {
  return { contract, target: { ...target, writes } };
}

/** Whether there is something that an operation may change. The run creates it at a level, or the target gives it. */
function hasOwn(run: Plan, operation: Operation, level: WriteLevel): boolean {
  const { contract, target, settings } = run;
  const last = pathParameters(operation).at(-1);
  if (!last || settings.provision !== undefined || target.values[operation.id]?.[last.name] !== undefined) return true;
  const resource = resourceOf(contract, operation, last);
  const create = resource && creatingOperation(resource);
  if (!create)
    return scopeOf(contract, operation)?.resource === resource && isWithin(level, creationLevel(run, operation));
  if (create.method === "put") return isWithin(level, levelOfUpsert(contract, create, target));
  // A creation below a resource of the run needs no level of its own.
  if (create !== operation && pathParameters(create).length > 0) return hasOwn(run, create, level);
  return isWithin(level, creationLevel(run, create));
}

function creationLevel({ contract, target }: Plan, operation: Operation): WriteLevel | undefined {
  return levelOfCreation(contract, operation, target);
}

function isWithin(level: WriteLevel, needed: WriteLevel | undefined): boolean {
  return needed !== undefined && LEVELS.indexOf(needed) <= LEVELS.indexOf(level);
}
