import { isObject, type JsonObject } from "#openapi/document/document.js";
import { unrelatedFields } from "#verify/model/finding/differences.js";
import type { FindingDraft } from "#verify/model/finding/finding.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { identifierIn, resourceIn } from "#verify/relations/identifiers.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/create-resource.js";
import { isCertainIdentity } from "#verify/resources/identify.js";
import { creationKey, relationBasis, retrievalOf } from "#verify/resources/relation-check.js";

/** Adds a finding about a created resource. Whether it is a failure depends on the relation that led to the resource. */
export async function failCreated(
  context: CaseContext,
  created: Created,
  facts: Pick<FindingDraft, "message" | "expected" | "received" | "operation">,
  exchange: Exchange,
): Promise<void> {
  const { resource, link, address, identifier, create, exchange: creation } = created;
  const place = link?.pointer ?? identifier.places[0] ?? create.pointer;
  const isCertain =
    context.resources.owns(address) || isCertainIdentity(context.contract.document, resource, created, creation);
  const inferred = isCertain ? await relationBasis(context, resource, created) : "inferred";
  context.fail({ check: "relation", basis: link ? "stated" : inferred, place, ...facts }, exchange);
}

/** Adds a warning about a created resource, where a server may have a reason that the document does not state. */
export function warnOfCreated(
  context: CaseContext,
  { create }: Created,
  facts: Pick<FindingDraft, "message" | "expected" | "received" | "operation">,
  exchange: Exchange,
): void {
  context.fail({ check: "relation", basis: "inferred", place: create.pointer, ...facts }, exchange);
}

/**
 * Retrieves a created resource until a response is wanted, or the target's time to settle is over. Undefined if the document
 * has no operation for it.
 */
export async function retrieveSettled(
  context: CaseContext,
  created: Created,
  isWanted: (exchange: Exchange) => boolean,
): Promise<Exchange | undefined> {
  const { retrieve } = created.resource;
  const request = retrieve && resourceRequest(context, retrieve, created.path);
  if (!request) return undefined;
  const exchange = await context.settle(() => context.send(request), isWanted);
  await context.check(request, anyResponse(retrieve, `${created.create.id} created it`), exchange);
  return exchange;
}

/**
 * A created resource is found by its identifier, and the response has that identifier.
 *
 * @returns the resource; undefined if the document has no operation for it, or it was not found
 * @throws Skipped if the response shows nothing
 */
export async function expectFound(context: CaseContext, created: Created): Promise<JsonObject | undefined> {
  const { resource, value, identifier } = created;
  const retrievalFor = (each: Exchange) => retrievalOf(context, resource, created, each);
  const exchange = await retrieveSettled(context, created, (each) => isSuccess(each) && retrievalFor(each) !== "other");
  if (!exchange) return undefined;
  const retrieval = retrievalFor(exchange);
  const operation = created.create.id;
  if (retrieval === "missing") {
    // It is created later (RFC 9110, 15.3.3).
    if (created.exchange.status === 202)
      throw new Skipped("the target accepted the new resource, and has not made it yet");
    const expected = `a success for ${JSON.stringify(value)}, which ${operation} responded with`;
    const message = `the resource that ${operation} created is not found`;
    await failCreated(context, created, { message, expected, received: String(exchange.status), operation }, exchange);
    return undefined;
  }
  if (retrieval === "other") {
    const message = `the response has another resource than the one that ${operation} created`;
    const expected = `${JSON.stringify(value)} at ${identifier.pointer}`;
    await failCreated(context, created, { message, expected, received: exchange.body }, exchange);
    return undefined;
  }
  if (!isSuccess(exchange)) throw new Skipped(`the target responded with ${exchange.status} to the created resource`);
  const isInResponse = identifierIn(jsonOf(created.exchange), identifier) !== undefined;
  if (isInResponse) context.corroboration.add(creationKey(resource, identifier), String(value));
  return resourceIn(jsonOf(exchange), created);
}

/**
 * A created resource has the values that were sent. Those that the response to the creation replaced are known already. A
 * server may change others later, so this is only a warning.
 */
export function expectSentValues(context: CaseContext, created: Created, found: JsonObject): void {
  const sent = structuredBody(created.request);
  if (!isObject(sent)) return;
  const response = resourceIn(jsonOf(created.exchange), created) ?? {};
  const replaced = new Set(unrelatedFields(sent, response).map(({ name }) => name));
  for (const { name, wanted, found: received } of unrelatedFields(sent, found)) {
    if (replaced.has(name)) continue;
    context.fail({
      check: "echo",
      basis: "inferred",
      operation: created.create.id,
      message: `the created resource has another value than the sent one at /${name}`,
      place: created.create.pointer,
      expected: JSON.stringify(wanted),
      received: JSON.stringify(received),
    });
  }
}
