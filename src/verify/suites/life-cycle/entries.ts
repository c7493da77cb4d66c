import type { Json } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { type Entries, entriesOf } from "#statements/resources/entries.js";
import { isPartial } from "#statements/resources/partial-updates.js";
import {
  entriesIn,
  type GivenEntry,
  givenValue,
  hasValue,
  type ShownEntries,
} from "#verify/judges/life-cycle/entries.js";
import {
  type DoneLink,
  hasLink,
  ownLink,
  replacedLinks,
  type ShownLinks,
  shownLink,
} from "#verify/judges/life-cycle/links.js";
import { hasTakenEffect } from "#verify/model/request/exchange.js";
import { GENERATED, type PathValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { PlanContext } from "#verify/model/test-case/request-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { covers, type TestCase } from "#verify/model/test-case/test-case.js";
import { entryBody } from "#verify/requests/entry-bodies.js";
import { UNIQUE_LENGTH } from "#verify/requests/generated-values.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { createUsable } from "#verify/resources/created/created-values.js";
import { newName } from "#verify/resources/permission/new-names.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { linkOf } from "#verify/resources/shown/body-links.js";
import { expectAllowed } from "#verify/steps/expect-allowed.js";
import { testCase } from "../suite.js";
import { expectSeveral } from "./several.js";

/**
 * Test cases of entries of a resource that paths name: values of a map, or texts of a list. One is added and shown, a further
 * one leaves it alone, a change shows, and a removal removes it alone. A neighbor of the resource has none of them.
 */
export function entryCases({ contract }: PlanContext, operation: Operation): TestCase[] {
  const entries = entriesOf(contract, operation);
  if (!entries || operation !== addingOperation(entries) || linkOf(contract, operation)) return [];
  const { requestBody } = operation;
  return [
    testCase("life-cycle", operation, `entries are added and removed, as ${entries.shown.operation.id} shows`, {
      covers: requestBody ? [covers(operation, [requestBody.pointer])] : [],
      run: (context) => followEntries(context, operation, entries),
    }),
  ];
}

/** The operation that adds an entry: to the collection, or at its own path. Where none does, the one that replaces all. */
function addingOperation({ add, set, replace }: Entries): Operation | undefined {
  return add?.operation ?? set ?? replace?.operation;
}

async function followEntries(context: CaseContext, operation: Operation, entries: Entries): Promise<void> {
  const neighbor = await createUsable(context, entries.around, { isKept: false });
  const created = await createUsable(context, entries.around, { isKept: false });
  if (!created || !neighbor) throw new Skipped("the run cannot certainly create a resource that has the entries");
  const actor = { created, neighbor };
  if (operation !== entries.replace?.operation) await followSeveral(context, actor, operation, entries);
  if (entries.replace) await followReplacement(context, actor, entries.replace.operation, entries);
}

interface Owners {
  created: Created;
  neighbor: Created;
}

async function followSeveral(
  context: CaseContext,
  { created, neighbor }: Owners,
  operation: Operation,
  entries: Entries,
): Promise<void> {
  const given = new Map<Json, GivenEntry>();
  const send = async (change: Operation, end: PathValue, last?: Json) => {
    const done = await sendEntry(context, created, entries, { change, end, last });
    if (done?.given) given.set(end.value, done.given);
    return done;
  };
  const several = {
    ...{ operation, removal: entries.remove, send },
    read: (of: Created, isWanted: (shown: ShownLinks) => boolean) => readEntries(context, of, entries, isWanted),
  };
  const ends = namesFor(context, entries);
  const left = await expectSeveral(context, { created, neighbor }, several, ends);
  const end = ends.find(({ value }) => value === left?.value);
  const first = left && given.get(left.value);
  if (!end || !first || !(await expectGiven(context, created, entries, first, true))) return;
  const { set } = entries;
  const changed = set && (await send(set, end, first.value)) && given.get(end.value);
  if (!changed || changed === first) return;
  await expectGiven(context, created, entries, changed, false);
  const beside = await readEntries(context, neighbor, entries, () => true);
  if (beside) context.judge(ownLink(created, { operation: changed.operation, value: changed.name }, neighbor, beside));
}

/** Replaces all entries twice. Those of the first request are gone, and the neighbor has none of them. */
async function followReplacement(
  context: CaseContext,
  { created, neighbor }: Owners,
  operation: Operation,
  entries: Entries,
): Promise<void> {
  const [first, second] = namesFor(context, entries);
  const put = (end: PathValue | undefined) =>
    end && sendEntry(context, created, entries, { change: operation, end, last: undefined });
  const done = await put(first);
  const shown = done && (await readEntries(context, created, entries, (now) => hasLink(now, done.value)));
  if (!shown || !context.judge(shownLink(created, done, shown))) return;
  const beside = await readEntries(context, neighbor, entries, () => true);
  if (beside) context.judge(ownLink(created, done, neighbor, beside));
  const next = await put(second);
  const isReplaced = (now: ShownLinks) =>
    next !== undefined && hasLink(now, next.value) && (isPartial(operation) || !hasLink(now, done.value));
  const last = next && (await readEntries(context, created, entries, isReplaced));
  if (!last || !context.judge(shownLink(created, next, last)) || isPartial(operation)) return;
  context.judge(replacedLinks(created, next, done.value, last));
}

/** A change of an entry. */
interface EntryChange {
  change: Operation;
  end: PathValue;
  /** The value that it has; undefined if the change need not differ from it. */
  last: Json | undefined;
}

/** Adds, replaces, sets or removes an entry. Returns undefined if that may not be sent, or did not succeed. */
async function sendEntry(
  context: CaseContext,
  created: Created,
  entries: Entries,
  { change, end, last }: EntryChange,
): Promise<(DoneLink & { given: GivenEntry | undefined }) | undefined> {
  const name = String(end.value);
  const isRemoval = change === entries.remove;
  const made = isRemoval ? undefined : entryBody(context, entries, change, name, last);
  if (!isRemoval && !made) return undefined;
  const isOfAll = [entries.add, entries.replace].some((ofAll) => ofAll?.operation === change);
  const path = isOfAll ? created.path : [...created.path, end];
  const request = resourceRequest(context, change, path, made?.body);
  const sent = await expectAllowed(context, request, `${created.create.id} created the resource that has the entry`);
  if (!sent || !hasTakenEffect(sent.exchange)) return undefined;
  const given = made?.value === undefined ? undefined : { operation: change, name, value: made.value };
  return { operation: change, value: end.value, given };
}

/** Two names of entries: members of a closed set, or names that certainly nothing has. */
function namesFor(context: CaseContext, { parameter }: Entries): PathValue[] {
  if (!parameter) {
    return [1, 2].map(() => ({ value: `n${context.generator.unique(UNIQUE_LENGTH)}`, source: GENERATED }));
  }
  const { enum: members } = schemaOf(context.contract.document, parameter);
  if (Array.isArray(members)) return members.slice(0, 2).map((value) => ({ value, source: GENERATED }));
  return [newName(context, parameter), newName(context, parameter)].flatMap((name) => name ?? []);
}

/** An entry has the value that it was given. Returns whether it has. */
async function expectGiven(
  context: CaseContext,
  created: Created,
  entries: Entries,
  given: GivenEntry,
  isNew: boolean,
): Promise<boolean> {
  const shown = await readEntries(context, created, entries, (now) => hasValue(now, given));
  return shown !== undefined && context.judge(givenValue(created, given, isNew, shown));
}

async function readEntries(
  context: CaseContext,
  { path }: Created,
  entries: Entries,
  isWanted: (shown: ShownEntries) => boolean,
): Promise<ShownEntries | undefined> {
  const request = resourceRequest(context, entries.shown.operation, path);
  if (!request) return undefined;
  const exchange = await readSettled(context, request, (read) => {
    const shown = entriesIn(entries, read);
    return shown === undefined || isWanted(shown);
  });
  return entriesIn(entries, exchange);
}
