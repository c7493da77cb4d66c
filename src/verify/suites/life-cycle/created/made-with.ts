import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { plainName, singularOf } from "#statements/names.js";
import { resourcesOf } from "#statements/resources/find-resources.js";
import { identifierAt, identifierIn } from "#statements/resources/identifying-values.js";
import { collectionPath, lastSegment } from "#statements/resources/path-parameters.js";
import type { Resource } from "#statements/resources/resource.js";
import { inferredEffect } from "#verify/judges/life-cycle/created-resource.js";
import { lostResource } from "#verify/judges/life-cycle/found.js";
import { isGone, isPostponed, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { FROM_RESPONSE } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { readSettled } from "#verify/resources/read-settled.js";

/**
 * A creation may respond with a resource below its own one, which it made too: `{ "document": { … }, "version": { … } }`. That
 * is found as well. A member of the resource itself may be of another kind.
 */
export async function expectMadeWith(context: CaseContext, created: Created): Promise<void> {
  const body = jsonOf(created.exchange);
  const isBeside =
    (identifierAt(body, created.identifier)?.place ?? created.identifier.pointer) !== created.identifier.pointer;
  if (!isObject(body) || !isBeside || isPostponed(created.exchange)) return;
  for (const child of below(context, created.resource)) {
    const [identifier] = child.identifiers();
    const value = identifier && identifierIn(memberOf(body, child), identifier);
    if (!child.retrieve || value === undefined) continue;
    const path = [...created.path, { value, source: FROM_RESPONSE }];
    const request = resourceRequest(context, child.retrieve, path);
    if (!request || !(await context.prepare(request))) continue;
    const expected = anyResponse(child.retrieve, `${created.create.id} created it`);
    const exchange = await readSettled(context, request, isSuccess, expected);
    if (!isGone(exchange)) continue;
    const effect = inferredEffect(created);
    context.judge([lostResource({ ...created, value }, "created-resource-not-found", effect, exchange)]);
  }
}

/** The resources whose collections are directly below one. */
function below({ contract }: CaseContext, { key }: Resource): Resource[] {
  return [...resourcesOf(contract).values()].filter((child) => collectionPath(collectionPath(child.key)) === key);
}

/** The object that a response has for a resource, by its name. */
function memberOf(body: JsonObject, { key }: Resource): Json | undefined {
  const name = singularOf(lastSegment(collectionPath(key)));
  return Object.entries(body).find(([member, value]) => plainName(member) === name && isObject(value))?.[1];
}
