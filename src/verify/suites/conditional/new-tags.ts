import { isObject } from "#openapi/document/document.js";
import { pointerTo, withValue } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isStrongTag, tagPlace } from "#statements/resources/entity-tags.js";
import { differs } from "#verify/model/finding/compare.js";
import { type Exchange, isSuccess } from "#verify/model/request/exchange.js";
import type { BodySpec, RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { tagIn } from "#verify/relations/entity-tags.js";
import { withCondition } from "#verify/requests/conditions.js";
import { mediaTypeOf, valuesOf } from "#verify/requests/generated-parts.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import { type OwnResource, readOwn } from "#verify/steps/own-resource.js";

/** A changed resource has another tag, in the response to the change, and when it is read (RFC 9110, 8.8.1). */
export function expectNewTag(
  context: CaseContext,
  operation: Operation,
  before: string,
  responses: readonly Exchange[],
): void {
  const [old] = responses.filter((exchange) => tagIn(exchange) === before);
  if (!old || !isStrongTag(before)) return;
  const breach = broken("tag-stays-after-change", { operation: operation.id });
  const facts = { ...breach, expected: `another tag than ${before}`, received: before };
  failEffect(context, { operation, place: tagPlace(operation) }, facts, old);
}

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
  if (!isSuccess(exchange)) return undefined;
  const after = await readOwn(context, own.created, ({ values }) => differs(own.values, values, "equal"));
  if (!after || !differs(own.values, after.values, "equal")) return undefined;
  expectNewTag(context, operation, tag, [exchange, after.shown]);
  const now = tagIn(after.shown);
  return now === undefined || now === tag ? undefined : after;
}

/** The body of a request without one field that the document does not require. Undefined if it has no such field. */
function withoutOptional(context: CaseContext, { operation, body }: RequestSpec): BodySpec | undefined {
  const mediaType = body && mediaTypeOf(operation, body);
  if (!mediaType || !("value" in body) || !isObject(body.value)) return undefined;
  const { value } = body;
  const reduced = Object.keys(value).flatMap((name) => withValue(value, pointerTo("", name), undefined) ?? []);
  const valid = reduced.find((candidate) => valuesOf(context).isValid(mediaType, candidate, "request"));
  return valid === undefined ? undefined : { ...body, value: valid };
}
