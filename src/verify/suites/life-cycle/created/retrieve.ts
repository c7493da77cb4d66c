import { asObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { resourceIn, sentResource } from "#statements/resources/envelope.js";
import { identifierAt } from "#statements/resources/identifiers.js";
import type { Identifier, Resource } from "#statements/resources/resource.js";
import { identifyingFields } from "#verify/checks/echo.js";
import { compare, differingFields, RELATED } from "#verify/model/finding/compare.js";
import type { Effect } from "#verify/model/finding/effect.js";
import type { FindingDraft } from "#verify/model/finding/finding.js";
import { type Exchange, isAccessDenied, isRejection, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { quoted } from "#verify/model/request/quoted.js";
import { structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { otherPathValues } from "#verify/relations/path-values.js";
import type { Created, Creation } from "#verify/resources/created/create-resource.js";
import { readCreated } from "#verify/resources/created/read-created.js";
import { isCertainIdentity } from "#verify/resources/ledger/identify.js";
import { creationKey, relationBasis, retrievalOf } from "#verify/resources/relation-check.js";
import { differenceFindings, inJson } from "#verify/rules/differing-fields.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";

/**
 * The effect of what made a resource, at the place of the relation that led to it. Whether a finding about it is a failure
 * depends on that relation.
 */
export async function relatedEffect(context: CaseContext, created: Created): Promise<Effect> {
  const { resource, link, address, identifier, create, exchange } = created;
  const place = link?.pointer ?? identifier.places[0] ?? create.pointer;
  const isCertain =
    context.resources.owns(address) || isCertainIdentity(context.contract.document, resource, created, exchange);
  const inferred = isCertain ? await relationBasis(context, resource, created) : "inferred";
  return { ...inferredEffect(created), place, basis: link ? "stated" : inferred };
}

/** The effect of what made a resource. Findings about it are warnings: a server may have a reason that the document does not state. */
export function inferredEffect({ create, identifier }: Created): Effect {
  return { place: create.pointer, basis: "inferred", foundBy: pointerNames(identifier.pointer).at(-1) ?? "" };
}

/** The response to the `GET` of a created resource, as `readCreated` reads it; undefined if the document has none. */
export async function retrieveCreated(
  context: CaseContext,
  created: Created,
  isWanted: (exchange: Exchange) => boolean,
): Promise<Exchange | undefined> {
  if (!created.resource.retrieve) return undefined;
  return (await readCreated(context, created, ({ exchange }) => isWanted(exchange)))?.exchange;
}

/**
 * A created resource is found by its identifier, and the response has that identifier.
 *
 * @returns the response; undefined if the document has no operation for it, or it was not found
 * @throws Skipped if the response shows nothing
 */
export async function expectFound(context: CaseContext, created: Created): Promise<Exchange | undefined> {
  const { resource, value, identifier } = created;
  const retrievalFor = (found: Exchange) => retrievalOf(context, resource, created, found);
  const exchange = await retrieveCreated(
    context,
    created,
    (found) => isSuccess(found) && retrievalFor(found) !== "other",
  );
  if (!exchange) return undefined;
  const retrieval = retrievalFor(exchange);
  const operation = created.create.id;
  if (retrieval === "missing") {
    // It is created later (RFC 9110, 15.3.3).
    if (created.exchange.status === 202)
      throw new Skipped("the target accepted the new resource, and has not made it yet");
    const expected = `a success for ${jsonText(value)}, which ${operation} responded with`;
    const breach = broken("created-resource-not-found", { create: operation });
    failEffect(
      context,
      await relatedEffect(context, created),
      { ...breach, expected, received: String(exchange.status), operation },
      exchange,
    );
    return undefined;
  }
  if (retrieval === "other") {
    const breach = broken("other-resource-than-created", { create: operation });
    const expected = `${jsonText(value)} at ${identifier.pointer}`;
    failEffect(
      context,
      await relatedEffect(context, created),
      { ...breach, expected, received: exchange.body },
      exchange,
    );
    return undefined;
  }
  if (isRejected(exchange) && created.exchange.status !== 202) {
    const breach = broken("created-resource-rejected", { create: operation });
    const expected = `a success for ${jsonText(value)}, which ${operation} responded with`;
    failEffect(
      context,
      await relatedEffect(context, created),
      { ...breach, expected, received: quoted(exchange), operation },
      exchange,
    );
    return undefined;
  }
  if (isRefused(context, resource, exchange)) {
    const breach = broken("created-resource-refused", { create: operation });
    const expected = `a success for ${jsonText(value)}, which ${operation} responded with`;
    failEffect(
      context,
      inferredEffect(created),
      { ...breach, expected, received: quoted(exchange), operation },
      exchange,
    );
  }
  if (!isSuccess(exchange)) throw new Skipped(`the target responded with ${exchange.status} to the created resource`);
  const shown = identifierAt(jsonOf(created.exchange), identifier);
  if (shown) context.corroboration.add(creationKey(resource, identifier), `${created.exchange.status} ${shown.place}`);
  return exchange;
}

/**
 * Whether a request is refused, although reads need no lock, and the key has access to others of the kind. Only a warning: the
 * access may differ by resource.
 */
function isRefused(context: CaseContext, { retrieve }: Resource, exchange: Exchange): boolean {
  const hasAccess = isAccessDenied(exchange) && retrieve !== undefined && context.hasSucceeded(retrieve.id);
  return hasAccess || [409, 423].includes(exchange.status);
}

/** Whether a request is rejected for what it names. A key may lack access, and a rate limit or a lock ends. */
function isRejected(exchange: Exchange): boolean {
  return isRejection(exchange) && !isAccessDenied(exchange) && ![409, 423, 425, 429].includes(exchange.status);
}

/** A created resource is shown as one of the resource that its path named. A server may show it as one of another kind. */
export function expectOfPath(context: CaseContext, created: Created, exchange: Exchange): void {
  const found = resourceIn(jsonOf(exchange), created);
  for (const { name, wanted, found: received } of found ? otherPathValues(created.request, found) : []) {
    const breach = broken("created-below-other-path", { create: created.create.id, field: name });
    failEffect(
      context,
      inferredEffect(created),
      { ...breach, ...inJson(wanted, received), operation: exchange.operation },
      exchange,
    );
  }
}

/** A creation, and the field that identifies the created resource, if the response to the creation has one. */
export interface Sent extends Pick<Creation, "request" | "exchange"> {
  identifier?: Identifier | undefined;
}

/**
 * A retrieved resource has the values that were sent to create it. Those that the response to the creation replaced are known
 * already.
 *
 * @param facts of the findings: a link states that the resource is the same; without one, a server may change values later
 */
export function expectSentValues(
  context: CaseContext,
  { request, exchange: creation, identifier }: Sent,
  exchange: Exchange,
  {
    rule = "sent-value-not-stored",
    ...facts
  }: Pick<FindingDraft, "basis" | "place" | "operation"> & { rule?: "sent-value-not-stored" | "linked-value-differs" },
): void {
  const resourceOf = (response: Exchange) =>
    identifier ? resourceIn(jsonOf(response), { identifier }) : asObject(jsonOf(response));
  const found = resourceOf(exchange);
  const sent = found && sentResource(structuredBody(request), found);
  if (!sent) return;
  const except = differingFields(sent, resourceOf(creation) ?? {}, RELATED);
  const exact = identifyingFields(context.contract, request.operation);
  const fields = compare(sent, found, { ...RELATED, exact, except });
  const stated = (field: string) => broken(rule, { field, operation: request.operation.id });
  for (const finding of differenceFindings(fields, facts, stated)) context.fail(finding, exchange);
}
