import { isObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { BodySpec, RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { changesFrom, changingBody } from "#verify/requests/changing-body.js";
import { likelyBodies, resourceRequest } from "#verify/requests/resource-request.js";
import { type Attempt, firstAccepted } from "#verify/resources/accepted/first-accepted.js";
import { referenceFor } from "#verify/resources/created/create-resource.js";
import type { OwnResource } from "#verify/steps/own-resource.js";

/**
 * Changes a created resource: by a body that the target accepted before, or by others until it accepts one.
 *
 * @param complete adds what each request needs, such as a condition
 * @returns the accepted request, or the last one; undefined if none may be sent
 */
export async function requestsOfChange(
  context: CaseContext,
  { created, values }: OwnResource,
  operation: Operation,
  complete: (request: RequestSpec) => RequestSpec,
): Promise<Attempt | undefined> {
  const accepted = context.accepted.bodyFor(operation);
  const changing = changingBody(context, operation, changesFrom(values));
  const isUsable = (body: BodySpec | undefined) => body !== undefined && "value" in body && isObject(body.value);
  return firstAccepted(context, {
    bodies: [accepted, changing, ...likelyBodies(context, operation)].filter(isUsable),
    requestOf: (body) => {
      const request = resourceRequest(context, operation, created.path, body);
      return request && complete(request);
    },
    async onResponse({ request, exchange }) {
      await context.check(request, anyResponse(operation, "the document allows the change"), exchange);
    },
    referenceFor: (field, used) => referenceFor(context, operation, field, used),
  });
}
