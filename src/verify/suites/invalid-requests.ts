import { openPointsAt } from "#openapi/document/requirements.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { mayBeClamped, showsReduction } from "../checks/page-size.js";
import { unreducedSize } from "../judges/rejections.js";
import { type Exchange, isSuccess } from "../model/request/exchange.js";
import type { Expectation } from "../model/request/expectation.js";
import { bodyValue, type RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { Skipped } from "../model/test-case/skipped.js";
import { covers } from "../model/test-case/test-case.js";
import { invalidRequestsOf } from "../requests/invalid/invalid-requests.js";
import { placesOf, type Violation } from "../requests/invalid/violation.js";
import { unknownParameters, unknownText } from "../resources/permission/unknown-values.js";
import { allowedRequest, requireAllowedRequest } from "../resources/valid-request.js";
import { isAboutOtherPart, type RejectedAttempt, sendToReject } from "../steps/expected-rejection.js";
import { inTurn } from "../steps/in-turn.js";
import { expectNoSideEffect } from "../steps/side-effects.js";
import { storedOfInvalid } from "../trial/accepted-invalid.js";
import { expectedOf, withViolations } from "../trial/send-step.js";
import { type Suite, testCase } from "./suite.js";

/** Violates each constraint on requests, one at a time: each request is rejected, and creates nothing. */
export const invalidRequests: Suite = ({ contract }, operation) => {
  return invalidRequestsOf(contract, operation).map((invalid) =>
    testCase("invalid-requests", operation, `rejects ${invalid.what}`, {
      parameter: invalid.parameter,
      covers: [covers(operation, ...placesOf(operation, invalid))],
      isolated: true,
      run: (context) => sendInvalid(context, operation, invalid),
    }),
  );
};

/** The request that is made invalid. An identifier is rejected for its form, so the request needs no other one that exists. */
async function validRequestFor(
  context: CaseContext,
  operation: Operation,
  { parameter, value }: Violation,
): Promise<RequestSpec> {
  if (parameter?.in !== "path") return requireAllowedRequest(context, operation);
  const allowed = await allowedRequest(context, operation).catch((error: unknown) => {
    if (!(error instanceof Skipped)) throw error;
  });
  const isCertain = typeof value === "string" && value.length >= MIN_LENGTH;
  const isGiven = allowed?.parameters.some(({ source }) => source.kind !== "response" && source.kind !== "generated");
  if (allowed && (isSafe(operation) || isCertain || isGiven)) return allowed;
  if (!isSafe(operation) && !isCertain) {
    throw new Skipped(`a server may read the invalid ${parameter.name} as one that identifies a resource`);
  }
  return { operation, parameters: await unknownParameters(context, operation) };
}

/** The length of an invalid text that a faulty server reads as an identifier of no resource. */
const MIN_LENGTH = 6;

async function sendInvalid(context: CaseContext, operation: Operation, invalid: Violation): Promise<void> {
  const valid = await validRequestFor(context, operation, invalid);
  const requestOf = async (base: RequestSpec) => {
    const changed = await withViolations(context, base, [invalid]);
    return (await context.prepare(changed)) ? changed : withUnknownText(context, changed, invalid);
  };
  await inTurn(context, valid, async () => {
    const isElsewhere = (base: RequestSpec, exchange: Exchange) => isAboutOtherPart(base, exchange, invalid);
    await judge(context, invalid, await sendToReject(context, valid, { requestOf, isElsewhere }));
  });
}

async function judge(
  context: CaseContext,
  invalid: Violation,
  { request, valid, exchange }: RejectedAttempt,
): Promise<void> {
  const { operation } = request;
  const stored = await storedOfInvalid(context, request, exchange, invalid.what);
  if (stored === "nothing") return;
  const expected: Expectation = {
    ...expectedOf(context, request, [invalid], exchange),
    ...(stored === "hidden" ? { isHidden: true } : {}),
  };
  await context.check(request, expected, exchange);
  if (expected.kind === "any") return reportReduction(context, operation, invalid, exchange);
  if (isSuccess(exchange)) return;
  // A server that stores something of an unreadable body stores the values of the valid one.
  await expectNoSideEffect(context, operation, bodyValue(request) === undefined ? valid : request, expected);
}

/**
 * The request with another end of its invalid identifier, so that no server reads it as that of a resource.
 *
 * @returns the same request if that is not possible: then the gate does not let it pass
 */
function withUnknownText(context: CaseContext, request: RequestSpec, { parameter, value }: Violation): RequestSpec {
  const { validator } = context.contract;
  if (parameter?.in !== "path" || typeof value !== "string") return request;
  const unknown = unknownText(context.generator, parameter, value);
  if (validator.errors(parameter.schemaPointer, unknown.value).length === 0) return request;
  const rest = request.parameters.filter((known) => known.parameter !== parameter);
  return { ...request, parameters: [...rest, unknown] };
}

/** Reports a page size that was brought into its range: as an observation where the document permits it. */
function reportReduction(
  context: CaseContext,
  operation: Operation,
  { parameter, what }: Violation,
  exchange: Exchange,
): void {
  if (!parameter) return;
  const { pointer } = parameter;
  const { document } = context.contract;
  if (mayBeClamped(document, pointer)) {
    for (const id of openPointsAt(document, pointer)) {
      context.observe(id, `${what}: ${exchange.status}, reduced to a valid value`);
    }
    return;
  }
  const isShown = showsReduction(document, operation, parameter, exchange);
  context.judge([unreducedSize(parameter, what, isShown, exchange)]);
}
