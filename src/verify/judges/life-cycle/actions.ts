import { asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { wordsOf } from "#openapi/document/words.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isTimestamp } from "#statements/moments.js";
import { IDENTIFYING, isOfPast, isStateName } from "#statements/names.js";
import { documentedStates, endsState, isNamedBy, movesState, undoOf, verbOf } from "#statements/resources/actions.js";
import { sentResource } from "#statements/resources/envelope.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import { isVersionToken } from "#statements/resources/version-tokens.js";
import {
  COMPATIBLE,
  compare,
  differingFields,
  IDENTICAL,
  isSame,
  type Policy,
  UNTOUCHED,
} from "../../model/finding/compare.js";
import type { Effect } from "../../model/finding/effect.js";
import type { Judgment } from "../../model/finding/finding.js";
import { type Exchange, isGone } from "../../model/request/exchange.js";
import { type RequestSpec, shownBody } from "../../model/request/request-spec.js";
import { inJson } from "../../rules/differing-fields.js";
import { broken } from "../../rules/sentence.js";
import { effectJudgment } from "../judgment.js";
import { type CreatedResource, ofCreated, type ShownResource } from "./created-resource.js";
import { missingEffects } from "./missing-effects.js";
import type { DoneOperation } from "./shown-values.js";

/** An action that can be taken back at the same path does not remove the resource. */
export function keptByAction(
  created: CreatedResource,
  action: Operation,
  { resource, exchange }: ShownResource,
): Judgment[] {
  if (resource || !isGone(exchange) || !undoOf(created.resource, action)?.isSamePath) return [];
  const breach = broken("resource-missing-after-action", { operation: action.id });
  const facts = { ...breach, expected: "the resource", received: String(exchange.status) };
  return [ofCreated(created, action, facts, exchange)];
}

/** An action, the resource before and after it, and the response that shows it afterwards. */
export interface DoneAction {
  operation: Operation;
  request: RequestSpec;
  before: JsonObject;
  after: JsonObject;
  exchange: Exchange;
}

/** The field that the name of an action suggests has changed. */
export function shownAction(document: OpenApiDocument, created: CreatedResource, done: DoneAction): Judgment[] {
  const { operation, before, after, exchange } = done;
  const missing = missingEffects(document, created.resource, operation, before, after, turnedBy(done.request));
  return missing.map(({ name, expected, received }) => {
    const breach = broken("action-not-shown", { operation: operation.id, field: name });
    return ofCreated(created, operation, { ...breach, expected, received: jsonText(received ?? null) }, exchange);
  });
}

/** The value of the only member of a body, if that is a flag. */
function turnedBy(request: RequestSpec): boolean | undefined {
  const [only, ...others] = Object.values(asObject(shownBody(request)));
  return typeof only === "boolean" && others.length === 0 ? only : undefined;
}

/**
 * An action that ends something shows: the resource is not as before in each detail. Only the first action counts, because
 * a later one may find that it has ended. Names suggest it: a warning.
 */
export function shownEnd(created: CreatedResource, { operation, before, after, exchange }: DoneAction): Judgment[] {
  const field = Object.keys(after).find(isStateName);
  if (field === undefined || !endsState(operation) || differingFields(before, after, IDENTICAL).length > 0) return [];
  const breach = broken("action-not-shown", { operation: operation.id, field });
  const facts = { ...breach, expected: "another value", received: jsonText(after[field] ?? null) };
  return [ofCreated(created, operation, facts, exchange)];
}

/** The field with a state that an action has moved. */
export interface MovedState {
  field: string;
  by: Operation;
}

/**
 * An action that takes a resource to another state changes it, where another action has moved that state before. The same
 * action, sent again, finds it where it leads.
 *
 * @param moved the state that the action before moved; undefined if it moved none
 */
export function leftState(
  created: CreatedResource,
  moved: MovedState | undefined,
  { operation, before, after, exchange }: DoneAction,
): Judgment[] {
  if (moved === undefined || moved.by === operation || !movesState(operation)) return [];
  if (differingFields(before, after, IDENTICAL).length > 0) return [];
  const { field } = moved;
  const breach = broken("action-not-shown", { operation: operation.id, field });
  const facts = { ...breach, expected: "another value", received: jsonText(after[field] ?? null) };
  return [ofCreated(created, operation, facts, exchange)];
}

/** The state that an action has moved; undefined if it moved none. */
export function movedStateOf({ operation, before, after }: DoneAction): MovedState | undefined {
  const field = differingFields(before, after, IDENTICAL).find(isStateName);
  return field === undefined ? undefined : { field, by: operation };
}

/** The texts that an action was sent are in the resource, where it has a field for them. */
export function shownTexts(created: CreatedResource, { operation, request, after, exchange }: DoneAction): Judgment[] {
  const body = sentResource(shownBody(request), after) ?? {};
  return Object.entries(body).flatMap(([name, value]): Judgment[] => {
    const field = fieldFor(name, after);
    // A number may be a part of the one that the resource has.
    if (typeof value !== "string" || field === undefined || isVersionToken(field)) return [];
    if (isSame(value, after[field] ?? null, "related")) return [];
    const breach = broken("action-value-not-shown", { operation: operation.id, field, sent: name });
    return [ofCreated(created, operation, { ...breach, ...inJson(value, after[field]) }, exchange)];
  });
}

/** The field of a resource that shows what an action was sent: `cancellation_reason` of `reason`. */
function fieldFor(name: string, shown: JsonObject): string | undefined {
  const wanted = wordsOf(name).join(" ");
  const found = Object.keys(shown).filter((field) => ` ${wordsOf(field).join(" ")}`.endsWith(` ${wanted}`));
  return found.length === 1 ? found[0] : undefined;
}

/** An action leaves fields alone that clients write. @param fields their names */
export function keptTexts(
  created: CreatedResource,
  fields: readonly string[],
  { operation, before, after, exchange }: DoneAction,
): Judgment[] {
  return compare(before, after, { ...IDENTICAL, fields }).map(({ name, wanted, found }) => {
    const breach = broken("action-changes-other-field", { operation: operation.id, field: name });
    return ofCreated(created, operation, { ...breach, ...inJson(wanted, found) }, exchange);
  });
}

/** An action without a body leaves the members of objects alone that clients write. It may add some. @param fields their names */
export function keptMembers(
  created: CreatedResource,
  fields: readonly string[],
  { operation, before, after, exchange }: DoneAction,
): Judgment[] {
  return fields.flatMap((field) => {
    const [lost] = compare(asObject(before[field]), asObject(after[field]), IDENTICAL);
    if (!lost) return [];
    const breach = broken("action-changes-other-field", { operation: operation.id, field: field + lost.at });
    return [ofCreated(created, operation, { ...breach, ...inJson(lost.wanted, lost.found) }, exchange)];
  });
}

/**
 * An action leaves the moment of another one alone: what is completed was started when it was started. An action that takes
 * back the other one, or repeats it, may move it.
 */
export function keptMoments(created: CreatedResource, { operation, before, after, exchange }: DoneAction): Judgment[] {
  const { resource } = created;
  const verb = verbOf(operation);
  const undoes = (one: Operation, other: Operation) => undoOf(resource, one)?.operation === other;
  const others = resource.nested.filter((other) => {
    const isRelated = undoes(other, operation) || undoes(operation, other);
    return other.method === "post" && other !== operation && !isRelated;
  });
  if (!verb || REPEATS.test(verb.stem)) return [];
  return Object.keys(before).flatMap((field): Judgment[] => {
    const [wanted, found] = [before[field], after[field]];
    if (!isTimestamp(wanted) || !isTimestamp(found) || isSame(wanted, found, "equal")) return [];
    const isOfOther = others.some((other) => {
      const own = verbOf(other);
      return own !== undefined && isNamedBy(own, field);
    });
    if (!isOfOther || isNamedBy(verb, field)) return [];
    const breach = broken("action-changes-other-field", { operation: operation.id, field });
    return [ofCreated(created, operation, { ...breach, ...inJson(wanted, found) }, exchange)];
  });
}

/** The beginning of verbs of actions that begin something again: `restart`, `reset`. */
const REPEATS = /^re/;

/** The fields that may show a state. */
const STATES: Policy = { ...UNTOUCHED, kinds: ["flag", "text"] };

/** Whether an action changed a field that may show a state. One that was done before changes nothing. */
export function changesState(before: JsonObject, after: JsonObject): boolean {
  return differingFields(before, after, STATES).length > 0;
}

/** Whether a flag has another value. */
export function changesFlag(before: JsonObject, after: JsonObject): boolean {
  return compare(before, after, { same: "identical", kinds: ["flag"], mayLack: false }).length > 0;
}

/** A resource before an action, and after it was taken back. */
export interface TakenBack {
  undo: DoneOperation;
  before: JsonObject;
  /** The resource after the action. */
  acted: JsonObject;
  after: JsonObject;
}

/** Taken back by `DELETE` of its path, an action leaves the flags and texts as they were before it. */
export function restoredState(created: CreatedResource, taken: TakenBack): Judgment[] {
  const left = differingFields(taken.before, taken.after, STATES);
  return left.map((name) => notTakenBack(created, taken, name));
}

/**
 * Taken back by its opposite, an action leaves no flag and no state as it made them. Another state than the first one is right:
 * what was started and stopped is not new.
 */
export function movedState(document: OpenApiDocument, created: CreatedResource, taken: TakenBack): Judgment[] {
  const { before, acted, after } = taken;
  const isStateNamed = (name: string) =>
    isStateName(name) || documentedStates(document, created.resource, name).length > 1;
  const left = differingFields(before, acted, STATES).filter((name) => {
    const isState = typeof before[name] === "boolean" ? !isOfPast(name) : isStateNamed(name);
    return acted[name] === after[name] && isState;
  });
  return left.map((name) => notTakenBack(created, taken, name));
}

function notTakenBack(created: CreatedResource, { undo, before, after }: TakenBack, field: string): Judgment {
  const { operation, exchange } = undo;
  const breach = broken("action-not-taken-back", { operation: operation.id, field });
  return ofCreated(created, operation, { ...breach, ...inJson(before[field], after[field]) }, exchange);
}

/** An item that a write added below a created resource, and the list of the same path. */
export interface AddedItem {
  operation: Operation;
  added: JsonObject;
  list: Operation;
  items: readonly JsonObject[];
  /** Whether the page has all items of the list. */
  isWhole: boolean;
  page: Exchange;
}

/** The name of the field that identifies an added item; undefined if it has none. */
export function identifyingField(added: JsonObject): string | undefined {
  return IDENTIFYING.find((candidate) => added[candidate] !== undefined);
}

/** The added item among those of a list. */
export function itemLike(added: JsonObject, items: readonly JsonObject[]): JsonObject | undefined {
  const name = identifyingField(added);
  return name === undefined ? undefined : items.find((item) => isSameId(item[name], added[name]));
}

/**
 * An item that a write added below a created resource may have no path of its own. It is in the list of the same path, as
 * the response showed it. Names alone suggest this, so it is only a warning.
 */
export function addedIsListed(
  created: CreatedResource,
  { operation, added, list, items, isWhole, page }: AddedItem,
): Judgment[] {
  const name = identifyingField(added);
  if (name === undefined) return [];
  const ids = { list: list.id, operation: operation.id };
  const item = itemLike(added, items);
  if (!item) {
    const facts = { expected: `an item with ${name} ${jsonText(added[name])}`, received: `${items.length} others` };
    return isWhole ? [ofCreated(created, operation, { ...broken("added-item-not-listed", ids), ...facts }, page)] : [];
  }
  // A new item has no counts that change.
  const exact = Object.keys(added).filter(
    (field) => typeof added[field] === "number" && typeof item[field] === "number",
  );
  return compare(added, item, { ...COMPATIBLE, exact }).map(({ name: field, wanted, found }) => {
    const breach = broken("added-item-listed-otherwise", { ...ids, field });
    return ofCreated(created, operation, { ...breach, ...inJson(wanted, found) }, page);
  });
}

/** A part that was written cannot be read from the same path. @param effect of the creation of the resource */
export function missingPart(effect: Effect, operation: Operation, read: Operation, exchange: Exchange): Judgment {
  const breach = broken("written-part-missing", { operation: operation.id, read: read.id });
  const facts = { expected: "a success", received: String(exchange.status), operation: operation.id };
  return effectJudgment(effect, { ...breach, ...facts }, exchange);
}
