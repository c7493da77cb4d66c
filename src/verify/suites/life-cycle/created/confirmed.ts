import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { propertyNames } from "#statements/resources/envelope-schema.js";
import { identifierIn, isSameId } from "#statements/resources/identifiers.js";
import { listingOf } from "#statements/resources/resource.js";
import { successContents } from "#statements/schema-fields.js";
import { COMPATIBLE, compare } from "#verify/model/finding/compare.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { readCreated, type Shown } from "#verify/resources/created/read-created.js";
import { inJson } from "#verify/rules/differing-fields.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import { inferredEffect } from "./retrieve.js";

/** A write that succeeded. */
export interface Done {
  operation: Operation;
  exchange: Exchange;
}

/** The resource that the response to a write shows; undefined if the document describes another kind of response. */
function confirmedBy(context: CaseContext, created: Created, { operation, exchange }: Done) {
  const { document } = context.contract;
  const fieldsOf = (shown: Operation | undefined, at = "") =>
    (shown ? successContents(shown) : []).flatMap((content) => propertyNames(document, content, at));
  const { retrieve } = created.resource;
  const list = listingOf(created.resource);
  const known = retrieve ? fieldsOf(retrieve) : fieldsOf(list?.operation, pointerTo(list?.paging.items ?? "", 0));
  const own = new Set(fieldsOf(operation));
  const isSameKind = known.length > 0 && known.every((field) => own.has(field));
  return isSameKind && isSuccess(exchange) ? resourceIn(jsonOf(exchange), created) : undefined;
}

/**
 * Reads a resource until it is as the response to a write showed it, or time is over.
 *
 * @param isWanted what else it has to show (default: nothing)
 */
export function readConfirmed(
  context: CaseContext,
  created: Created,
  done: Done,
  isWanted: (resource: JsonObject) => boolean = () => true,
): Promise<Shown | undefined> {
  const confirmed = confirmedBy(context, created, done);
  const isConfirmed = (resource: JsonObject) => !confirmed || compare(confirmed, resource, COMPATIBLE).length === 0;
  return readCreated(
    context,
    created,
    ({ resource }) => resource !== undefined && isConfirmed(resource) && isWanted(resource),
  );
}

/**
 * A resource is afterwards as the response to a write showed it. Other representations may leave fields out, count, and have
 * other times. So only equal names with other texts, flags and lists count, and the time of creation. Only a warning.
 */
export function expectConfirmed(context: CaseContext, created: Created, done: Done, shown: Shown): void {
  const { operation, exchange } = done;
  const confirmed = confirmedBy(context, created, done);
  // It is done later (RFC 9110, 15.3.3).
  if (!confirmed || !shown.resource || exchange.status === 202) return;
  const value = identifierIn(confirmed, created.identifier);
  if (value !== undefined && !isSameId(value, created.value)) {
    const breach = broken("other-resource-confirmed", { operation: operation.id });
    const expected = `${jsonText(created.value)} at ${created.identifier.pointer}`;
    const facts = { ...breach, expected, received: jsonText(value), operation: operation.id };
    failEffect(context, inferredEffect(created), facts, exchange);
    return;
  }
  for (const { name, wanted, found } of compare(confirmed, shown.resource, COMPATIBLE)) {
    const breach = broken("confirmed-value-not-kept", { operation: operation.id, field: name });
    failEffect(
      context,
      inferredEffect(created),
      { ...breach, ...inJson(wanted, found), operation: operation.id },
      shown.exchange,
    );
  }
}
