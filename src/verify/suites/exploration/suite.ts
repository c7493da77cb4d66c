import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { isSkippedFor } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { RANDOM, type TestCase } from "#verify/model/test-case/test-case.js";
import { hasAcceptedValues } from "#verify/requests/accepted-values/accepted-values.js";
import type { AllowedValue } from "#verify/requests/accepted-values/allowed-value.js";
import { invalidRequestsOf } from "#verify/requests/invalid/invalid-requests.js";
import { calculatedParameters } from "#verify/requests/operands.js";
import { requireAllowedRequest } from "#verify/resources/valid-request.js";
import { keyOf, type Step, usualScenario } from "#verify/trial/scenario.js";
import { Trial } from "#verify/trial/trial.js";
import { unusualParts } from "#verify/trial/unusual-parts.js";
import { type Suite, testCase } from "../suite.js";
import { followersOf, type RandomScenario, randomRequests, randomSequences } from "./random-scenarios.js";

/**
 * Sends random requests and sequences beyond those of the other suites, within the limit of the exploration. The document
 * says what a failure is: the checks are those of the other suites.
 */
export const exploration: Suite = (context, operation) => {
  const { contract, explores, target } = context;
  if (explores !== true || operation.method === "delete" || operation.method === "trace") return [];
  const resource = resourceCreatedBy(contract, operation);
  const isExplorable =
    hasAcceptedValues(operation, target) ||
    invalidRequestsOf(contract, operation).length > 0 ||
    calculatedParameters(context, operation).length > 0;
  const hasSequences = target.keepsState && resource !== undefined && followersOf(resource).length > 0;
  return [
    ...(isExplorable ? [explorationOf(operation, "requests", randomRequests)] : []),
    ...(resource && hasSequences
      ? [explorationOf(operation, "sequences", (context, usual) => randomSequences(context, usual, resource))]
      : []),
  ];
};

/** Makes random scenarios from the usual request. */
type Source = (context: CaseContext, usual: RequestSpec) => () => RandomScenario;

function explorationOf(operation: Operation, of: string, source: Source): TestCase {
  return testCase("exploration", operation, `${RANDOM} ${of} get documented responses`, {
    async run(context) {
      const usual = await requireAllowedRequest(context, operation);
      await explore(context, usual, source(context, usual)).catch((error: unknown) => {
        if (!(error instanceof Skipped && isSkippedFor(error, "exploration"))) throw error;
      });
    },
  });
}

/** So many repetitions in a row show that there is nothing else to send. */
const MOST_REPETITIONS = 30;

/** Sends random scenarios within the share of the test case. */
async function explore(context: CaseContext, usual: RequestSpec, next: () => RandomScenario): Promise<void> {
  const trial = new Trial(context, usual, { explores: true });
  const sent = new Set([keyOf(usualScenario(usual))]);
  await trial.run(async () => {
    let repetitions = 0;
    while (repetitions < MOST_REPETITIONS && context.mayExplore() && !trial.isOver) {
      const random = next();
      const key = keyOf(random.scenario);
      const isSent = !sent.has(key) && (await send(context, trial, random));
      sent.add(key);
      repetitions = isSent ? 0 : repetitions + 1;
    }
  });
}

/** Whether the operation calculates with a value: no function is defined for each number. */
function isOperand(context: CaseContext, { usual }: Step, { part }: AllowedValue): boolean {
  const operands = calculatedParameters(context, usual.operation);
  return operands.some((parameter) => pointerTo("", parameter.in, parameter.name) === part);
}

/** @returns whether anything was sent */
async function send(context: CaseContext, trial: Trial, { scenario, learn }: RandomScenario): Promise<boolean> {
  const result = await trial.try(scenario);
  learn?.(result?.kind !== "rejected", result && "exchange" in result ? result.exchange : undefined);
  const [first, ...later] = scenario;
  const [value, ...rest] = first?.violations.length === 0 && later.length === 0 ? (first.values ?? []) : [];
  const isAlone = value && rest.length === 0 && unusualParts(context, scenario).length <= 1;
  if (first && isAlone && result?.kind === "rejected" && !isOperand(context, first, value)) {
    await trial.noteRejection(first, value, result.exchange);
  }
  return result !== undefined;
}
