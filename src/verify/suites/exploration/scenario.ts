import { isReduced } from "#verify/checks/page-size.js";
import { type Exchange, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse, basisIfAccepted } from "#verify/model/request/expectation.js";
import { FROM_RESPONSE, type RequestSpec, type ValueSource } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceCreatedBy } from "#verify/relations/find-resources.js";
import { pathParameters } from "#verify/relations/path-parameters.js";
import { withNewValues } from "#verify/requests/accepted-values/removals.js";
import type { InvalidRequest } from "#verify/requests/invalid/invalid-request.js";
import { expectedRejection, withUniqueTexts } from "#verify/requests/invalid/invalid-request.js";
import { type Created, createdBy, isConfirmed } from "#verify/resources/create-resource.js";
import { itemsFor } from "#verify/resources/valid-request.js";
import { sendAllowed, type TrialResult } from "../accepted-values/send-allowed.js";

/** The source of the id of the resource that the first request of a sequence creates. The value is known once it is sent. */
export const OF_CREATED: ValueSource = { ...FROM_RESPONSE };

/** One request of a scenario: a request that the document allows, and what makes it invalid, if anything does. */
export interface Step {
  /** The request from which the random one was made. */
  usual: RequestSpec;
  request: RequestSpec;
  violations: readonly InvalidRequest[];
}

/**
 * Requests that are sent one after the other. Path values whose source is a response are those of the resource that the
 * first one created.
 */
export type Scenario = readonly Step[];

/** The words and the place of findings about a scenario. */
export interface Reason {
  why: string;
  place?: string | undefined;
}

/** The result of a scenario: that of its first request, unless a later one failed. */
export type ScenarioResult = TrialResult & {
  /** The requests as they were sent. */
  sent: readonly RequestSpec[];
};

/**
 * Sends a scenario, with new unique values, up to the first failure. Writes only to a resource that the first request
 * certainly created, and removes it.
 *
 * @throws Skipped if a response cannot be judged; NoResponse
 */
export async function runScenario(
  context: CaseContext,
  scenario: Scenario,
  reason: Reason,
  onSend: (sent: readonly RequestSpec[]) => void = () => {},
): Promise<ScenarioResult | undefined> {
  const sent: RequestSpec[] = [];
  let first: TrialResult | undefined;
  let created: Created | undefined;
  try {
    for (const step of scenario) {
      const request = await preparedRequest(context, step, created);
      if (!request) continue;
      sent.push(request);
      onSend(sent);
      const result = await sendStep(context, step, request, reason);
      if (result.kind === "failed") return { ...result, sent };
      if (result.kind === "accepted" && sent.length === 1) {
        created = await creationOf(context, request, result.exchange);
      }
      first ??= result;
    }
    return first && { ...first, sent };
  } finally {
    await context.removeCreated();
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
    parameters: request.parameters.map((each) =>
      each.source === OF_CREATED && value !== undefined ? { ...each, value } : each,
    ),
  };
  let changed = withNewValues(context, bound);
  for (const violation of violations) {
    changed = violation.change(changed, await itemsFor(context, request.operation, violation));
  }
  const prepared = violations.length > 0 ? withUniqueTexts(context, changed) : changed;
  // If not even the usual request may be sent, the test case ends with the reason.
  const isUsual = request === usual && violations.length === 0 && !needsCreated;
  return isUsual || (await context.allows(prepared)) ? prepared : undefined;
}

function sendStep(
  context: CaseContext,
  { violations }: Step,
  request: RequestSpec,
  { why, place }: Reason,
): Promise<TrialResult> {
  return violations.length > 0
    ? sendViolating(context, request, violations)
    : sendAllowed(context, request, why, place);
}

/** Sends a request with several violations. One that a server may not accept is enough to demand a rejection. */
async function sendViolating(
  context: CaseContext,
  request: RequestSpec,
  violations: readonly InvalidRequest[],
): Promise<TrialResult> {
  const { operation } = request;
  const exchange = await context.send(request);
  const { findings } = context;
  const before = findings.length;
  const isTolerated = violations.some(
    ({ parameter }) => parameter && isReduced(operation, parameter, request, exchange),
  );
  const what = violations.map((each) => each.what).join(" and ");
  const strict = violations.find((each) => basisIfAccepted(each, context.target) === "stated") ?? violations[0];
  const expected =
    strict === undefined || isTolerated
      ? anyResponse(operation, what)
      : expectedRejection(context, operation, { ...strict, what });
  await context.check(request, expected, exchange);
  const found = findings.splice(before);
  if (found.length > 0) return { kind: "failed", found };
  return { kind: isSuccess(exchange) ? "accepted" : "rejected", exchange };
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
    (each) => parameters.find(({ parameter }) => parameter === each) ?? [],
  );
  const created = createdBy(context.contract, resource, operation, { request, exchange, outer, parent: undefined });
  if (created) await isConfirmed(context, created);
  return created;
}
