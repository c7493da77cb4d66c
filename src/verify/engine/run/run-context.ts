import { randomInt } from "node:crypto";
import { SeededRandomness } from "#values/random/randomness.js";
import { HistoryJudge } from "#verify/history/history-judge.js";
import { Journal } from "#verify/journal/journal.js";
import type { Api } from "#verify/model/api.js";
import type { Contract } from "#verify/model/contract.js";
import type { ExplorationLimit } from "#verify/model/target/limits.js";
import type { Leftover } from "#verify/model/target/ownership.js";
import { givenAuthorization, mayHaveDataOfOthers, OTHER_ACTORS, type Target } from "#verify/model/target/target.js";
import type { TargetFacts } from "#verify/model/test-case/request-context.js";
import { redact } from "#verify/report/redaction/redact.js";
import { sanitizeLeftover } from "#verify/report/redaction/sanitize.js";
import type { RunSummary } from "#verify/report/report.js";
import { GeneratedValues } from "#verify/requests/generated-values.js";
import { AcceptedBodies } from "#verify/resources/accepted/accepted-bodies.js";
import { StatedConstraints } from "#verify/resources/accepted/stated-constraints.js";
import { CurrentTags } from "#verify/resources/current-tags.js";
import { CurrentVersions } from "#verify/resources/current-versions.js";
import { Gate } from "#verify/resources/gate.js";
import { CreationLog } from "#verify/resources/ledger/creation-log.js";
import { Learner } from "#verify/resources/ledger/learner.js";
import { Ledger } from "#verify/resources/ledger/ledger.js";
import { SeenItems } from "#verify/resources/lists/seen-items.js";
import { GivenValues } from "#verify/resources/permission/given-values.js";
import { ShownResources } from "#verify/resources/shown/shown-resources.js";
import { loadProvision } from "#verify/target/provision-module.js";
import { sentSchemes } from "#verify/transport/prepare-request.js";
import { Exploration } from "../exploration.js";
import { ExampleOutcomes } from "../findings/example-outcomes.js";
import { ExercisedParts } from "../findings/exercised-parts.js";
import { History } from "../findings/history.js";
import { Observations } from "../findings/observations.js";
import { UnjudgedExchanges } from "../findings/unjudged.js";
import { Budget, defaultBudget } from "../plan/budget.js";
import { Tries } from "../plan/tries.js";
import { Learned } from "./learned.js";
import { LoginTokens } from "./login-tokens.js";
import { Settling } from "./settling.js";

/** Everything that the test cases of one run share. */
export interface RunContext {
  api: Api;
  contract: Contract;
  settings: Target;
  target: TargetFacts;
  generator: GeneratedValues;
  ledger: Ledger;
  /** Writes down what is created, before it is sent (default: nothing does). */
  log: CreationLog | undefined;
  /** The exchanges of the run. */
  journal: Journal;
  /** The identifiers that responses showed. */
  shown: ShownResources;
  accepted: AcceptedBodies;
  /** The constraints that rejections stated. */
  stated: StatedConstraints;
  tries: Tries;
  seen: SeenItems;
  /** Which examples of the document were accepted, and which rejected. */
  examples: ExampleOutcomes;
  tags: CurrentTags;
  /** The versions of resources that the last reads showed. */
  versions: CurrentVersions;
  gate: Gate;
  learned: Learned;
  observations: Observations;
  /** Created resources that were not removed. */
  leftovers: Leftover[];
  settling: Settling;
  exercised: ExercisedParts;
  history: History;
  /** The findings about exchanges that no test case judged. */
  unjudged: UnjudgedExchanges;
  /** The findings about the history of resources. */
  judge: HistoryJudge;
  budget: Budget;
  exploration: Exploration | undefined;
  /** Whether the run explores. */
  explores: boolean;
}

/** The settings of a run beside those of its target. */
export interface RunSettings {
  /** Knowledge of the API that the contract cannot hold (default: none). */
  api?: Api;
  /** How many requests the run sends at most. */
  budget?: number | undefined;
  /** The limit of its exploration (default: it does not explore). */
  explore?: ExplorationLimit | undefined;
  /** The file in which the run writes down what it creates (default: none). */
  ledgerFile?: string | undefined;
}

/** Creates the context of a run. */
export function createRunContext(
  contract: Contract,
  settings: Target,
  { api = {}, budget, explore, ledgerFile }: RunSettings = {},
): RunContext {
  const observations = new Observations(contract.document, settings);
  const learned = new Learned(settings.keepsState);
  const createsAmongOthers = settings.writes !== "none" && mayHaveDataOfOthers(settings);
  const ofRun = createsAmongOthers ? new SeededRandomness(randomInt(2 ** 32)) : undefined;
  const generator = new GeneratedValues(settings.seed, ofRun);
  const { provision } = settings;
  const given = new GivenValues(settings.values, async () => (provision ? loadProvision(provision, settings) : {}));
  const target = targetFacts(settings, learned, given);
  const log = ledgerFile === undefined ? undefined : creationLog(ledgerFile, settings);
  const ledger = new Ledger(generator, given, log);
  const learner = new Learner(contract, target, generator, ledger);
  const judge = new HistoryJudge({ contract, target, generator }, ledger, settings.settle);
  const projections = projectionsOf(contract, target, generator, settings);
  const { shown, ...others } = projections;
  // The history is judged by what was known before an exchange.
  const tokens = new LoginTokens(settings);
  const journal = new Journal([tokens, learned, shown, judge, learner, ...Object.values(others)]);
  return {
    api,
    contract,
    settings,
    target,
    generator,
    ledger,
    log,
    journal,
    ...projections,
    tries: new Tries(),
    versions: new CurrentVersions(contract),
    gate: new Gate({ contract, target, ownership: ledger }, settings, journal, (operation) => {
      if (api.rateLimits !== undefined) observations.observe(api.rateLimits, `${operation} responded with 429`);
    }),
    learned,
    observations,
    leftovers: [],
    settling: new Settling(settings.settle),
    judge,
    // An exploration has its own limit. A budget that was set limits everything.
    budget: new Budget(budget ?? defaultBudget(contract.operations.length), budget !== undefined),
    exploration: explore && new Exploration(explore, settings.seed),
    explores: explore !== undefined,
  };
}

/** The facts that follow from exchanges alone. */
function projectionsOf(contract: Contract, target: TargetFacts, generator: GeneratedValues, settings: Target) {
  return {
    shown: new ShownResources(contract),
    exercised: new ExercisedParts(contract.document, (request) => sentSchemes(request, settings, contract.schemes)),
    history: new History(),
    unjudged: new UnjudgedExchanges(contract, target),
    accepted: new AcceptedBodies(generator),
    stated: new StatedConstraints(contract),
    seen: new SeenItems(contract),
    tags: new CurrentTags(contract),
    examples: new ExampleOutcomes(),
  };
}

/** The moment of a run, and a random part, make its numbers its own. */
function creationLog(file: string, settings: Target): CreationLog {
  const run = `${Date.now().toString(36)}${randomInt(36 ** 6).toString(36)}`;
  const redactText = (text: string) => redact(text, settings);
  return new CreationLog(file, { baseUrl: settings.baseUrl, redact: redactText, run });
}

function targetFacts(settings: Target, learned: Learned, given: GivenValues): TargetFacts {
  const authorization = givenAuthorization(settings);
  const own = [...Object.values(settings.credentials.own ?? {}), ...(authorization ? [authorization] : [])];
  const {
    values,
    parameters = {},
    writes,
    removals,
    allowed,
    excluded,
    severities,
    hasExampleData,
    strict,
    credentials,
  } = settings;
  return {
    values,
    parameters,
    writes,
    ...(removals ? { removals } : {}),
    ...(excluded ? { excluded } : {}),
    ...(severities ? { severities } : {}),
    hasExampleData,
    strict,
    allowed: allowed ?? new Set(),
    get removesByModule() {
      return given.loaded ? given.loaded.remove !== undefined : settings.provision !== undefined;
    },
    get keepsState() {
      return learned.keepsState;
    },
    hasActor: (actor) => credentials[actor] !== undefined,
    ownKeys: own.map(({ value }) => value),
    ownSchemes: Object.keys(credentials.own ?? {}),
    givesAuthorization: authorization !== undefined,
  };
}

/** The facts that a run learned besides the results of its test cases. */
export function summaryOf({ gate, observations, leftovers, settings }: RunContext): RunSummary {
  return {
    requests: gate.wire.requests,
    waited: gate.wire.waiting.milliseconds,
    observed: observations.observed,
    undocumentedFields: observations.undocumentedFields,
    leftovers: distinct(leftovers).map((leftover) => sanitizeLeftover(leftover, settings)),
    unsafe: [...gate.unsafe],
    unusedKeys: OTHER_ACTORS.filter((actor) => settings.credentials[actor] !== undefined && !gate.hasUsed(actor)),
  };
}

/** Each resource once: several test cases may have created it. Those without an identifier may be different ones. */
function distinct(leftovers: readonly Leftover[]): Leftover[] {
  const isSame = (left: Leftover, right: Leftover) =>
    left.operation === right.operation && left.resource === right.resource && left.sent === right.sent;
  return leftovers.filter((left, index) => {
    return left.resource === "" || leftovers.findIndex((first) => isSame(first, left)) === index;
  });
}
