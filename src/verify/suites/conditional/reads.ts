import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { needsKey } from "#openapi/operations/security.js";
import { isStrongTag } from "#statements/resources/entity-tags.js";
import { type Exchange, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse, rejection } from "#verify/model/request/expectation.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { tagIn } from "#verify/relations/entity-tags.js";
import { withCondition } from "#verify/requests/conditions.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";

const NOT_MODIFIED = 304;

/**
 * A client that has the current version gets 304, and any other one the whole resource (RFC 9110, 13.1.2). A version that a
 * server gives a new tag each time is never current. So only a repeated tag shows that the condition was not looked at.
 */
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

/** Returns whether the target looks at the condition. @param value that has the current tag in some form */
async function expectUnmodified(
  context: CaseContext,
  { plain, condition }: ConditionalRead,
  tag: string,
  value: string,
  basis: "stated" | "inferred",
): Promise<boolean> {
  const { operation } = plain;
  const request = withCondition(plain, condition, value);
  const exchange = await context.send(request);
  if (exchange.status === NOT_MODIFIED || !isRejected(exchange)) {
    await context.check(request, anyResponse(operation, "the client has the current version"), exchange);
  }
  if (exchange.status === NOT_MODIFIED) return true;
  const isSame = isSuccess(exchange) && tagIn(exchange) === tag;
  if (!isSame && !isRejected(exchange)) return false;
  const rule = isSame ? "whole-resource-for-current-tag" : "read-with-current-tag-rejected";
  const breach = broken(rule, { operation: operation.id });
  const effect = { operation, place: condition.pointer, basis };
  failEffect(context, effect, { ...breach, expected: `304 for ${value}` }, exchange);
  return isSame;
}

/** 412 is the response to a condition of a change (RFC 9110, 13.1.2). */
function isRejected({ status }: Exchange): boolean {
  return status === 412;
}

/** A client that has another version gets the whole resource. @param tag that is not the current one */
export async function expectWhole(
  context: CaseContext,
  { plain, condition }: ConditionalRead,
  tag: string,
): Promise<void> {
  const { operation } = plain;
  const exchange = await context.send(withCondition(plain, condition, tag));
  if (exchange.status !== NOT_MODIFIED) return;
  const breach = broken("not-modified-for-other-tag", { operation: operation.id });
  const facts = { ...breach, expected: `the whole resource for ${tag}` };
  failEffect(context, { operation, place: condition.pointer }, facts, exchange);
}

/** Credentials are checked before conditions (RFC 9110, 13.2.1): a 304 says that the client knows the resource. */
async function expectGuarded(context: CaseContext, { plain, condition }: ConditionalRead, tag: string): Promise<void> {
  const { operation } = plain;
  if (!needsKey(operation) || context.target.ownKeys.length === 0) return;
  const request: RequestSpec = { ...withCondition(plain, condition, tag), credential: "none" };
  const fault = { part: "credentials", what: "a conditional request without a key" };
  await context.expect(request, rejection(operation, "a conditional request without a key", { fault }));
}
