import { isObject, type JsonObject } from "#openapi/document/document.js";
import { isTimestamp } from "#statements/moments.js";
import { sentResourceAt } from "#statements/resources/envelope-schema.js";
import { propertiesAt } from "#statements/schema-fields.js";
import {
  keptByAction,
  keptMembers,
  keptMoments,
  keptTexts,
  shownAction,
  shownTexts,
} from "#verify/judges/life-cycle/actions.js";
import type { DoneOperation } from "#verify/judges/life-cycle/shown-values.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { expectConfirmed, readConfirmed } from "../created/confirmed.js";
import { expectUntouched, type Neighbor } from "../created/neighbor.js";
import { expectFlags } from "./flags.js";

/** A write that succeeded, and its request. */
export interface DoneWrite extends DoneOperation {
  request: RequestSpec;
}

/** A resource on which actions are done, and the one that they leave alone. */
export interface Actor {
  created: Created;
  neighbor: Neighbor | undefined;
}

/**
 * An action that succeeded shows. The resource is as the response says, and the field that the name of the action suggests
 * has changed. The sent texts of the resource have not, and other resources are left alone.
 *
 * @param before the resource before the action
 * @returns the resource afterwards; undefined if it is not shown any more
 */
export async function expectActed(
  context: CaseContext,
  { created, neighbor }: Actor,
  done: DoneWrite,
  before: JsonObject,
): Promise<JsonObject | undefined> {
  const { operation, exchange, request } = done;
  const shown = await readConfirmed(context, created, done);
  const after = shown?.resource;
  if (shown) context.judge(keptByAction(created, operation, shown));
  if (!shown || !after || exchange.status === 202) return after;
  expectConfirmed(context, created, done, shown);
  const action = { operation, request, before, after, exchange: shown.exchange };
  context.judge(shownAction(context.contract.document, created, action));
  context.judge(shownTexts(created, action));
  const writable = request.body ? [] : writableFields(context, created, before);
  const isOpen = (name: string) => isObject(before[name]);
  context.judge(
    keptTexts(
      created,
      writable.filter((name) => !isOpen(name)),
      action,
    ),
  );
  context.judge(keptMembers(created, writable.filter(isOpen), action));
  context.judge(keptMoments(created, action));
  await expectFlags(context, created, before, after);
  await expectUntouched(context, neighbor, created, operation);
  return after;
}

/** The texts, lists and objects that clients write: an action without a body leaves them alone. A state may be written as well. */
function writableFields({ contract }: CaseContext, { create, resource }: Created, shown: JsonObject): string[] {
  const bodies = [create, resource.update, resource.replace].flatMap((write) => write?.requestBody?.content ?? []);
  const { document } = contract;
  const fields = bodies.flatMap((content) => propertiesAt(document, content, sentResourceAt(document, content, shown)));
  return [...new Set(fields)].filter((name) => {
    const value = shown[name];
    return (
      Array.isArray(value) ||
      isObject(value) ||
      (typeof value === "string" && value.includes(" ") && !isTimestamp(value))
    );
  });
}
