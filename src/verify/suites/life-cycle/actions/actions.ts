import { isObject, type JsonObject } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { speaksOfReading } from "#statements/dangers/read-effects.js";
import { isTimestamp } from "#statements/moments.js";
import { sentResourceAt } from "#statements/resources/envelope-schema.js";
import { hasKeyword, propertiesAt } from "#statements/schema-fields.js";
import {
  type DoneAction,
  keptByAction,
  keptMembers,
  keptMoments,
  keptTexts,
  leftState,
  type MovedState,
  movedStateOf,
  shownAction,
  shownEnd,
  shownTexts,
} from "#verify/judges/life-cycle/actions.js";
import type { DoneOperation } from "#verify/judges/life-cycle/shown-values.js";
import { isPostponed } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/created.js";
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
  if (!shown || !after || isPostponed(exchange)) return after;
  expectConfirmed(context, created, done, shown);
  const action = { operation, request, before, after, exchange: shown.exchange };
  context.judge(shownAction(context.contract.document, created, action));
  const moved = movedStates(context.run);
  context.judge(leftState(created, moved.get(created.address), action));
  if (!moved.get(created.address)) context.judge(shownEnd(created, action));
  moved.set(created.address, movedStateOf(action));
  // A calculation stores nothing of its request.
  if (!speaksOfReading(operation)) context.judge(shownTexts(created, action));
  const kept = keptFields(context, created, action);
  const isOpen = (name: string) => isObject(before[name]);
  context.judge(
    keptTexts(
      created,
      kept.filter((name) => !isOpen(name)),
      action,
    ),
  );
  context.judge(keptMembers(created, kept.filter(isOpen), action));
  context.judge(keptMoments(created, action));
  await expectFlags(context, created, before, after);
  await expectUntouched(context, neighbor, created, operation);
  return after;
}

/** The states that the last actions moved, by the addresses of their resources. */
const movedStates = oncePer((_: CaseContext["run"]) => new Map<string, MovedState | undefined>());

/**
 * The fields that an action leaves alone. Without a body, they are the texts, lists and objects that clients write: a state may
 * be written as well. If its words say that it reads, they are all fields that clients write.
 */
function keptFields(
  { contract, generator }: CaseContext,
  { create, resource }: Created,
  { operation, request, before: shown }: DoneAction,
): string[] {
  const isRead = speaksOfReading(operation);
  if (request.body && !isRead) return [];
  const bodies = [create, resource.update, resource.replace].flatMap((write) => write?.requestBody?.content ?? []);
  const { document } = contract;
  const fields = bodies.flatMap((content) => {
    const at = sentResourceAt(document, content, shown);
    const isWritten = (name: string) => !hasKeyword(document, content, pointerTo(at, name), "readOnly", [true]);
    return propertiesAt(document, content, at).filter(isWritten);
  });
  return [...new Set(fields)].filter((name) => {
    const value = shown[name];
    if (isRead) return value !== undefined && !isTimestamp(value);
    // A text that was generated for the run is not a state.
    const isOwn = typeof value === "string" && generator.isGenerated(value);
    const isText = typeof value === "string" && (value.includes(" ") || isOwn) && !isTimestamp(value);
    return Array.isArray(value) || isObject(value) || isText;
  });
}
