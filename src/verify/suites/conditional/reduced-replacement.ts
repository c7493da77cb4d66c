import { isObject } from "#openapi/document/document.js";
import { pointerTo, withValue } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { newTag } from "#verify/judges/entity-tags.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { type BodySpec, bodyMediaType, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { tagIn } from "#verify/relations/entity-tags.js";
import { withCondition } from "#verify/requests/conditions.js";
import { valuesOf } from "#verify/requests/generated-parts.js";
import { type OwnResource, readChanged } from "#verify/steps/own-resource.js";

/**
 * The same replacement without one optional field. The tag is that of all fields, and not of those that name the resource.
 */
export async function reducedAgain(
  context: CaseContext,
  request: RequestSpec,
  { operation, condition }: { operation: Operation; condition: Parameter },
  own: OwnResource,
  tag: string,
): Promise<OwnResource | undefined> {
  const body = withoutOptional(context, request);
  if (!body) return undefined;
  const exchange = await context.send(withCondition({ ...request, body }, condition, tag));
  const after = isSuccess(exchange) ? await readChanged(context, own) : undefined;
  if (!after) return undefined;
  context.judge(newTag(operation, tag, [exchange, after.shown]));
  const now = tagIn(after.shown);
  return now === undefined || now === tag ? undefined : after;
}

/** The body of a request without one field that the document does not require. Undefined if it has no such field. */
function withoutOptional(context: CaseContext, { operation, body }: RequestSpec): BodySpec | undefined {
  const mediaType = body && bodyMediaType(operation, body);
  if (!mediaType || !("value" in body) || !isObject(body.value)) return undefined;
  const { value } = body;
  const reduced = Object.keys(value).flatMap((name) => withValue(value, pointerTo("", name), undefined) ?? []);
  const valid = reduced.find((candidate) => valuesOf(context).isValid(mediaType, candidate, "request"));
  return valid === undefined ? undefined : { ...body, value: valid };
}
