import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceIn, sentResource } from "#statements/resources/envelope.js";
import { isPartial } from "#statements/resources/partial-updates.js";
import { compare, type Difference, differingFields, EQUAL, RELATED } from "#verify/model/finding/compare.js";
import { type Exchange, isGone, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { type BodySpec, structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { changingBody } from "#verify/requests/changing-body.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { inJson } from "#verify/rules/differing-fields.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import type { Actor } from "../actions/actions.js";
import { expectConfirmed, readConfirmed } from "../created/confirmed.js";
import { expectUntouched } from "../created/neighbor.js";
import { inferredEffect, relatedEffect } from "../created/retrieve.js";
import { warnOfKept, warnOfShortened, warnOfTime, warnOfUnmerged } from "./changed-values.js";
import { partialBodies } from "./parts.js";
import { expectNoChange } from "./rejected.js";
import { type Change, warnOfUnsent } from "./unsent-fields.js";

/**
 * Changes a created resource by PATCH, then by PUT: afterwards it has what was sent.
 *
 * @param found the resource before
 * @returns the resource afterwards; undefined if it does not exist any more: a change may archive it
 */
export async function expectUpdates(
  context: CaseContext,
  { created, neighbor }: Actor,
  found: JsonObject,
): Promise<JsonObject | undefined> {
  const { update, replace } = created.resource;
  let before = found;
  const hidden = hiddenFields(created, found);
  for (const operation of [update, replace]) {
    if (!operation) continue;
    for (const fields of ["few", "all"] as const) {
      const body = changingBody(context, operation, changesOf(before), fields);
      const after = body && (await expectUpdate(context, created, { operation, body, before, hidden }));
      if (after === "gone") return undefined;
      before = after ?? before;
    }
    const parts = isPartial(operation) ? partialBodies(context, operation, before, changesOf(before)) : [];
    for (const body of parts) {
      const after = await expectUpdate(context, created, { operation, body, before, hidden });
      if (after === "gone") return undefined;
      if (!after) break;
      before = after;
    }
    await expectUntouched(context, neighbor, created, operation);
    before = (await expectNoChange(context, created, operation, before)) ?? before;
  }
  return before;
}

/** Changes a few fields of a resource, if the document has an operation for it. Returns the resource afterwards, if it is shown. */
export async function expectAnyUpdate(
  context: CaseContext,
  created: Created,
  before: JsonObject,
): Promise<JsonObject | undefined> {
  const operation = created.resource.update ?? created.resource.replace;
  const body = operation && changingBody(context, operation, changesOf(before));
  const hidden = hiddenFields(created, before);
  const after = body && (await expectUpdate(context, created, { operation, body, before, hidden }));
  return after === "gone" ? undefined : after;
}

/** The fields that never show what was sent: a server may shorten a name, or hide a number. They show no lost change. */
function hiddenFields({ request }: Created, found: JsonObject): Set<string> {
  const sent = sentResource(structuredBody(request), found);
  return new Set(sent ? differingFields(sent, found, RELATED) : []);
}

/** How many fields of a body differ from a resource. */
function changesOf(before: JsonObject): (value: JsonObject) => number {
  return (value) => compare(sentResource(value, before) ?? {}, before, RELATED).length;
}

/** An update of a resource, and the resource before it. */
interface Update {
  operation: Operation;
  body: BodySpec;
  before: JsonObject;
  /** Those that never show what was sent. The function adds the ones that do not show it now. */
  hidden: Set<string>;
}

/** Sends one update, unless it may not be sent. Returns the resource after it; undefined if it was not changed, or not shown. */
async function expectUpdate(
  context: CaseContext,
  created: Created,
  { operation, body, before, hidden }: Update,
): Promise<JsonObject | "gone" | undefined> {
  const request = resourceRequest(context, operation, created.path, body);
  const sent = request && sentResource(structuredBody(request), before);
  if (!request || !sent || !(await context.prepare(request))) return undefined;
  const updated = await context.send(request);
  await context.check(request, anyResponse(operation, `${created.create.id} created the resource`), updated);
  if (isGone(updated)) {
    failEffect(context, await relatedEffect(context, created), unknownTo(created, operation, updated), updated);
    return undefined;
  }
  if (!isSuccess(updated)) return undefined;
  const response = resourceIn(jsonOf(updated), created);
  const lostAfter = (after: JsonObject) => lostValues(created, { sent, before, response, after }, hidden);
  const done = { operation, exchange: updated };
  const shown = await readConfirmed(context, created, done, (after) => lostAfter(after).length === 0);
  if (!shown) return undefined;
  const { resource: after, exchange } = shown;
  if (!after) {
    if (isSuccess(exchange) || isGone(exchange)) {
      failEffect(context, inferredEffect(created), archivedBy(operation, exchange), exchange);
      return "gone";
    }
    return undefined;
  }
  // It is done later (RFC 9110, 15.3.3).
  if (updated.status === 202) return after;
  for (const { name, wanted, found } of lostAfter(after)) {
    const breach = broken("updated-value-lost", { operation: operation.id, field: name });
    const [expected, received] = [jsonText(wanted), jsonText(found)];
    const facts = { ...breach, expected, received, operation: operation.id };
    failEffect(context, await relatedEffect(context, created), facts, exchange);
  }
  expectConfirmed(context, created, done, shown);
  const change = { operation, sent, response, before, after, exchange };
  warnOfAdded(context, created, change);
  warnOfKept(context, created, change);
  warnOfShortened(context, created, change);
  warnOfUnmerged(context, created, change);
  warnOfUnsent(context, created, change);
  warnOfTime(context, created, change);
  for (const name of differingFields(sent, after, RELATED)) hidden.add(name);
  return after;
}

/** A list that is sent replaces the stored one. Some servers add to it, and say so elsewhere. */
function warnOfAdded(context: CaseContext, created: Created, change: Change): void {
  const { operation, sent, before, after, exchange } = change;
  const isIn = (list: Json | undefined, item: Json) =>
    Array.isArray(list) && list.some((other) => isDeepStrictEqual(item, other));
  for (const [name, value] of Object.entries(sent)) {
    const own = after[name];
    if (!Array.isArray(value) || value.length === 0 || !Array.isArray(own)) continue;
    if (!value.every((item) => isIn(own, item))) continue;
    if (!own.some((item) => isIn(before[name], item) && !isIn(value, item))) continue;
    const breach = broken("list-extended-not-replaced", { operation: operation.id, field: name });
    const facts = {
      ...breach,
      ...inJson(value, own),
      operation: operation.id,
    };
    failEffect(context, inferredEffect(created), facts, exchange);
  }
}

function archivedBy(operation: Operation, { status }: Exchange) {
  const breach = broken("resource-missing-after-update", { operation: operation.id });
  return { ...breach, expected: "the changed resource", received: String(status), operation: operation.id };
}

/** The finding that an operation does not find a created resource. */
export function unknownTo({ create, value }: Created, operation: Operation, { status }: Exchange) {
  return {
    ...broken("operation-misses-created-resource", { operation: operation.id, create: create.id }),
    expected: `a success for ${jsonText(value)}`,
    received: String(status),
    operation: operation.id,
  };
}

/**
 * The sent fields that still have their old values, although the response to the update did not show those. A value that the
 * server rejects or changes at once is not a lost change. Where a link states that the resource is the same, no third value is
 * right either.
 */
function lostValues(
  { link }: Created,
  { sent, before, response, after }: Pick<Change, "sent" | "before" | "response" | "after">,
  hidden: ReadonlySet<string>,
): Difference[] {
  const fields = differingFields(sent, before, RELATED);
  const moved = link ? [] : differingFields(before, after, EQUAL);
  const refused = response ? differingFields(sent, response, RELATED) : [];
  return compare(sent, after, { ...RELATED, fields, except: [...moved, ...refused, ...hidden] });
}
