import type { Operation } from "#openapi/operations/operation.js";
import { isGone, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourcesOf } from "#verify/relations/find-resources.js";
import { pathKey } from "#verify/relations/path-parameters.js";
import { successExample } from "#verify/requests/known-values.js";
import { likelyBodies, resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/create-resource.js";
import { failCreated, warnOfCreated } from "./retrieve.js";
import { unknownTo } from "./updates.js";

/** Operations below a created resource find it: `POST /bookings/{id}/payment`, and then `GET` of the same path. */
export async function expectNested(context: CaseContext, created: Created): Promise<void> {
  const { nested, key } = created.resource;
  const resources = resourcesOf(context.contract);
  const writing = nested.filter(({ method, path }) => {
    // A collection has a life cycle of its own.
    const isCollection = resources.get(`${pathKey(path)}/{}`)?.create !== undefined;
    return (method === "post" || method === "put") && !isCollection && pathKey(path).startsWith(`${key}/`);
  });
  for (const operation of writing) {
    if (await isWritten(context, created, operation)) await expectWritten(context, created, operation);
  }
}

/** Sends a nested write. Returns whether it succeeded. */
async function isWritten(context: CaseContext, created: Created, operation: Operation): Promise<boolean> {
  const isCertain = operation.requestBody === undefined || successExample(operation)?.body !== undefined;
  const hadSucceeded = context.hasSucceeded(operation.id);
  const request = resourceRequest(context, operation, created.path, likelyBodies(context, operation).at(-1));
  if (!request) return false;
  const exchange = await context.settle(
    () => context.send(request),
    (each) => !isGone(each),
  );
  await context.check(request, anyResponse(operation, `${created.create.id} created the resource`), exchange);
  // An earlier nested write may have archived or canceled it.
  if (isGone(exchange) && (await stillExists(context, created))) {
    const facts = unknownTo(created, operation, exchange);
    // A generated body may name something that does not exist, and that is rejected with 404 as well.
    if (isCertain && hadSucceeded) await failCreated(context, created, facts, exchange);
    else warnOfCreated(context, created, facts, exchange);
  }
  return isSuccess(exchange) && exchange.status !== 202;
}

/** A nested resource that was written can be retrieved from the same path. */
async function expectWritten(context: CaseContext, created: Created, { id, path, method }: Operation): Promise<void> {
  const retrieve = created.resource.nested.find(
    (each) => each.method === "get" && pathKey(each.path) === pathKey(path),
  );
  const request = retrieve && resourceRequest(context, retrieve, created.path);
  if (!request) return;
  const exchange = await context.settle(() => context.send(request), isSuccess);
  await context.check(request, anyResponse(retrieve, `${id} succeeded`), exchange);
  if (!isGone(exchange) || !(await stillExists(context, created))) return;
  const message = `${id} succeeded, but ${retrieve.id} finds nothing`;
  const facts = { message, expected: "a success", received: String(exchange.status), operation: id };
  // PUT replaces what GET of its path returns (RFC 9110, 9.3.4); a POST may be an action that leaves nothing there.
  if (method === "put" || context.hasSucceeded(retrieve.id)) await failCreated(context, created, facts, exchange);
  else warnOfCreated(context, created, facts, exchange);
}

async function stillExists(context: CaseContext, { resource: { retrieve }, path }: Created): Promise<boolean> {
  const request = retrieve && resourceRequest(context, retrieve, path);
  return request === undefined || isSuccess(await context.send(request));
}
