import { jsonText } from "#openapi/document/long-integer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { namedFields } from "#statements/named-fields.js";
import { isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { isGivenByTeam, type ParameterValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { generatedParameter } from "#verify/requests/generated-parts.js";
import { existingReference, existingValue } from "../valid-request.js";
import type { Attempt } from "./first-accepted.js";

/** The statuses of rejections that may be about a parameter. */
const ABOUT_PARAMETERS = [400, 404, 422];

/**
 * Sends a rejected request with other parameters. At first it has no optional ones, and a path that exists. Then it has
 * existing identifiers in place of the values that the rejection names, and at last other generated values. The accepted
 * ones are the base of further requests.
 *
 * @returns the accepted request, or the last one that was rejected; undefined if no other one was sent
 */
export async function withOtherParameters(context: CaseContext, rejected: Attempt): Promise<Attempt | undefined> {
  let last = rejected;
  for (const otherOf of [withoutOptional, withReferences, withGenerated]) {
    if (rejectedIn(last).length === 0) break;
    const request = { ...last.request, parameters: await otherOf(context, last) };
    const { operation } = request;
    if (isSame(request, last.request) || !(await context.prepare(request))) continue;
    if (!context.tries.take(operation)) break;
    last = { request, exchange: await context.send({ ...request, purpose: { kind: "base", varies: "parameters" } }) };
    if (!isSuccess(last.exchange)) continue;
    context.tries.giveBack(operation);
    return last;
  }
  return last === rejected ? undefined : last;
}

/** The values that a rejection may be about. It names them, or they are all if it names none and there is no body. */
function rejectedIn({ request: { parameters, body }, exchange }: Attempt): ParameterValue[] {
  if (!ABOUT_PARAMETERS.includes(exchange.status)) return [];
  const own = parameters.filter((sent) => !isGivenByTeam(sent));
  const names = namedFields(
    jsonOf(exchange) ?? exchange.body,
    own.map(({ parameter }) => parameter.name),
  );
  const named = own.filter(({ parameter }) => names.includes(parameter.name));
  return named.length > 0 || body ? named : own;
}

function isSame({ parameters }: RequestSpec, other: RequestSpec): boolean {
  const textOf = (sent: readonly ParameterValue[]) =>
    jsonText(sent.map(({ parameter, value }) => [parameter.in, parameter.name, value]));
  return textOf(parameters) === textOf(other.parameters);
}

async function withoutOptional(context: CaseContext, { request }: Attempt): Promise<ParameterValue[]> {
  const { operation, parameters } = request;
  const kept: ParameterValue[] = [];
  for (const sent of parameters) {
    const isOfPath = sent.parameter.in === "path";
    // The run creates what others than reads are sent to.
    const existing =
      isOfPath && isSafe(operation) && !isGivenByTeam(sent)
        ? await existingValue(context, operation, sent.parameter, undefined)
        : undefined;
    if (sent.parameter.required || isOfPath || isGivenByTeam(sent)) kept.push(existing ?? sent);
  }
  return kept;
}

function withReferences(context: CaseContext, attempt: Attempt): Promise<ParameterValue[]> {
  return replaced(attempt, (parameter) => existingReference(context, attempt.request.operation, parameter));
}

function withGenerated(context: CaseContext, attempt: Attempt): Promise<ParameterValue[]> {
  return replaced(attempt, async (parameter) =>
    generatedParameter(context, attempt.request.operation, parameter, { documented: false }),
  );
}

/** The parameters with other values in place of those that a rejection may be about, except for the path. */
async function replaced(
  attempt: Attempt,
  other: (parameter: Parameter) => Promise<ParameterValue | undefined>,
): Promise<ParameterValue[]> {
  const wrong = rejectedIn(attempt).filter(({ parameter }) => parameter.in !== "path");
  const parameters: ParameterValue[] = [];
  for (const sent of attempt.request.parameters) {
    parameters.push((wrong.includes(sent) ? await other(sent.parameter) : undefined) ?? sent);
  }
  return parameters;
}
