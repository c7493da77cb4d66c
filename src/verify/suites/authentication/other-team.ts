import { isObject, type Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { needsKey } from "#openapi/operations/security.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import type { ListOperation } from "#statements/list-items.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { resourceCreatedBy, resourceRetrievedBy } from "#statements/resources/find-resources.js";
import { isOf, isSameId } from "#statements/resources/identifying-values.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import { listingOf, type Resource } from "#statements/resources/resource.js";
import {
  hiddenInList,
  hiddenItem,
  hiddenListedItem,
  unchangedByOther,
  unremovedByOther,
} from "#verify/judges/other-team.js";
import { type Exchange, isGone, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { type RequestSpec, shownBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { PlanContext } from "#verify/model/test-case/request-context.js";
import { accessDenied, Skipped } from "#verify/model/test-case/skipped.js";
import type { TestCase } from "#verify/model/test-case/test-case.js";
import { identifiedItems } from "#verify/relations/identified-items.js";
import { updatingBody } from "#verify/requests/changing-body.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { generatedTexts } from "#verify/resources/ledger/proof.js";
import { readList } from "#verify/resources/lists/read-list.js";
import { itemRequest } from "#verify/resources/relation-check.js";
import { firstPageOf } from "#verify/resources/valid-request.js";
import { createOwn, type OwnResource, readOwn } from "#verify/steps/own-resource.js";
import { testCase } from "../suite.js";

/** So many listed items are asked for. */
const SAMPLES = 2;

/**
 * Resources that one team creates or lists are asked for with the key of another one (OWASP API1:2023). Most documents do not say
 * whose a resource is, so a success is a warning. Where the words of the operation say so, it is a failure.
 *
 * @returns none without such a key, or where the document states what identifies the items: lists have test cases for these
 */
export function otherTeamCases({ contract, target }: PlanContext, operation: Operation): TestCase[] {
  if (!target.hasActor("otherTeam") || !needsKey(operation)) return [];
  const created = resourceCreatedBy(contract, operation);
  const retrieved = resourceRetrievedBy(contract, operation);
  const actor = "otherTeam";
  if (created && usersOf(created).length > 0) {
    const run = (context: CaseContext) => hidesCreated(context, created);
    return [testCase("authentication", operation, "hides what it creates from another team", { actor, run })];
  }
  // A created resource shows more.
  const isCreated = target.writes !== "none" && retrieved?.create !== undefined;
  if (!retrieved?.list || isStated(retrieved) || isCreated) return [];
  const { list } = retrieved;
  const run = (context: CaseContext) => hidesListed(context, retrieved, list, operation);
  const behavior = `hides from another team what ${list.operation.id} does not list to it`;
  return [testCase("authentication", operation, behavior, { actor, run })];
}

function isStated({ retrieve }: Resource): boolean {
  return retrieve?.parameters.some((parameter) => parameter.in === "path" && parameter.identifies.length > 0) ?? false;
}

/**
 * The operations that another team must not use on a resource, as far as they need a key. Where the document states the
 * identifier, those of its parts: lists have test cases for the others.
 */
function usersOf(resource: Resource): Operation[] {
  const { retrieve, update, replace, remove } = resource;
  const own = isStated(resource) ? [] : [retrieve, listingOf(resource)?.operation, update, replace, remove];
  return [...own, ...readsOfParts(resource)].flatMap((operation) =>
    operation && needsKey(operation) ? [operation] : [],
  );
}

/** The operations that read something below a resource: `GET /things/{thing}/tags`. */
function readsOfParts({ key, nested }: Resource): Operation[] {
  return nested.filter(({ method, path }) => method === "get" && pathKey(path).startsWith(`${key}/`));
}

/** Another team neither lists nor reads, changes or removes what the run created. */
async function hidesCreated(context: CaseContext, resource: Resource): Promise<void> {
  const own = await createOwn(context, resource);
  const users = usersOf(resource);
  const isUsed = (operation: Operation | undefined): operation is Operation =>
    operation !== undefined && users.includes(operation);
  const list = listingOf(resource);
  const isListed = list !== undefined && isUsed(list.operation) && (await isListedToOther(context, own, list));
  for (const read of [resource.retrieve, ...readsOfParts(resource)]) {
    if (isUsed(read)) await expectUnread(context, own, read, isListed);
  }
  let current = own;
  for (const operation of [resource.update, resource.replace]) {
    if (isUsed(operation)) current = (await expectUnchanged(context, current, operation)) ?? current;
  }
  if (isUsed(resource.remove)) await expectUnremoved(context, current, resource.remove);
}

async function isListedToOther(context: CaseContext, own: OwnResource, list: ListOperation): Promise<boolean> {
  const { created } = own;
  const request = resourceRequest(context, list.operation, created.outer);
  const listing = request && (await readList(context, list, { ...request, credential: "otherTeam" }));
  if (!listing) return false;
  const item = listing.items.find((candidate) => isOf(candidate, created) && isOwnIn(context, own, candidate));
  return !context.judge(hiddenInList(created, list.operation, item, listing.exchange));
}

async function expectUnread(
  context: CaseContext,
  own: OwnResource,
  retrieve: Operation,
  isListed: boolean,
): Promise<void> {
  const exchange = await sendAsOther(context, resourceRequest(context, retrieve, own.created.path));
  const found = exchange && isSuccess(exchange) ? resourceIn(jsonOf(exchange), own.created) : undefined;
  const shown = found && isOwnIn(context, own, found) ? found : undefined;
  if (exchange) context.judge(hiddenItem(own.created, retrieve, { shown, isListed }, exchange));
}

/** @returns the resource after a change that another team did; undefined without one */
async function expectUnchanged(
  context: CaseContext,
  own: OwnResource,
  operation: Operation,
): Promise<OwnResource | undefined> {
  const { created, values: before } = own;
  const body = updatingBody(context, operation, before);
  const request = body && resourceRequest(context, operation, created.path, body);
  const exchange = await sendAsOther(context, request);
  const sent = request && shownBody(request);
  if (!exchange || !isSuccess(exchange) || !isObject(sent)) return undefined;
  const after = await readOwn(context, created);
  if (!after) return undefined;
  const change = { body: sent, before, after: after.values };
  return context.judge(unchangedByOther(created, operation, change, exchange)) ? undefined : after;
}

async function expectUnremoved(context: CaseContext, own: OwnResource, operation: Operation): Promise<void> {
  const { created } = own;
  const exchange = await sendAsOther(context, resourceRequest(context, operation, created.path));
  if (!exchange || !isSuccess(exchange)) return;
  const { retrieve } = created.resource;
  const read = retrieve && resourceRequest(context, retrieve, created.path);
  const after = read && (await context.send(read));
  const isRemoved = after ? isGone(after) : (await readOwn(context, created)) === undefined;
  context.judge(unremovedByOther(created, operation, isRemoved, exchange));
}

/** Items of the list that the other team does not list, and does not read one by one. */
async function hidesListed(
  context: CaseContext,
  resource: Resource,
  list: ListOperation,
  operation: Operation,
): Promise<void> {
  const read = await firstPageOf(context, list);
  if (!read || read.items.length === 0) throw new Skipped("the list has no item");
  const listing = await readList(context, list, { ...read.request, credential: "otherTeam" });
  if (!listing?.isComplete) throw new Skipped("the list was not read to its end with the other team's key");
  const others = identifiedItems(resource, listing.items);
  const hidden = identifiedItems(resource, read.items).filter((item) => {
    // A number may identify an item of each team.
    return isUuid(String(item.value)) && !others.some(({ value }) => isSameId(value, item.value));
  });
  if (hidden.length === 0) throw new Skipped("the list has no item with a UUID that it hides from the other team");
  for (const item of hidden.slice(0, SAMPLES)) {
    const exchange = await sendAsOther(context, itemRequest(context, resource, read, item));
    if (!exchange || !isSuccess(exchange)) continue;
    const body = jsonOf(exchange);
    if (!isObject(body) || !isOf(body, { ...item, resource })) continue;
    context.judge([hiddenListedItem(list.operation, operation, { value: item.value, shown: body }, exchange)]);
    return;
  }
}

/**
 * Sends a request with the key of the other team.
 *
 * @returns undefined if it may not be sent
 * @throws Skipped if the key is not valid
 */
async function sendAsOther(context: CaseContext, request: RequestSpec | undefined): Promise<Exchange | undefined> {
  if (!request) return undefined;
  const asOther: RequestSpec = { ...request, credential: "otherTeam" };
  if (!(await context.prepare(asOther))) return undefined;
  const exchange = await context.send(asOther);
  // A key that is not valid sees nothing, which says nothing of other teams (RFC 9110, 15.5.2).
  if (exchange.status === 401) throw accessDenied("the other team's key", exchange.status);
  return exchange;
}

/** Whether a value is the resource of the run: another team may have one with the same number. */
function isOwnIn(context: CaseContext, { created }: OwnResource, shown: Json): boolean {
  const text = jsonText(shown);
  const isUnique = isUuid(String(created.value)) && text.toLowerCase().includes(String(created.value).toLowerCase());
  return isUnique || generatedTexts(context.generator, created.request).some((own) => text.includes(own));
}
