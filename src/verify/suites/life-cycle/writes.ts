import { isDeepStrictEqual } from "node:util";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { speaksOfAction } from "#statements/dangers/action-words.js";
import { isNamedBy, undoOf, verbOf } from "#statements/resources/actions.js";
import { restores } from "#statements/resources/bins.js";
import { resourceCreatedBy, resourcesOf } from "#statements/resources/find-resources.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import { missingPart } from "#verify/judges/life-cycle/actions.js";
import { inferredEffect } from "#verify/judges/life-cycle/created-resource.js";
import { missedResource } from "#verify/judges/life-cycle/found.js";
import { hasTakenEffect, isGone, isRejection, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { type BodySpec, FROM_RESPONSE, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { changesFrom, withOtherMembers } from "#verify/requests/changing-body.js";
import { exampleValue, successExample } from "#verify/requests/known-values.js";
import { type LinkedOperation, linkedRequest } from "#verify/requests/linked-requests.js";
import { likelyBodies, resourceRequest } from "#verify/requests/resource-request.js";
import { expressionValue } from "#verify/requests/runtime-expression.js";
import type { Created } from "#verify/resources/created/created.js";
import { readCreated } from "#verify/resources/created/read-created.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { linkOf } from "#verify/resources/shown/body-links.js";
import { type Actor, type DoneWrite, expectActed } from "./actions/actions.js";
import { expectAdded } from "./actions/added-items.js";
import { expectUndone } from "./actions/undone.js";
import { relatedEffect } from "./created/retrieve.js";
import { expectPart } from "./parts-of-path.js";

/** An operation that writes to a created resource, and the link that leads to it. Without one, its path suggests it. */
export interface Write {
  operation: Operation;
  link: LinkedOperation | undefined;
}

/**
 * The writes that a created resource is followed by: those of links, and those below its path, such as
 * `POST /bookings/{id}/payment`. A collection below it has a life cycle of its own.
 */
export function writesTo(
  { contract }: CaseContext,
  { resource: { nested, key } }: Created,
  links: readonly LinkedOperation[],
): Write[] {
  const resources = resourcesOf(contract);
  const below = nested.filter((operation) => {
    const { method, path } = operation;
    const isCollection =
      resources.get(`${pathKey(path)}/{}`)?.create !== undefined ||
      resourceCreatedBy(contract, operation) !== undefined;
    // It finds deleted resources alone, or links what the run has to create.
    if (restores(contract, operation) || linkOf(contract, operation)?.sent) return false;
    return ["post", "put", "patch"].includes(method) && !isCollection && pathKey(path).startsWith(`${key}/`);
  });
  const isWrite = ({ linked }: LinkedOperation) =>
    ["post", "put", "patch"].includes(linked.method) && pathKey(linked.path) !== key;
  const linked = links.filter(isWrite);
  return [
    ...linked.map((link) => ({ operation: link.linked, link })),
    ...below
      .filter((operation) => linked.every((link) => link.linked !== operation))
      .map((operation) => ({ operation, link: undefined })),
  ];
}

/**
 * Operations that write to a created resource find it. Afterwards, `GET` of the same path finds what they wrote, or the resource
 * shows what they did.
 *
 * @param found the resource before them; undefined if the target does not show it
 * @returns the resource afterwards; undefined if the target does not show it
 */
export async function expectWrites(
  context: CaseContext,
  actor: Actor,
  found: JsonObject | undefined,
  writes: readonly Write[],
): Promise<JsonObject | undefined> {
  const { created } = actor;
  const { resource } = created;
  const takenBack = new Set<Operation>();
  let before = found;
  for (const write of inOrder(created, writes)) {
    const { operation: action } = write;
    if (takenBack.has(action)) continue;
    const done = await sendWrite(context, created, write, before);
    if (!done) continue;
    if (await expectWritten(context, created, done)) {
      before = (await readCreated(context, created))?.resource;
      continue;
    }
    const after = before && (await expectActed(context, actor, done, before));
    const undo = undoOf(resource, action);
    if (!before || !after || !undo || done.request.body) {
      before = after;
      continue;
    }
    before = await expectUndone(context, actor, { action, undo, before, after });
    takenBack.add(undo.operation);
  }
  return before;
}

/** Actions that can be taken back come first, and those that may end the life of the resource come last. */
function inOrder(created: Created, writes: readonly Write[]): Write[] {
  const rankOf = ({ operation }: Write) =>
    undoOf(created.resource, operation) === undefined ? 1 + Number(speaksOfAction(operation)) : 0;
  return writes.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/**
 * Sends a write with a body that was accepted, or with all that it may have. If that is rejected, it sends the least. A state
 * that the resource has already would show nothing, so another one is sent first. Returns undefined if it did not succeed.
 *
 * @param before the resource, if the target shows it
 */
async function sendWrite(
  context: CaseContext,
  created: Created,
  write: Write,
  before: JsonObject | undefined,
): Promise<DoneWrite | undefined> {
  const { operation } = write;
  const likely = likelyBodies(context, operation);
  const [most, least] = [context.accepted.bodyFor(operation) ?? likely[0], likely.at(-1)];
  const hasNoBody = operation.requestBody === undefined;
  const isOfExample = successExample(operation)?.body !== undefined;
  const turning = most && before && turningBody(operation, most, before);
  if (turning) {
    const turned = await sendWithBody(context, created, write, { body: turning, isCertain: false });
    if (turned !== "rejected") return turned;
  }
  for (const body of most && before ? movingBodies(context, operation, most, before) : []) {
    const moved = await sendWithBody(context, created, write, { body, isCertain: false });
    if (moved !== "rejected") return moved;
  }
  const done = await sendWithBody(context, created, write, { body: most, isCertain: hasNoBody || isOfExample });
  if (done !== "rejected") return done;
  return most === least
    ? undefined
    : sent(await sendWithBody(context, created, write, { body: least, isCertain: hasNoBody }));
}

/** So many states are tried: a resource does not go from each state to each other one. */
const MOST_MOVES = 3;

/**
 * The body with another flag than the resource has. It is all that the body has, and the path names it. Undefined for any
 * other body.
 */
function turningBody(operation: Operation, body: BodySpec, before: JsonObject): BodySpec | undefined {
  const [only, ...others] = Object.entries(objectOf(body));
  const verb = verbOf(operation);
  const flag = verb && Object.keys(before).find((name) => typeof before[name] === "boolean" && isNamedBy(verb, name));
  if (!only || others.length > 0 || typeof only[1] !== "boolean" || flag === undefined || !("value" in body)) {
    return undefined;
  }
  return { ...body, value: { [only[0]]: before[flag] !== true } };
}

/** Bodies with states that the resource does not have. */
function movingBodies(context: CaseContext, operation: Operation, body: BodySpec, before: JsonObject): BodySpec[] {
  const changes = changesFrom(before);
  const moving: BodySpec[] = [];
  for (let tries = MOST_MOVES; tries > 0; tries -= 1) {
    const isNew = (value: JsonObject) => moving.every((other) => !isDeepStrictEqual(objectOf(other), value));
    const next = withOtherMembers(context, operation, body, (value) => (isNew(value) ? changes(value) : -1));
    if (!isNew(objectOf(next)) || changes(objectOf(next)) <= changes(objectOf(body))) break;
    moving.push(next);
  }
  return moving;
}

/** The object that a body is; an empty one for any other body. */
function objectOf(body: BodySpec): JsonObject {
  return "value" in body ? asObject(body.value) : {};
}

function sent(done: DoneWrite | "rejected" | undefined): DoneWrite | undefined {
  return done === "rejected" ? undefined : done;
}

async function sendWithBody(
  context: CaseContext,
  created: Created,
  write: Write,
  { body, isCertain }: { body: BodySpec | undefined; isCertain: boolean },
): Promise<DoneWrite | "rejected" | undefined> {
  const { operation, link } = write;
  const hadSucceeded = context.hasSucceeded(operation.id);
  const request = requestOf(context, created, write, body);
  if (!request || !(await context.prepare(request))) return undefined;
  const exchange = await context.settle(
    () => context.send(request),
    (attempt) => !isGone(attempt),
  );
  const why = link ? `${link.link.name} leads to it` : `${created.create.id} created the resource`;
  await context.check(request, anyResponse(operation, why), exchange);
  // An earlier write may have archived or canceled it.
  if (isGone(exchange) && (await stillExists(context, created))) {
    // A generated body may name something that does not exist, and that is rejected with 404 as well.
    const isKnown = isCertain && (link !== undefined || hadSucceeded);
    const around = { ...created, link: link?.link ?? created.link };
    const effect = isKnown ? await relatedEffect(context, around) : inferredEffect(created);
    context.judge([missedResource(effect, created, operation, exchange)]);
  }
  if (isRejection(exchange)) return "rejected";
  return hasTakenEffect(exchange) ? { operation, exchange, request } : undefined;
}

function requestOf(
  context: CaseContext,
  created: Created,
  { operation, link }: Write,
  body: BodySpec | undefined,
): RequestSpec | undefined {
  if (!link) return resourceRequest(context, operation, created.path, body);
  const example = successExample(operation);
  const request = linkedRequest(link, (expression, parameter) => {
    const value = expressionValue(expression, created.request, created.exchange);
    if (value !== undefined && value !== null) return { value, source: FROM_RESPONSE };
    return parameter.in === "path" || !parameter.required ? undefined : exampleValue(example, parameter);
  });
  return request && { ...request, body };
}

/** A resource that was written can be retrieved from the same path. Returns whether the document has a `GET` for it. */
async function expectWritten(
  context: CaseContext,
  created: Created,
  { operation, exchange: written }: DoneWrite,
): Promise<boolean> {
  const { id, path, method } = operation;
  const retrieve = created.resource.nested.find(
    (operation) => operation.method === "get" && pathKey(operation.path) === pathKey(path),
  );
  const request = retrieve && resourceRequest(context, retrieve, created.path);
  if (!request) return false;
  const exchange = await readSettled(context, request, isSuccess, anyResponse(retrieve, `${id} succeeded`));
  if (isSuccess(exchange) && method === "post") {
    await expectAdded(context, created, { operation, exchange: written, list: request });
  }
  if (isSuccess(exchange)) {
    await expectPart(context, created, { operation, written, read: retrieve, shown: exchange });
  }
  if (!isGone(exchange) || !(await stillExists(context, created))) return true;
  // PUT replaces what GET of its path returns (RFC 9110, 9.3.4); a POST may be an action that leaves nothing there.
  const isCertain = method === "put" || context.hasSucceeded(retrieve.id);
  const effect = isCertain ? await relatedEffect(context, created) : inferredEffect(created);
  context.judge([missingPart(effect, operation, retrieve, exchange)]);
  return true;
}

async function stillExists(context: CaseContext, { resource: { retrieve }, path }: Created): Promise<boolean> {
  const request = retrieve && resourceRequest(context, retrieve, path);
  return request === undefined || isSuccess(await context.send(request));
}
