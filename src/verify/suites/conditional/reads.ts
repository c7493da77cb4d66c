import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { needsKey } from "#openapi/operations/security.js";
import { isStrongTag } from "#statements/resources/entity-tags.js";
import {
  type ConditionalRequest,
  NOT_MODIFIED,
  otherVersion,
  PRECONDITION_FAILED,
  unmodified,
} from "#verify/judges/entity-tags.js";
import type { Basis } from "#verify/model/finding/kinds.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse, rejection } from "#verify/model/request/expectation.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { tagIn } from "#verify/relations/entity-tags.js";
import { withCondition } from "#verify/requests/conditions.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";

/** A client that has the current version gets 304, and any other one the whole resource (RFC 9110, 13.1.2). */
export async function expectConditionalReads(
  context: CaseContext,
  operation: Operation,
  condition: Parameter,
): Promise<void> {
  const plain = await requireValidRequest(context, operation);
  const whole = await context.send(plain);
  const tag = isSuccess(whole) ? tagIn(whole) : undefined;
  if (tag === undefined) throw new Skipped("the response has no entity tag");
  const read = { plain, condition };
  if (!(await expectUnmodified(context, read, tag, tag, "stated"))) return;
  const unknown = `"${context.generator.unique()}"`;
  await expectWhole(context, read, unknown);
  await expectUnmodified(context, read, tag, `${unknown}, ${tag}`, "inferred");
  if (isStrongTag(tag)) await expectUnmodified(context, read, tag, `W/${tag}`, "inferred");
  await expectGuarded(context, read, tag);
}

/** A read, and the parameter of its condition. */
export interface ConditionalRead {
  plain: RequestSpec;
  condition: Parameter;
}

/**
 * Returns whether the target looks at the condition, as far as the response shows.
 *
 * @param value that has the current tag in some form
 */
async function expectUnmodified(
  context: CaseContext,
  read: ConditionalRead,
  tag: string,
  value: string,
  basis: Basis,
): Promise<boolean> {
  const { request, ...sent } = await sendConditional(context, read, value);
  const { status } = sent.exchange;
  if (status !== PRECONDITION_FAILED) {
    await context.check(request, anyResponse(sent.operation, "the client has the current version"), sent.exchange);
  }
  context.judge(unmodified(sent, tag, basis));
  return status === NOT_MODIFIED || (isSuccess(sent.exchange) && tagIn(sent.exchange) === tag);
}

/** A client that has another version gets the whole resource. @param tag that is not the current one */
export async function expectWhole(context: CaseContext, read: ConditionalRead, tag: string): Promise<void> {
  context.judge(otherVersion(await sendConditional(context, read, tag)));
}

async function sendConditional(
  context: CaseContext,
  { plain, condition }: ConditionalRead,
  value: string,
): Promise<ConditionalRequest & { request: RequestSpec }> {
  const request = withCondition(plain, condition, value);
  return { request, operation: plain.operation, condition, value, exchange: await context.send(request) };
}

/** Credentials are checked before conditions (RFC 9110, 13.2.1): a 304 says that the client knows the resource. */
async function expectGuarded(context: CaseContext, { plain, condition }: ConditionalRead, tag: string): Promise<void> {
  const { operation } = plain;
  if (!needsKey(operation) || context.target.ownKeys.length === 0) return;
  const request: RequestSpec = { ...withCondition(plain, condition, tag), credential: "none" };
  const fault = { part: "credentials", what: "a conditional request without a key" };
  await context.expect(request, rejection(operation, "a conditional request without a key", { fault }));
}
