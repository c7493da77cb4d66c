import { UserError } from "#cli/user-error.js";
import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { CREATED, type Replay, type ReplayedFailure, type ReplayedRequest } from "#verify/model/finding/replay.js";
import { isAccessDenied, isConflict, isGone } from "#verify/model/request/exchange.js";
import { GENERATED, type ParameterValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { PlanContext } from "#verify/model/test-case/request-context.js";
import { NoResponse, ownAccessDenied, Skipped } from "#verify/model/test-case/skipped.js";
import type { TestCase } from "#verify/model/test-case/test-case.js";
import { renewedValue } from "#verify/requests/generated-values.js";
import type { Violation } from "#verify/requests/invalid/violation.js";
import { requireAllowedRequest } from "#verify/resources/valid-request.js";
import { OF_CREATED } from "#verify/trial/replay.js";
import { runScenario, type Step } from "#verify/trial/scenario.js";
import type { StepResult } from "#verify/trial/send-step.js";
import { testCase } from "../suite.js";

/**
 * Sends the requests of a failure of an earlier run again, with the same checks.
 *
 * @throws UserError if the contract lacks an operation or a parameter of them
 */
export function replayedCase(context: PlanContext, failure: ReplayedFailure, replay: Replay): TestCase {
  const steps = replay.requests.map((request) => stepOf(context, failure, request));
  const operation = operationNamed(context, failure, failure.operation);
  const facts = {
    writes: steps.some(({ request }) => !isSafe(request.operation)),
    run: (context: CaseContext) => send(context, steps, replay),
  };
  return { ...testCase("exploration", operation, "replay", facts), name: failure.case, replay };
}

/** A test case of an earlier run that this run does not have. */
export function missingCase(context: PlanContext, failure: ReplayedFailure): TestCase {
  const operation = operationNamed(context, failure, failure.operation);
  const reason = "there is no test case of this name: the contract or the target file has changed since";
  const skip = { reason, needs: [] };
  return { ...testCase("examples", operation, "replay", { skip, run: async () => {} }), name: failure.case };
}

function operationNamed({ contract }: PlanContext, failure: ReplayedFailure, id: string): Operation {
  const found = contract.operations.find((operation) => operation.id === id);
  if (found) return found;
  throw new UserError(
    `The failure ${jsonText(failure.case)} cannot be repeated: the contract has no operation ${jsonText(id)}. Remove the failure from the file, or name the contract that it is of: --spec FILE`,
  );
}

/** A request of the file with the parts of the contract that it names. */
function stepOf(context: PlanContext, failure: ReplayedFailure, data: ReplayedRequest): Step {
  const operation = operationNamed(context, failure, data.operation);
  const parameterNamed = (place: string, name: string) => {
    const found = operation.parameters.find((parameter) => parameter.in === place && parameter.name === name);
    if (found) return found;
    throw new UserError(
      `The failure ${jsonText(failure.case)} cannot be repeated: ${operation.id} has no ${place} parameter ${jsonText(name)}. Remove the failure from the file.`,
    );
  };
  const parameters = Object.entries(data.parameters ?? {}).flatMap(([place, values]) =>
    Object.entries(values).map(([name, value]): ParameterValue => {
      const source = value === CREATED ? OF_CREATED : GENERATED;
      return { parameter: parameterNamed(place, name), value, source };
    }),
  );
  const { body } = data;
  const request: RequestSpec = {
    operation,
    parameters,
    ...(body && "value" in body ? { body: { type: body.type ?? "", value: body.value, source: GENERATED } } : {}),
    ...(body && "text" in body ? { body: { type: body.type, text: body.text, source: GENERATED } } : {}),
  };
  const violations = (data.violations ?? []).map(({ what, place, parameter, ifAccepted }): Violation => {
    const named = parameter && parameterNamed(parameter.in, parameter.name);
    const part = named ? pointerTo("", named.in, named.name) : "/body";
    // The request has the violation already.
    const facts = { permission: "forbidden", apply: (unchanged: RequestSpec) => unchanged } as const;
    return {
      what,
      place,
      part,
      ...facts,
      ...(named ? { parameter: named } : {}),
      ...(ifAccepted ? { ifAccepted } : {}),
    };
  });
  return { usual: request, request, violations };
}

/** @throws Skipped if the response does not show whether the failure is still there */
async function send(context: CaseContext, steps: readonly Step[], replay: Replay): Promise<void> {
  const scenario: Step[] = [];
  for (const { request, violations } of steps) {
    const own = await withOwnPath(context, withNewTexts(context, request, replay), scenario[0]?.request);
    scenario.push({ usual: own, request: own, violations });
  }
  const reason = { why: "the document allows the request" };
  const result = await runScenario(context, scenario, { reason, explores: true }).catch((error: unknown) => {
    if (error instanceof NoResponse) error.replay = replay;
    throw error;
  });
  if (result?.kind === "failed") context.report(result.found.map((finding) => ({ ...finding, replay })));
  else requireEvidence(context, result, steps);
}

/** @throws Skipped for a valid request that the target rejects for its data, and not for its form */
function requireEvidence(context: CaseContext, result: StepResult | undefined, steps: readonly Step[]): void {
  if (!result) throw new Skipped("no request could be sent");
  if (result.kind !== "rejected" || steps.some(({ violations }) => violations.length > 0)) return;
  const { status } = result.exchange;
  const operation = steps.at(-1)?.usual.operation;
  if (operation && isAccessDenied(result.exchange)) throw ownAccessDenied(context, operation, status);
  if (isGone(result.exchange) || isConflict(result.exchange)) {
    throw new Skipped(`the target responded with ${status}: its data has changed since the failure`);
  }
}

/** The request with new texts in place of those that have to be new each time. */
function withNewTexts({ generator }: CaseContext, request: RequestSpec, { unique = [] }: Replay): RequestSpec {
  if (unique.length === 0) return request;
  const renewed = <Value extends Json>(value: Value): Value => renewedValue(generator, value, unique);
  const { body } = request;
  return {
    ...request,
    parameters: request.parameters.map((sent) => ({ ...sent, value: renewed(sent.value) })),
    ...(body && "value" in body ? { body: { ...body, value: renewed(body.value) } } : {}),
    ...(body && "text" in body ? { body: { ...body, text: renewed(body.text) } } : {}),
  };
}

/**
 * An unsafe method is sent only to a resource that the target file gives, or that the run created. A path of the file may
 * name any other.
 *
 * @param creation the request before it that creates its resource
 * @throws Skipped if there is no such resource
 */
async function withOwnPath(
  context: CaseContext,
  request: RequestSpec,
  creation: RequestSpec | undefined,
): Promise<RequestSpec> {
  const { operation, parameters } = request;
  if (parameters.some(({ source }) => source === OF_CREATED)) return creation ? below(creation, request) : request;
  if (isSafe(operation) || parameters.every(({ parameter }) => parameter.in !== "path")) return request;
  const allowed = await requireAllowedRequest(context, operation);
  const rest = parameters.filter(({ parameter }) => parameter.in !== "path");
  return {
    ...request,
    parameters: [...allowed.parameters.filter(({ parameter }) => parameter.in === "path"), ...rest],
  };
}

/** The request to a created resource, with the outer values of the path with which it is created. */
function below(creation: RequestSpec, request: RequestSpec): RequestSpec {
  const outer = pathParameters(creation.operation).map((wanted) =>
    creation.parameters.find(({ parameter }) => parameter === wanted),
  );
  const path = pathParameters(request.operation);
  const parameters = request.parameters.map((sent) => {
    const value = outer[path.indexOf(sent.parameter)]?.value;
    return sent.parameter.in === "path" && value !== undefined ? { ...sent, value } : sent;
  });
  return { ...request, parameters };
}
