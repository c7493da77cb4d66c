import { GeneratedValues } from "../generation/generated-values.js";
import type { TargetFacts } from "../model/case-context.js";
import type { Contract } from "../model/contract.js";
import type { ExplorationLimit } from "../model/exploration.js";
import type { Target } from "../model/target.js";
import type { RunSummary } from "../report/report.js";
import { Disposables } from "../target/disposables.js";
import { Transport } from "../transport/transport.js";
import { Budget, defaultBudget } from "./budget.js";
import { Leftovers } from "./created-resources.js";
import { ExercisedParts } from "./exercised-parts.js";
import { Exploration } from "./exploration.js";
import { HeldRelations } from "./held-relations.js";
import { KeptResources } from "./kept-resources.js";
import { Observations } from "./observations.js";
import { Settling } from "./settling.js";
import { SharedResultMap } from "./shared-results.js";

/** Everything that the test cases of one run share. */
export interface RunContext {
  contract: Contract;
  settings: Target;
  target: TargetFacts;
  generator: GeneratedValues;
  resources: Disposables;
  shared: SharedResultMap;
  corroboration: HeldRelations;
  transport: Transport;
  observations: Observations;
  leftovers: Leftovers;
  kept: KeptResources;
  settling: Settling;
  exercised: ExercisedParts;
  budget: Budget;
  exploration: Exploration | undefined;
  /** Whether the run explores. */
  explores: boolean;
  /** The ids of operations that succeeded in this run. */
  succeeded: Set<string>;
}

/**
 * Creates the context of a run.
 *
 * @param budget how many requests it sends at most
 * @param explore the limit of its exploration (default: it does not explore)
 */
export function createRunContext(
  contract: Contract,
  settings: Target,
  budget?: number,
  explore?: ExplorationLimit,
): RunContext {
  const observations = new Observations(settings);
  return {
    contract,
    settings,
    target: targetFacts(settings),
    generator: new GeneratedValues(settings.seed),
    resources: new Disposables(settings),
    shared: new SharedResultMap(),
    corroboration: new HeldRelations(),
    // U9: rate limits are open.
    transport: new Transport(settings, (operation) => observations.observe("U9", `${operation} responded with 429`)),
    observations,
    leftovers: new Leftovers(settings),
    kept: new KeptResources(),
    settling: new Settling(settings.settle),
    exercised: new ExercisedParts(contract.document),
    // An exploration has its own limit. A budget that was set limits everything.
    budget: new Budget(budget ?? defaultBudget(contract.operations.length), budget !== undefined),
    exploration: explore && new Exploration(explore, settings.seed),
    explores: explore !== undefined,
    succeeded: new Set(),
  };
}

function targetFacts({ values, hasExampleData, keepsState, strict, credentials }: Target): TargetFacts {
  return {
    values,
    hasExampleData,
    keepsState,
    strict,
    hasActor: (actor) => credentials[actor] !== undefined,
    ownKeys: Object.values(credentials.own ?? {}).map(({ value }) => value),
  };
}

/** The facts that a run learned besides the results of its test cases. */
export function summaryOf({ transport, observations, leftovers }: RunContext): RunSummary {
  return {
    requests: transport.requests,
    observed: observations.observed,
    undocumentedFields: observations.undocumentedFields,
    leftovers: [...leftovers.texts],
  };
}
