import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText, parseWithDigits } from "#openapi/document/long-integer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { Basis } from "#verify/model/finding/kinds.js";
import { MALFORMED } from "#verify/model/finding/malformed.js";
import { basisIfAccepted, type Expectation, faultOf, rejection } from "#verify/model/request/expectation.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { PlanContext, RequestContext } from "#verify/model/test-case/request-context.js";
import type { Variation } from "../variation.js";

/** A change of a valid request that violates one constraint of the document. */
export interface Violation extends Variation {
  permission: "forbidden";
  /** JSON pointer to the violated constraint. */
  place: string;
  parameter?: Parameter;
  /** The invalid value of the parameter. */
  value?: Json;
  /** The parameters or fields that are invalid together (default: the one of its part). */
  names?: readonly string[];
  /** The basis of the finding if the request is accepted (default: `stated`). */
  ifAccepted?: Basis;
  /** Whether cursors of it name items of the operation's list. */
  needsItems?: boolean;
  /**
   * @param items of the operation's list
   * @throws Skipped if the target lacks the values that it needs
   */
  apply(request: RequestSpec, items?: readonly JsonObject[]): RequestSpec;
}

/** The facts of an invalid request without the change that makes it. */
export type ViolationFacts = Pick<Violation, "what" | "place" | "parameter" | "ifAccepted" | "anywhere">;

/** The expectation that an invalid request is rejected. */
export function expectedRejection(context: PlanContext, operation: Operation, violation: ViolationFacts): Expectation {
  const { place, what, parameter, anywhere } = violation;
  const places = placesOf(operation, violation).flat();
  const value = anywhere === undefined ? {} : { value: anywhere };
  const fault = parameter ? faultOf(parameter, what) : { part: partOfBody(violation), what, ...value };
  return rejection(operation, what, { place, places, fault, ifAccepted: basisIfAccepted(violation, context.target) });
}

/** The media type, the syntax, or the body as a whole are parts that no schema describes. */
function partOfBody({ place, ifAccepted }: ViolationFacts): string {
  if (place.endsWith("/required")) return place.endsWith("requestBody/required") ? "missing body" : "body";
  if (!place.endsWith("/content")) return "body";
  return ifAccepted === "lenient" ? "media type" : "syntax of the body";
}

/** The parameter or body, and the constraint in it. A shared schema also describes responses, so it does not count. */
export function placesOf(
  { requestBody, pointer }: Operation,
  { place, parameter }: Pick<Violation, "place" | "parameter">,
): string[][] {
  const whole = [parameter?.pointer ?? requestBody?.pointer ?? pointer];
  const isShared = parameter !== undefined && !place.startsWith(parameter.pointer);
  return isShared ? [whole] : [whole, [place]];
}

/** Makes malformed texts unique, so that a resource with one was certainly created by this request. */
export function withUniqueTexts({ generator }: Pick<RequestContext, "generator">, request: RequestSpec): RequestSpec {
  const { body } = request;
  if (!body || !("value" in body)) return request;
  const text = jsonText(body.value).replaceAll(jsonText(MALFORMED), () =>
    jsonText(`${MALFORMED} ${generator.unique()}`),
  );
  return { ...request, body: { ...body, value: parseWithDigits(text) } };
}
