import { isSafe } from "../../../openapi/methods.js";
import type { Operation } from "../../../openapi/operation.js";
import { allowedRequest, requireAllowedRequest } from "../../generation/generated-request.js";
import { unknownParameters } from "../../generation/unknown-values.js";
import type { CaseContext } from "../../model/case-context.js";
import { isSuccess } from "../../model/exchange.js";
import { anyResponse, rejection } from "../../model/expectation.js";
import type { CheckId } from "../../model/finding.js";
import { MALFORMED } from "../../model/malformed.js";
import { bodyValue, type RequestSpec } from "../../model/request-spec.js";
import { Skipped } from "../../model/skipped.js";
import { covers } from "../../model/test-case.js";
import { expectNoSideEffect } from "../side-effects.js";
import { type Suite, testCase } from "../suite.js";
import { invalidBodies } from "./bodies.js";
import { exclusiveParameters } from "./exclusive-parameters.js";
import type { InvalidRequest } from "./invalid-request.js";
import { isReduced, reportReduction } from "./page-size.js";
import { invalidParameter } from "./parameters.js";

/** Violates each constraint on requests, one at a time: each request is rejected, and creates nothing. */
export const invalidRequests: Suite = ({ contract }, operation) => {
  const requests = [
    ...operation.parameters.flatMap((parameter) => invalidParameter(contract.document, parameter)),
    ...exclusiveParameters(operation),
    ...invalidBodies(contract, operation),
  ];
  return requests.map((invalid) =>
    testCase("invalid-requests", operation, `rejects ${invalid.what}`, {
      parameter: invalid.parameter,
      covers: [covers(operation, ...placesOf(operation, invalid))],
      isolated: true,
      run: (context) => sendInvalid(context, operation, invalid),
    }),
  );
};

/** The kind of finding if an invalid request is accepted. A mock need not validate requests. */
function ifAccepted({ target }: CaseContext, { place, ifAccepted: kind = "status" }: InvalidRequest): CheckId {
  if (!target.keepsState) return "unvalidated-request";
  return place.endsWith("/format") ? "lenient-format" : kind;
}

/** The parameter or body, and the constraint in it. A shared schema also describes responses, so it does not count. */
function placesOf({ requestBody, pointer }: Operation, { place, parameter }: InvalidRequest): string[][] {
  const whole = [parameter?.pointer ?? requestBody?.pointer ?? pointer];
  const isShared = parameter !== undefined && !place.startsWith(parameter.pointer);
  return isShared ? [whole] : [whole, [place]];
}

/** Makes malformed texts unique, so that a resource with one was certainly created by this request. */
function withUniqueTexts({ generator }: CaseContext, request: RequestSpec): RequestSpec {
  const { body } = request;
  if (!body || !("value" in body)) return request;
  const text = JSON.stringify(body.value).replaceAll(JSON.stringify(MALFORMED), () =>
    JSON.stringify(`${MALFORMED} ${generator.unique()}`),
  );
  return { ...request, body: { ...body, value: JSON.parse(text) } };
}

/** The request that is made invalid. An identifier is rejected for its form, so the request needs no other one that exists. */
async function validRequestFor(
  context: CaseContext,
  operation: Operation,
  { parameter, value }: InvalidRequest,
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
  return { operation, parameters: unknownParameters(context, operation) };
}

/** The length of an invalid text that a faulty server reads as an identifier of no resource. */
const MIN_LENGTH = 6;

async function sendInvalid(context: CaseContext, operation: Operation, invalid: InvalidRequest): Promise<void> {
  const valid = await validRequestFor(context, operation, invalid);
  const request = withUniqueTexts(context, await invalid.change(valid, context));
  const exchange = await context.send(request);
  const { parameter, what, place } = invalid;
  if (parameter && isReduced(operation, parameter, request, exchange)) {
    await context.check(request, anyResponse(operation, what), exchange);
    return reportReduction(context, parameter, what, exchange);
  }
  const basis = { place, places: placesOf(operation, invalid).flat() };
  const expected = rejection(operation, what, { ...basis, ifAccepted: ifAccepted(context, invalid) });
  await context.check(request, expected, exchange);
  if (isSuccess(exchange)) return;
  // A server that stores something of an unreadable body stores the values of the valid one.
  await expectNoSideEffect(context, operation, bodyValue(request) === undefined ? valid : request, expected);
}
