import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { conditionOf, isStrongTag } from "#statements/resources/entity-tags.js";
import type { Resource } from "#statements/resources/resource.js";
import {
  anyTag,
  type ConditionalRequest,
  currentTag,
  failedCondition,
  listedTag,
  newTag,
  PRECONDITION_FAILED,
  staleTag,
  weakTag,
} from "#verify/judges/entity-tags.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { bodyValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { tagIn } from "#verify/relations/entity-tags.js";
import { withCondition } from "#verify/requests/conditions.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { createOwn, isUnchanged, type OwnResource, readChanged, readOwn } from "#verify/steps/own-resource.js";
import { requestsOfChange } from "./change-requests.js";
import { expectWhole } from "./reads.js";
import { reducedAgain } from "./reduced-replacement.js";

/** An operation that changes or deletes a resource, and its parameter `If-Match`. */
export interface ConditionalChange {
  operation: Operation;
  condition: Parameter;
  resource: Resource;
}

/**
 * Changes a resource by its current tag; then the former tag is stale. A stale tag protects the resource (RFC 9110, 13.1.1),
 * and the current one does not, in whatever form it is sent.
 */
export async function expectConditionalChanges(context: CaseContext, change: ConditionalChange): Promise<void> {
  const first = await createOwn(context, change.resource);
  const tag = tagIn(first.shown);
  if (tag === undefined) throw new Skipped("the created resource has no entity tag");
  const changed = await firstChange(context, change, first, tag);
  const own = changed ?? first;
  // Without a change, no server knows such a tag.
  const stale = changed ? tag : `"${context.generator.unique()}"`;
  const sending = { change, created: own.created };
  if (!(await expectProtected(context, sending, own, stale))) return;
  const current = tagIn(own.shown);
  if (current === undefined) return;
  await expectForms(context, sending, own, current);
}

/**
 * The first change, with the tag that the client has from the creation. Afterwards, the tag is another one.
 *
 * @returns the resource after it; undefined if nothing shows that it was changed
 */
async function firstChange(
  context: CaseContext,
  { operation, condition, resource }: ConditionalChange,
  own: OwnResource,
  tag: string,
): Promise<OwnResource | undefined> {
  const changing = operation.method === "delete" ? (resource.update ?? resource.replace) : operation;
  const changingCondition = changing === operation ? condition : changing && conditionOf(changing, "If-Match");
  if (!changing) return undefined;
  const known = tagIn(own.created.exchange) ?? tag;
  const usable = isStrongTag(known) ? known : "*";
  const sent = await requestsOfChange(context, own, changing, (request) =>
    changingCondition ? withCondition(request, changingCondition, usable) : request,
  );
  if (!sent) return undefined;
  if (sent.exchange.status === PRECONDITION_FAILED && usable !== "*" && changing === operation) {
    const request = { operation, condition, value: usable, exchange: sent.exchange };
    context.judge(currentTag(request, own.values, (await readOwn(context, own.created))?.values));
  }
  const after = isSuccess(sent.exchange) ? await readChanged(context, own) : undefined;
  if (!after) return undefined;
  if (changing === operation) context.judge(newTag(operation, tag, [sent.exchange, after.shown]));
  const now = tagIn(after.shown);
  if (now === undefined || now === tag) return undefined;
  const reduced =
    changing === operation && operation === resource.replace && isStrongTag(now)
      ? await reducedAgain(context, sent.request, { operation, condition }, after, now)
      : undefined;
  const read = resource.retrieve && conditionOf(resource.retrieve, "If-None-Match");
  const plain = resource.retrieve && resourceRequest(context, resource.retrieve, own.created.path);
  if (read && plain) await expectWhole(context, { plain, condition: read }, tag);
  return reduced ?? after;
}

/** The requests of one test case. */
interface Sending {
  change: ConditionalChange;
  created: Created;
}

/** The next request: a body that changes the resource again. */
async function nextRequest(
  context: CaseContext,
  { change: { operation, condition }, created }: Sending,
  value: string,
): Promise<RequestSpec | undefined> {
  const body = operation.method === "delete" ? undefined : context.accepted.bodyFor(operation);
  if (operation.method !== "delete" && (!body || !hasNewText(context, body))) return undefined;
  const request = resourceRequest(context, operation, created.path, body);
  return request && withCondition(request, condition, value);
}

/**
 * Whether a body has a new text, so that the resource cannot have its values already. A server may then accept a stale tag.
 */
function hasNewText({ generator }: CaseContext, body: NonNullable<RequestSpec["body"]>): boolean {
  return "value" in body && generator.isGenerated(jsonText(body.value));
}

/** A request with a tag that is not the current one changes nothing. Returns whether that held. */
async function expectProtected(
  context: CaseContext,
  sending: Sending,
  own: OwnResource,
  value: string,
): Promise<boolean> {
  const request = await nextRequest(context, sending, value);
  if (!request) return false;
  const { operation, condition } = sending.change;
  const exchange = await context.send(request);
  await context.check(request, anyResponse(operation, "If-Match has another tag than the current one"), exchange);
  const sent = { operation, condition, value, exchange };
  if (!context.judge(staleTag(sent))) return false;
  const after = await readOwn(context, own.created);
  const isByRequest = after !== undefined && showsTextOf(context, after, request);
  context.judge(failedCondition(sent, own, after, isByRequest));
  return after !== undefined && isUnchanged(own, after);
}

/** Whether a resource has a text that was made for a request. Then it is certainly that request which changed it. */
function showsTextOf({ generator }: CaseContext, { values }: OwnResource, request: RequestSpec): boolean {
  const texts = generator.generatedIn(jsonText(bodyValue(request) ?? null));
  return texts.some((text) => jsonText(values).includes(text));
}

/**
 * The current tag in other forms. As a weak one it never matches. In a list, and as `*`, it does (RFC 9110, 13.1.1).
 */
async function expectForms(context: CaseContext, sending: Sending, own: OwnResource, current: string): Promise<void> {
  const { operation, condition } = sending.change;
  const send = async (value: string): Promise<ConditionalRequest | undefined> => {
    const request = await nextRequest(context, sending, value);
    if (!request) return undefined;
    const exchange = await context.send(request);
    await context.check(request, anyResponse(operation, `If-Match is ${value}`), exchange);
    return { operation, condition, value, exchange };
  };
  if (isStrongTag(current)) {
    const weak = await send(`W/${current}`);
    if (weak && !context.judge(weakTag(weak))) return;
    const listed = await send(`"${context.generator.unique()}", ${current}`);
    // A deletion that succeeded leaves nothing to send a further tag to.
    if (listed && context.judge(listedTag(listed)) && operation.method === "delete") return;
  }
  const any = await send("*");
  if (any?.exchange.status !== PRECONDITION_FAILED) return;
  context.judge(anyTag(any, (await readOwn(context, own.created)) !== undefined));
}
