import type { Operation } from "#openapi/operations/operation.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { BodySpec, RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { type Constraints, fittingBody } from "#verify/requests/rejections/fitting-values.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { isAboutContent } from "#verify/resources/accepted/first-accepted.js";
import type { Created } from "#verify/resources/created/created.js";

/** A change that was sent, and the response to it. */
interface SentChange {
  body: BodySpec;
  request: RequestSpec;
  exchange: Exchange;
}

/** How often a change is sent again with the values that its rejection demands. */
const MOST_FITTED = 3;

/**
 * Sends a change of a resource. Its values are those that the target has demanded in rejections of changes and of creations. A
 * change that is rejected is sent again, if its rejection demands further ones.
 *
 * @returns undefined if it may not be sent
 */
export async function sendFitting(
  context: CaseContext,
  created: Created,
  operation: Operation,
  wanted: BodySpec,
): Promise<SentChange | undefined> {
  const expected = anyResponse(operation, `${created.create.id} created the resource`);
  const fitting = (body: BodySpec) => fittingBody(context, operation, body, demandsOn(context, created, operation));
  let body = fitting(wanted);
  for (let tries = 0; ; tries += 1) {
    const request = resourceRequest(context, operation, created.path, body);
    if (!request || !(await context.prepare(request))) return undefined;
    const exchange = await context.send(request);
    await context.check(request, expected, exchange);
    const next = isAboutContent(exchange) ? fitting(body) : body;
    if (next === body || tries >= MOST_FITTED) return { body, request, exchange };
    body = next;
  }
}

/** The values that the target demands of a change. A change may leave out what a creation needs. */
function demandsOn({ stated }: CaseContext, { create }: Created, operation: Operation): Constraints {
  const ofCreation = [...stated.ofBody(create)].map(([place, { isRequired: _, ...constraint }]) => {
    return [place, constraint] as const;
  });
  return new Map([...ofCreation, ...stated.ofBody(operation)]);
}
