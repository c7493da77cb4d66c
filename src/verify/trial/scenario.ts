import { jsonText } from "#openapi/document/long-integer.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { type Exchange, isSuccess } from "../model/request/exchange.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { NoResponse } from "../model/test-case/skipped.js";
import type { AllowedValue } from "../requests/accepted-values/allowed-value.js";
import { withNewValues } from "../requests/accepted-values/changed-request.js";
import type { Violation } from "../requests/invalid/violation.js";
import { type Created, createdBy, isConfirmed } from "../resources/created/created.js";
import { OF_CREATED, replayOf, type SentStep } from "./replay.js";
import { type Reason, type StepResult, sendStep, withViolations } from "./send-step.js";

/** One request of a scenario: a request that the document allows, and what makes it invalid, if anything does. */
export interface Step {
  /** The request from which this one was made. */
  usual: RequestSpec;
  request: RequestSpec;
  /** The documented values that were put into the usual request. */
  values?: readonly AllowedValue[];
  violations: readonly Violation[];
  /** JSON pointers to the fields of the body that a failure does not need. */
  needless?: readonly string[];
}

/**
 * Requests that are sent one after the other. Path values whose source is a response are those of the resource that the
 * first one created.
 */
export type Scenario = readonly Step[];

/** The scenario of the usual request alone. */
export function usualScenario(usual: RequestSpec): Scenario {
  return [{ usual, request: usual, violations: [] }];
}

/** Equal for scenarios that send the same. */
export function keyOf(scenario: Scenario): string {
  return jsonText(
    scenario.map(({ request: { operation, parameters, body }, violations }) => [
      operation.id,
      parameters.map(({ parameter, value }) => [parameter.name, value]),
      body,
      violations.map(({ what, place }) => [what, place]),
    ]),
  );
}

/** How a scenario is run. */
export interface RunOptions {
  reason: Reason;
  /**
   * Whether no other run lists the scenario. Its findings carry its requests. A resource that the first one creates is removed
   * at once, and not at the end of the test case.
   */
  explores: boolean;
}

/**
 * Sends a scenario, with new unique values, up to the first failure. Writes only to a resource that the first request
 * certainly created.
 *
 * @returns the result of the first request, unless a later one failed; undefined if none may be sent
 * @throws Skipped if a response cannot be judged; NoResponse with the requests that had none
 */
export async function runScenario(
  context: CaseContext,
  scenario: Scenario,
  { reason, explores }: RunOptions,
): Promise<StepResult | undefined> {
  const sent: SentStep[] = [];
  let first: StepResult | undefined;
  let created: Created | undefined;
  try {
    for (const step of scenario) {
      const request = await preparedRequest(context, step, created);
      if (!request) continue;
      sent.push({ request, violations: step.violations });
      const result = await sendStep(context, request, step.violations, reason);
      if (result.kind === "failed" && explores) {
        const replay = replayOf(context, sent);
        return { ...result, found: result.found.map((finding) => ({ ...finding, replay })) };
      }
      if (result.kind === "failed") return result;
      if (result.kind === "accepted" && sent.length === 1 && explores) {
        created = await creationOf(context, request, result.exchange);
      }
      first ??= result;
    }
    return first;
  } catch (error) {
    if (error instanceof NoResponse && explores) error.replay = replayOf(context, sent);
    throw error;
  } finally {
    if (explores) await context.removeCreated();
  }
}

/** The request of a step; undefined if it needs a created resource, and may not be sent to this one. */
async function preparedRequest(
  context: CaseContext,
  { usual, request, violations }: Step,
  created: Created | undefined,
): Promise<RequestSpec | undefined> {
  const needsCreated = request.parameters.some(({ source }) => source === OF_CREATED);
  if (needsCreated && !created) return undefined;
  const value = created?.path.at(-1)?.value;
  const bound = {
    ...request,
    parameters: request.parameters.map((parameter) =>
      parameter.source === OF_CREATED && value !== undefined ? { ...parameter, value } : parameter,
    ),
  };
  const prepared = await withViolations(context, withNewValues(context, bound), violations);
  // If not even the usual request may be sent, the test case ends with the reason.
  const isUsual = request === usual && violations.length === 0 && !needsCreated;
  return isUsual || (await context.prepare(prepared)) ? prepared : undefined;
}

/** The resource that a request created; undefined if it created none that could be identified. */
async function creationOf(
  context: CaseContext,
  request: RequestSpec,
  exchange: Exchange,
): Promise<Created | undefined> {
  const { operation, parameters } = request;
  const resource = resourceCreatedBy(context.contract, operation);
  if (!resource || !isSuccess(exchange)) return undefined;
  const outer = pathParameters(operation).flatMap(
    (parameter) => parameters.find((known) => known.parameter === parameter) ?? [],
  );
  const created = createdBy(context.contract, resource, operation, { request, exchange, outer, parent: undefined });
  if (created) await isConfirmed(context, created);
  return created;
}
