import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { conditionOf, isStrongTag } from "#statements/resources/entity-tags.js";
import type { Resource } from "#statements/resources/resource.js";
import { differs } from "#verify/model/finding/compare.js";
import { type Exchange, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { bodyValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { tagIn } from "#verify/relations/entity-tags.js";
import { withCondition } from "#verify/requests/conditions.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import { createOwn, type OwnResource, readOwn } from "#verify/steps/own-resource.js";
import { requestsOfChange } from "./change-requests.js";
import { expectNewTag, reducedAgain } from "./new-tags.js";
import { expectWhole } from "./reads.js";

const PRECONDITION_FAILED = 412;

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
  if (sent?.exchange.status === PRECONDITION_FAILED && usable !== "*" && changing === operation) {
    await failCurrent(context, operation, condition, own, usable, sent.exchange);
    return undefined;
  }
  if (!sent || !isSuccess(sent.exchange)) return undefined;
  const after = await readOwn(context, own.created, ({ values }) => differs(own.values, values, "equal"));
  if (!after || !differs(own.values, after.values, "equal")) return undefined;
  if (changing === operation) expectNewTag(context, operation, tag, [sent.exchange, after.shown]);
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

/** The current tag is rejected. Somebody may have changed the resource meanwhile: then it has another tag. */
async function failCurrent(
  context: CaseContext,
  operation: Operation,
  condition: Parameter,
  own: OwnResource,
  tag: string,
  exchange: Exchange,
): Promise<void> {
  const now = await readOwn(context, own.created);
  if (!now || differs(own.values, now.values, "equal")) return;
  const breach = broken("current-tag-rejected", { operation: operation.id });
  const effect = { operation, place: condition.pointer };
  failEffect(context, effect, { ...breach, expected: `another status than 412 for ${tag}` }, exchange);
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
  const { operation, condition } = sending.change;
  const request = await nextRequest(context, sending, value);
  if (!request) return false;
  const exchange = await context.send(request);
  await context.check(request, anyResponse(operation, "If-Match has another tag than the current one"), exchange);
  const effect = { operation, place: condition.pointer };
  if (isSuccess(exchange)) {
    const breach = broken("stale-tag-accepted", { operation: operation.id });
    failEffect(context, effect, { ...breach, expected: `412 for ${value}` }, exchange);
    return false;
  }
  const after = await readOwn(context, own.created);
  if (after && !differs(own.values, after.values, "equal")) return true;
  if (exchange.status !== PRECONDITION_FAILED || (after && !showsTextOf(context, after, request))) return false;
  const breach = broken("failed-condition-changes-resource", { operation: operation.id });
  const received = after ? after.shown.body : "no such resource";
  failEffect(context, effect, { ...breach, expected: own.shown.body, received }, after?.shown ?? exchange);
  return false;
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
  const effect = { operation, place: condition.pointer, basis: "inferred" } as const;
  const send = async (value: string) => {
    const request = await nextRequest(context, sending, value);
    const exchange = request && (await context.send(request));
    if (exchange) await context.check(request, anyResponse(operation, `If-Match is ${value}`), exchange);
    return exchange;
  };
  if (isStrongTag(current)) {
    const weak = await send(`W/${current}`);
    if (weak && isSuccess(weak)) {
      const breach = broken("weak-tag-accepted", { operation: operation.id });
      failEffect(context, effect, { ...breach, expected: `412 for W/${current}` }, weak);
      return;
    }
    const value = `"${context.generator.unique()}", ${current}`;
    const listed = await send(value);
    if (listed?.status === PRECONDITION_FAILED) {
      const breach = broken("tag-in-list-rejected", { operation: operation.id });
      failEffect(context, effect, { ...breach, expected: `another status than 412 for ${value}` }, listed);
    } else if (operation.method === "delete") return;
  }
  const any = await send("*");
  if (any?.status !== PRECONDITION_FAILED || !(await readOwn(context, own.created))) return;
  const breach = broken("any-tag-rejected", { operation: operation.id });
  failEffect(context, effect, { ...breach, expected: "another status than 412 for *" }, any);
}
