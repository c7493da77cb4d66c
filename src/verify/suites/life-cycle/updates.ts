import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { differences, unrelatedFields } from "#verify/model/finding/differences.js";
import { type Exchange, isGone, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceIn, sentResource } from "#verify/relations/identifiers.js";
import { hasKeyword, propertiesAt } from "#verify/relations/schema-fields.js";
import { changingBody } from "#verify/requests/changing-body.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { failCreated, retrieveSettled, warnOfCreated } from "./retrieve.js";

/**
 * Changes a created resource by PATCH, then by PUT: afterwards it has what was sent.
 *
 * @param found the resource before
 * @returns whether it still exists: a change may archive it
 */
export async function expectUpdates(context: CaseContext, created: Created, found: JsonObject): Promise<boolean> {
  const { update, replace } = created.resource;
  let before = found;
  const hidden = hiddenFields(created, found);
  for (const operation of [update, replace]) {
    const after = operation && (await expectUpdate(context, created, operation, { before, hidden }));
    if (after === "gone") return false;
    before = after ?? before;
  }
  return true;
}

/** The fields that never show what was sent: a server may shorten a name, or hide a number. They show no lost change. */
function hiddenFields({ request }: Created, found: JsonObject): ReadonlySet<string> {
  const sent = sentResource(structuredBody(request), found);
  return new Set(sent ? unrelatedFields(sent, found).map(({ name }) => name) : []);
}

/** A created resource before an update. */
interface BeforeUpdate {
  before: JsonObject;
  hidden: ReadonlySet<string>;
}

/** Sends one update. Returns the resource after it; undefined if it was not changed, or not shown. */
async function expectUpdate(
  context: CaseContext,
  created: Created,
  operation: Operation,
  { before, hidden }: BeforeUpdate,
): Promise<JsonObject | "gone" | undefined> {
  const changes = (value: JsonObject) => unrelatedFields(sentResource(value, before) ?? {}, before).length;
  const body = changingBody(context, operation, changes);
  const request = body && resourceRequest(context, operation, created.path, body);
  const sent = request && sentResource(structuredBody(request), before);
  if (!request || !sent) return undefined;
  const updated = await context.send(request);
  await context.check(request, anyResponse(operation, `${created.create.id} created the resource`), updated);
  if (isGone(updated)) {
    await failCreated(context, created, unknownTo(created, operation, updated), updated);
    return undefined;
  }
  if (!isSuccess(updated)) return undefined;
  const response = resourceIn(jsonOf(updated), created);
  const lostIn = (retrieval: Exchange) =>
    lostFields(created, sent, before, response, resourceIn(jsonOf(retrieval), created)).filter(
      (name) => !hidden.has(name),
    );
  const exchange = await retrieveSettled(
    context,
    created,
    (retrieval) => isSuccess(retrieval) && lostIn(retrieval).length === 0,
  );
  const after = exchange && isSuccess(exchange) ? resourceIn(jsonOf(exchange), created) : undefined;
  if (exchange && isGone(exchange)) {
    warnOfCreated(context, created, archivedBy(operation, exchange), exchange);
    return "gone";
  }
  if (!exchange || !after) return undefined;
  // It is done later (RFC 9110, 15.3.3).
  const lost = updated.status === 202 ? [] : lostIn(exchange);
  for (const name of lost) {
    const received = JSON.stringify(after[name] ?? null);
    const message = `${operation.id} succeeded, but the resource does not have the sent value of /${name}`;
    const facts = { message, expected: JSON.stringify(sent[name]), received, operation: operation.id };
    await failCreated(context, created, facts, exchange);
  }
  warnOfOthers(context, created, { operation, sent, before, after, exchange });
  return after;
}

function archivedBy(operation: Operation, { status }: Exchange) {
  const message = `${operation.id} succeeded, and then the resource is not found`;
  return { message, expected: "the changed resource", received: String(status), operation: operation.id };
}

/** The finding that an operation does not find a created resource. */
export function unknownTo({ create, value }: Created, operation: Operation, { status }: Exchange) {
  return {
    message: `${operation.id} does not find the resource that ${create.id} created`,
    expected: `a success for ${JSON.stringify(value)}`,
    received: String(status),
    operation: operation.id,
  };
}

/**
 * The sent fields that still have their old values, although the response to the update did not show those. A value that the
 * server rejects or changes at once is not a lost change. Where a link states that the resource is the same, no third value is
 * right either.
 */
function lostFields(
  { link }: Created,
  sent: JsonObject,
  before: JsonObject,
  response: JsonObject | undefined,
  after: JsonObject | undefined,
): string[] {
  if (!after) return [];
  const changed = unrelatedFields(sent, before).map(({ name }) => name);
  const unsettled = unrelatedFields(sent, after).map(({ name }) => name);
  const moved = link ? [] : differences(before, after).map(({ name }) => name);
  const refused = response ? unrelatedFields(sent, response).map(({ name }) => name) : [];
  return changed.filter((name) => unsettled.includes(name) && !moved.includes(name) && !refused.includes(name));
}

interface Update {
  operation: Operation;
  sent: JsonObject;
  before: JsonObject;
  after: JsonObject;
  exchange: Exchange;
}

/** PATCH leaves other fields alone (RFC 5789, 2), PUT replaces them all (RFC 9110, 9.3.4). Servers have reasons to differ. */
function warnOfOthers(
  context: CaseContext,
  created: Created,
  { operation, sent, before, after, exchange }: Update,
): void {
  const { document } = context.contract;
  const [content] = operation.requestBody?.content ?? [];
  if (!content) return;
  const unsent = propertiesAt(document, content, "").filter(
    (name) => !Object.hasOwn(sent, name) && !isUnset(before[name]),
  );
  // POST to an item changes what is sent, as PATCH does.
  const isPatch = operation.method !== "put";
  const hasDefault = (name: string) => hasKeyword(document, content, `/${name}`, "default");
  const wrong = unsent.filter((name) => {
    if (isPatch) return isUnset(after[name]);
    return (
      !hasDefault(name) &&
      !isUnset(after[name]) &&
      differences({ value: before[name] ?? null }, { value: after[name] ?? null }).length === 0
    );
  });
  for (const name of wrong) {
    const message = isPatch
      ? `${operation.id} removed /${name}, which was not sent`
      : `${operation.id} kept /${name}, which was not sent`;
    const expected = isPatch ? JSON.stringify(before[name]) : "no value: PUT replaces the resource";
    const received = JSON.stringify(after[name] ?? null);
    warnOfCreated(context, created, { message, expected, received, operation: operation.id }, exchange);
  }
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null;
}
