import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Undo } from "#statements/resources/actions.js";
import { changesState, movedState, restoredState } from "#verify/judges/life-cycle/actions.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { hasShown, readCreated } from "#verify/resources/created/read-created.js";
import { expectAllowed } from "#verify/steps/expect-allowed.js";
import { expectFiltered } from "../created/filtered.js";
import { expectUntouched, type Neighbor } from "../created/neighbor.js";
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
  if (neighbor) await actOn(context, neighbor, action, undo);
  const restored = acted && (await takeBack(context, { created, neighbor }, { action, undo, before, after: acted }));
  if (!restored) return acted;
  const more = await send(context, created, undo.operation, `${undo.operation.id} succeeded before`);
  if (more && isSuccess(more.exchange)) await expectUntouched(context, neighbor, created, undo.operation);
  return restored.shown;
}

/**
 * Does an action on the neighbor, which keeps the new state. The list may be filtered by that. A second action is taken back
 * in between: what the first one did remains.
 */
async function actOn(context: CaseContext, neighbor: Neighbor, action: Operation, undo: Undo): Promise<void> {
  const { created, shown: before, isActed: hasState } = neighbor;
  const after = await act(context, neighbor, action);
  if (!after) return;
  await expectFiltered(context, created, after, before);
  if (!hasState) return;
  const reversible = { action, undo, before, after };
  const restored = await takeBack(context, { created, neighbor: undefined }, reversible);
  if (restored) await act(context, neighbor, action);
}

/** Does an action on the neighbor. Returns the neighbor afterwards; undefined if the action did not succeed, or it is not shown. */
async function act(context: CaseContext, neighbor: Neighbor, action: Operation): Promise<JsonObject | undefined> {
  const done = await send(context, neighbor.created, action, "the run created the resource");
  const shown = await readCreated(context, neighbor.created, hasShown);
  const after = shown?.resource;
  neighbor.shown = after ?? neighbor.shown;
  if (!done || !isSuccess(done.exchange) || !after) return undefined;
  neighbor.isActed = true;
  return after;
}

/** Takes an action back, and compares the resource with itself before the action. Returns it; undefined if it is not taken back. */
async function takeBack(
  context: CaseContext,
  actor: Actor,
  { action, undo, before, after: acted }: Reversible,
): Promise<{ shown: JsonObject | undefined } | undefined> {
  const { created } = actor;
  const undone = await send(context, created, undo.operation, `${action.id} succeeded`);
  if (!undone || !isSuccess(undone.exchange)) return undefined;
  const restored = await expectActed(context, actor, undone, acted);
  // An action that was done before changes nothing, and is taken back all the same.
  if (restored && changesState(before, acted)) {
    const taken = { undo: undone, before, acted, after: restored };
    const { document } = context.contract;
    context.judge(undo.isSamePath ? restoredState(created, taken) : movedState(document, created, taken));
  }
  return { shown: restored };
}

function send(
  context: CaseContext,
  created: Created,
  operation: Operation,
  why: string,
): Promise<DoneWrite | undefined> {
  return expectAllowed(context, resourceRequest(context, operation, created.path), why);
}
