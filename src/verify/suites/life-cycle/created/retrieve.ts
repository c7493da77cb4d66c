import { identifierAt } from "#statements/resources/identifying-values.js";
import { identifyingFields } from "#verify/checks/echo.js";
import { inferredEffect } from "#verify/judges/life-cycle/created-resource.js";
import { grantedAccess, lostBy, lostResource } from "#verify/judges/life-cycle/found.js";
import { type SentCreation, sentValues } from "#verify/judges/life-cycle/shown-values.js";
import type { FindingDraft } from "#verify/model/finding/finding.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import type { Created } from "#verify/resources/created/created.js";
import { readCreated } from "#verify/resources/created/read-created.js";
import { isCertainIdentity } from "#verify/resources/ledger/identify.js";
import { creationKey, relationBasis, retrievalOf } from "#verify/resources/relation-check.js";

/**
 * The effect of what made a resource, at the place of the relation that led to it. Whether a finding about it is a failure
 * depends on that relation.
 */
export async function relatedEffect(
  context: CaseContext,
  created: Created,
): Promise<ReturnType<typeof inferredEffect>> {
  const { resource, link, address, identifier, create, exchange } = created;
  const place = link?.pointer ?? identifier.places[0] ?? create.pointer;
  const isCertain =
    context.resources.owns(address) || isCertainIdentity(context.contract.document, resource, created, exchange);
  const inferred = isCertain ? await relationBasis(context, resource, created) : "inferred";
  return { ...inferredEffect(created), place, basis: link ? "stated" : inferred };
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
  const { resource, identifier } = created;
  const retrievalFor = (found: Exchange) => retrievalOf(context, resource, created, found);
  const exchange = await retrieveCreated(
    context,
    created,
    (found) => isSuccess(found) && retrievalFor(found) !== "other",
  );
  if (!exchange) return undefined;
  const retrieval = retrievalFor(exchange);
  const lost = lostBy(created, retrieval, exchange);
  if (lost) {
    context.judge([lostResource(created, lost, await relatedEffect(context, created), exchange)]);
    return undefined;
  }
  // It is created later (RFC 9110, 15.3.3).
  if (retrieval === "missing") throw new Skipped("the target accepted the new resource, and has not made it yet");
  context.judge(grantedAccess(created, context.hasSucceeded(created.resource.retrieve?.id ?? ""), exchange));
  if (!isSuccess(exchange)) throw new Skipped(`the target responded with ${exchange.status} to the created resource`);
  const shown = identifierAt(jsonOf(created.exchange), identifier);
  if (shown) context.corroboration.add(creationKey(resource, identifier), `${created.exchange.status} ${shown.place}`);
  return exchange;
}

/** A retrieved resource has the values that were sent to create it. @param facts of the findings */
export function expectSentValues(
  context: CaseContext,
  sent: SentCreation,
  exchange: Exchange,
  {
    rule = "sent-value-not-stored",
    ...facts
  }: Pick<FindingDraft, "basis" | "place" | "operation"> & { rule?: "sent-value-not-stored" | "linked-value-differs" },
): void {
  const exact = identifyingFields(context.contract, sent.request.operation);
  context.judge(sentValues(sent, exchange, { rule, exact, ...facts }));
}
