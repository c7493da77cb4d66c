import { asObject } from "../../../openapi/document.js";
import type { Operation, Parameter } from "../../../openapi/operation.js";
import { valueAt } from "../../../openapi/pointer.js";
import { requireValidRequest } from "../../generation/valid-request.js";
import type { CaseContext } from "../../model/case-context.js";
import { type Exchange, isSuccess, jsonOf } from "../../model/exchange.js";
import { anyResponse, rejection } from "../../model/expectation.js";
import { bodyValue } from "../../model/request-spec.js";
import { covers } from "../../model/test-case.js";
import { expectNoSideEffect } from "../side-effects.js";
import { type Suite, testCase } from "../suite.js";
import { invalidBodies } from "./bodies.js";
import { exclusiveParameters } from "./exclusive-parameters.js";
import type { InvalidRequest } from "./invalid-request.js";
import { invalidParameter } from "./parameters.js";

/** Violates each constraint on requests, one at a time: each request is rejected, and creates nothing. */
export const invalidRequests: Suite = ({ contract: { document } }, operation) => {
  const requests = [
    ...operation.parameters.flatMap((parameter) => invalidParameter(document, parameter)),
    ...exclusiveParameters(operation),
    ...invalidBodies(document, operation),
  ];
  return requests.map((invalid) =>
    testCase("invalid-requests", operation, `rejects ${invalid.what}`, {
      parameter: invalid.parameter,
      covers: [covers(operation, ...placesOf(operation, invalid))],
      run: (context) => sendInvalid(context, operation, invalid),
    }),
  );
};

/** The parameter or body, and the constraint in it. A shared schema also describes responses, so it does not count. */
function placesOf({ requestBody, pointer }: Operation, { place, parameter }: InvalidRequest): string[][] {
  const whole = [parameter?.pointer ?? requestBody?.pointer ?? pointer];
  const isShared = parameter !== undefined && !place.startsWith(parameter.pointer);
  return isShared ? [whole] : [whole, [place]];
}

async function sendInvalid(context: CaseContext, operation: Operation, invalid: InvalidRequest): Promise<void> {
  const valid = await requireValidRequest(context, operation);
  const request = await invalid.change(valid, context);
  const exchange = await context.send(request);
  const { parameter, what, place } = invalid;
  if (parameter && isClamped(context, operation, parameter, exchange)) {
    await context.check(request, anyResponse(operation, what), exchange);
    for (const id of openPointsAt(context, parameter)) {
      context.observe(id, `${what}: ${exchange.status}, reduced to a valid value`);
    }
    return;
  }
  const expected = rejection(operation, what, { place, places: placesOf(operation, invalid).flat() });
  await context.check(request, expected, exchange);
  if (isSuccess(exchange)) return;
  // A server that stores something of an unreadable body stores the values of the valid one.
  await expectNoSideEffect(context, operation, bodyValue(request) === undefined ? valid : request, expected);
}

/**
 * Whether a page size out of range was reduced to a valid one, where the document permits that (`x-may-be-clamped`): the
 * page has no more items than the bound, and at least one.
 */
function isClamped(
  { contract: { document } }: CaseContext,
  { pagination }: Operation,
  { pointer, name, schema }: Parameter,
  exchange: Exchange,
): boolean {
  if (asObject(valueAt(document, pointer))["x-may-be-clamped"] !== true) return false;
  if (!isSuccess(exchange) || pagination?.pageSize !== name) return false;
  const items = valueAt(jsonOf(exchange), pagination.items);
  const { maximum = Number.POSITIVE_INFINITY, minimum = 0 } = asObject(schema);
  const sent = Number(new URL(exchange.request.url).searchParams.get(name));
  if (!Array.isArray(items) || Number.isNaN(sent)) return false;
  return sent > Number(maximum) ? items.length <= Number(maximum) : items.length <= Number(minimum) && items.length > 0;
}

function openPointsAt({ contract: { document } }: CaseContext, { pointer }: Parameter): string[] {
  return Object.keys(asObject(asObject(valueAt(document, pointer))["x-unspecified"]));
}
