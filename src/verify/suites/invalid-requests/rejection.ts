import type { Operation } from "#openapi/operations/operation.js";
import { MALFORMED } from "#verify/model/finding/malformed.js";
import { basisIfAccepted, type Expectation, rejection } from "#verify/model/request/expectation.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { InvalidRequest } from "./invalid-request.js";

/** The facts of an invalid request without the change that makes it. */
export type Violation = Pick<InvalidRequest, "what" | "place" | "parameter" | "ifAccepted">;

/** An invalid request is rejected. */
export function expectedRejection(context: CaseContext, operation: Operation, violation: Violation): Expectation {
  const { place, what } = violation;
  const places = placesOf(operation, violation).flat();
  return rejection(operation, what, { place, places, ifAccepted: basisIfAccepted(violation, context.target) });
}

/** The parameter or body, and the constraint in it. A shared schema also describes responses, so it does not count. */
export function placesOf(
  { requestBody, pointer }: Operation,
  { place, parameter }: Pick<InvalidRequest, "place" | "parameter">,
): string[][] {
  const whole = [parameter?.pointer ?? requestBody?.pointer ?? pointer];
  const isShared = parameter !== undefined && !place.startsWith(parameter.pointer);
  return isShared ? [whole] : [whole, [place]];
}

/** Makes malformed texts unique, so that a resource with one was certainly created by this request. */
export function withUniqueTexts({ generator }: CaseContext, request: RequestSpec): RequestSpec {
  const { body } = request;
  if (!body || !("value" in body)) return request;
  const text = JSON.stringify(body.value).replaceAll(JSON.stringify(MALFORMED), () =>
    JSON.stringify(`${MALFORMED} ${generator.unique()}`),
  );
  return { ...request, body: { ...body, value: JSON.parse(text) } };
}
