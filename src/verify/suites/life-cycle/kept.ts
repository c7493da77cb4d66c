import { jsonText } from "#openapi/document/long-integer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { undoOf } from "#statements/resources/actions.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { hasShown, readCreated } from "#verify/resources/created/read-created.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import { inferredEffect } from "./created/retrieve.js";
import { expectAnyUpdate } from "./updates/updates.js";

/**
 * A created resource stays when the one that it belongs to is changed. It also stays when an action that can be taken back
 * is done on that. A server may have reasons that the document does not state, so it is a warning.
 */
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
  if (!shown || shown.resource) return true;
  const breach = broken("change-removes-child", {
    operation: operation.id,
    parent: parent.value,
    create: created.create.id,
  });
  const facts = {
    ...breach,
    expected: `the resource ${jsonText(created.value)}`,
    received: "it is not found",
  };
  failEffect(context, inferredEffect(created), { ...facts, operation: operation.id }, shown.exchange);
  return false;
}
