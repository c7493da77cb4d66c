import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { undoOf } from "#statements/resources/actions.js";
import { keptChild } from "#verify/judges/life-cycle/children.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { hasShown, readCreated } from "#verify/resources/created/read-created.js";
import { expectAnyUpdate } from "./updates/updates.js";

/** Changes what a created resource belongs to, and does actions on that which can be taken back: the resource stays. */
export async function expectKept(context: CaseContext, created: Created, parent: Created): Promise<void> {
  const before = (await readCreated(context, parent, hasShown))?.resource;
  if (!before) return;
  const { update, replace, nested } = parent.resource;
  const change = update ?? replace;
  if (change && (await expectAnyUpdate(context, parent, before))) await expectExists(context, created, parent, change);
  for (const action of nested) {
    const undo = isSafe(action) || action.requestBody ? undefined : undoOf(parent.resource, action);
    if (!undo?.isSamePath || !(await isDone(context, parent, action))) continue;
    const isThere = await expectExists(context, created, parent, action);
    await isDone(context, parent, undo.operation);
    if (!isThere) return;
  }
}

async function isDone(context: CaseContext, parent: Created, action: Operation): Promise<boolean> {
  const request = resourceRequest(context, action, parent.path);
  return request !== undefined && (await context.prepare(request)) && isSuccess(await context.send(request));
}

/** @returns whether the resource is there */
async function expectExists(
  context: CaseContext,
  created: Created,
  parent: Created,
  operation: Operation,
): Promise<boolean> {
  const shown = await readCreated(context, created, hasShown);
  return shown === undefined || context.judge(keptChild(created, parent, operation, shown));
}
