import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isOfPast, isStateName } from "#statements/names.js";
import type { Undo } from "#statements/resources/actions.js";
import { documentedStates } from "#statements/resources/actions.js";
import { differingFields, type Policy, UNTOUCHED } from "#verify/model/finding/compare.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { hasShown, readCreated } from "#verify/resources/created/read-created.js";
import { inJson } from "#verify/rules/differing-fields.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import type { Done } from "../created/confirmed.js";
import { expectUntouched } from "../created/neighbor.js";
import { inferredEffect } from "../created/retrieve.js";
import { type Actor, type DoneWrite, expectActed } from "./actions.js";

/** An action that was done, what takes it back, and the resource before and after it. */
interface Reversible {
  action: Operation;
  undo: Undo;
  before: JsonObject;
  after: JsonObject;
}

/**
 * Does an action again, and on the neighbor, then takes it back, once more than needed. The resource is as before, apart
 * from times, and the neighbor keeps its own.
 *
 * @returns the resource afterwards
 */
export async function expectUndone(
  context: CaseContext,
  { created, neighbor }: Actor,
  { action, undo, before, after }: Reversible,
): Promise<JsonObject | undefined> {
  const again = await send(context, created, action, "it was done before");
  const acted =
    again && isSuccess(again.exchange)
      ? await expectActed(context, { created, neighbor: undefined }, again, after)
      : after;
  if (neighbor) {
    const done = await send(context, neighbor.created, action, "the run created the resource");
    const shown = await readCreated(context, neighbor.created, hasShown);
    neighbor.isActed ||= done !== undefined && isSuccess(done.exchange) && shown?.resource !== undefined;
    neighbor.shown = shown?.resource ?? neighbor.shown;
  }
  const undone = await send(context, created, undo.operation, `${action.id} succeeded`);
  if (!undone || !acted || !isSuccess(undone.exchange)) return acted;
  const restored = await expectActed(context, { created, neighbor }, undone, acted);
  // An action that was done before changes nothing, and is taken back all the same.
  const isChanged = differingFields(before, after, STATES).length > 0;
  const expectOld = undo.isSamePath ? expectRestored : expectMoved;
  if (restored && isChanged) expectOld(context, created, { undo: undone, before, acted, after: restored });
  const more = await send(context, created, undo.operation, `${undo.operation.id} succeeded before`);
  if (more && isSuccess(more.exchange)) await expectUntouched(context, neighbor, created, undo.operation);
  return restored;
}

async function send(
  context: CaseContext,
  created: Created,
  operation: Operation,
  why: string,
): Promise<DoneWrite | undefined> {
  const request = resourceRequest(context, operation, created.path);
  if (!request || !(await context.prepare(request))) return undefined;
  const exchange = await context.send(request);
  await context.check(request, anyResponse(operation, why), exchange);
  return { operation, exchange, request };
}

/** The fields that may show a state. */
const STATES: Policy = { ...UNTOUCHED, kinds: ["flag", "text"] };

/** A resource before an action, and after it was taken back. */
interface Restored {
  undo: Done;
  before: JsonObject;
  /** The resource after the action. */
  acted: JsonObject;
  after: JsonObject;
}

/** Taken back by `DELETE` of its path, an action leaves the flags and texts as they were before it. */
function expectRestored(context: CaseContext, created: Created, restored: Restored): void {
  const { before, after } = restored;
  for (const name of differingFields(before, after, STATES)) warnOfLeft(context, created, restored, name);
}

/**
 * Taken back by its opposite, an action leaves no flag and no state as it made them. Another state than the first one is right:
 * what was started and stopped is not new.
 */
function expectMoved(context: CaseContext, created: Created, restored: Restored): void {
  const { before, acted, after } = restored;
  const { contract } = context;
  const isStateNamed = (name: string) =>
    isStateName(name) || documentedStates(contract.document, created.resource, name).length > 1;
  for (const name of differingFields(before, acted, STATES)) {
    if (acted[name] !== after[name]) continue;
    if (typeof before[name] === "boolean" ? !isOfPast(name) : isStateNamed(name)) {
      warnOfLeft(context, created, restored, name);
    }
  }
}

function warnOfLeft(
  context: CaseContext,
  created: Created,
  { undo: { operation, exchange }, before, after }: Restored,
  name: string,
): void {
  const breach = broken("action-not-taken-back", { operation: operation.id, field: name });
  failEffect(
    context,
    inferredEffect(created),
    { ...breach, ...inJson(before[name], after[name]), operation: operation.id },
    exchange,
  );
}
