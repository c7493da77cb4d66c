import { isAcceptedKey } from "#openapi/operations/methods.js";
import type { DocumentedResponse, Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { documentsStatus } from "#verify/checks/status.js";
import { rejectedValues } from "#verify/judges/rejected-values.js";
import { withoutServerError } from "#verify/judges/rejections.js";
import {
  type Exchange,
  isAccessDenied,
  isRejection,
  isServerError,
  isSuccess,
} from "#verify/model/request/exchange.js";
import { anyResponse, success } from "#verify/model/request/expectation.js";
import { quoted } from "#verify/model/request/quoted.js";
import { isGivenByTeam, type ParameterValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import { REQUEST_BODY } from "#verify/model/target/target.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { valueSetting } from "#verify/model/test-case/need.js";
import { ownAccessDenied, Skipped } from "#verify/model/test-case/skipped.js";
import type { TestCase } from "#verify/model/test-case/test-case.js";
import { withPathIdentity } from "#verify/requests/free-identity.js";
import { generatedParameter } from "#verify/requests/generated-parts.js";
import { successExample } from "#verify/requests/known-values.js";
import { missingConsumable, missingValues } from "#verify/requests/missing-values.js";
import { demandsBody } from "#verify/requests/rejections/demanded-body.js";
import { likelyBodies } from "#verify/requests/resource-request.js";
import { type Attempt, firstAccepted } from "#verify/resources/accepted/first-accepted.js";
import { withOtherParameters } from "#verify/resources/accepted/other-parameters.js";
import { referenceFor } from "#verify/resources/created/create-resource.js";
import { allowedRequest, existingValue } from "#verify/resources/valid-request.js";
import { testCase } from "../suite.js";
import { retrieveShown } from "./shown-resources.js";

/**
 * Sends a request of an operation without an example. Its values are those of the target file, of a list, and generated
 * ones. A target may reject it, because it may lack the data that generated values name.
 */
export function usualRequest(operation: Operation): TestCase {
  return testCase("examples", operation, "usual values", {
    ...(operation.responses.length === 0
      ? { skip: { reason: "the document has no response for this operation", needs: [] } }
      : {}),
    async run(context) {
      const usual = await sendUntilAccepted(context, await requestOf(context, operation));
      const { request, exchange } = (await withOtherParameters(context, usual)) ?? usual;
      const why = "the document allows the request";
      // Our mock knows every resource.
      const isOwnMock = context.target.hasExampleData && !context.target.keepsState;
      const isDocumented = documentsStatus(responseFor(operation, exchange.status));
      const mayLackData = isRejection(exchange) || (isServerError(exchange) && isDocumented);
      if (!mayLackData || exchange.status === 429 || isProvided(request) || isOwnMock) {
        const succeeds = operation.responses.some(mayBeSuccess);
        await context.check(request, succeeds ? success(operation, why) : anyResponse(operation, why), exchange);
        if (isSuccess(exchange)) await retrieveShown(context, request);
        return;
      }
      const { status } = exchange;
      if (isAccessDenied(exchange)) throw ownAccessDenied(context, operation, status);
      if (!context.judge(withoutServerError(operation, exchange))) return;
      if (isDocumented) await context.check(request, anyResponse(operation, why), exchange);
      if (demandsBody(request, exchange)) throw undescribedBody(context, operation, exchange);
      throw new Skipped(
        `the target rejected usual values with ${quoted(exchange)}: it may lack the data that they name`,
      );
    },
  });
}

/** The target demands a body that the document does not describe: a warning. The target file may give one. */
function undescribedBody(context: CaseContext, { id: operation, pointer }: Operation, exchange: Exchange): Skipped {
  const what = "a request without a body";
  context.judge([rejectedValues({ operation, place: pointer, part: "/body", what, plain: what }, exchange)]);
  const reason = `the target demands a body with ${quoted(exchange)}, and the document describes none`;
  return new Skipped({
    reason,
    needs: [{ kind: "value", setting: valueSetting(operation, REQUEST_BODY), isList: false }],
  });
}

/**
 * Sends a request, whose body is generated if it has none, and with other bodies by what the rejections say. A body of the
 * target file is not varied. Returns the accepted one, or the last one.
 *
 * @param rejected the response to the request, if it was sent before
 */
export async function sendUntilAccepted(
  context: CaseContext,
  request: RequestSpec,
  rejected?: Exchange,
): Promise<Attempt> {
  const { operation, body } = request;
  const likely = likelyBodies(context, operation);
  // A target may do without a body that the document calls optional.
  const generated = context.accepted.has(operation) ? [body, ...likely] : [...likely, body];
  const attempt = await firstAccepted(context, {
    bodies: body?.source.kind === "target-file" ? [body] : generated,
    rejected: rejected && { request, exchange: rejected },
    requestOf: (other) => withPathIdentity(context, { ...request, body: other }),
    referenceFor: (field, used) => referenceFor(context, operation, field, used),
  });
  // The gate says why it may not be sent.
  return attempt ?? { request, exchange: rejected ?? (await context.send(request)) };
}

/** `default` describes successes too, where no success is documented. */
function mayBeSuccess(response: DocumentedResponse): boolean {
  return isAcceptedKey(response) || response.status === "default";
}

/** Whether the target file or the provision module gives every value of a request. */
function isProvided({ parameters, body }: RequestSpec): boolean {
  const values = [...parameters, ...(body ? [body] : [])];
  return values.length > 0 && values.every(isGivenByTeam);
}

/** @throws Skipped if the target lacks a value that the request needs */
async function requestOf(context: CaseContext, operation: Operation): Promise<RequestSpec> {
  const allowed = await allowedRequest(context, operation);
  if (allowed) return allowed;
  if (operation.method !== "delete") throw new Skipped(missingValues(context, operation));
  return deletionOf(context, operation);
}

/** A DELETE of a resource that was provided for it. @throws Skipped if there is none */
async function deletionOf(context: CaseContext, operation: Operation): Promise<RequestSpec> {
  const last = operation.parameters.findLast((parameter) => parameter.in === "path");
  const parameters: ParameterValue[] = [];
  for (const parameter of operation.parameters.filter(({ required }) => required)) {
    const isConsumed = parameter === last;
    const disposable = isConsumed ? await context.resources.disposable(operation, parameter.name) : undefined;
    const value = disposable
      ? { parameter, value: disposable.value, source: disposable.source }
      : ((await existingValue(context, operation, parameter, undefined)) ??
        generatedParameter(context, operation, parameter));
    if (value) parameters.push(value);
    else if (!isConsumed) throw new Skipped(missingValues(context, operation));
    else {
      const example = successExample(operation);
      throw new Skipped(missingConsumable(valueSetting(operation.id, parameter.name, example?.key)));
    }
  }
  return { operation, parameters };
}
