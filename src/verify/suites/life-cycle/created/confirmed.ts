import type { JsonObject } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { propertyNames } from "#statements/resources/envelope-schema.js";
import { identifierIn, isSameId } from "#statements/resources/identifying-values.js";
import { listingOf } from "#statements/resources/resource.js";
import { successContents } from "#statements/schema-fields.js";
import { confirmedValues, type DoneOperation, isCompatible } from "#verify/judges/life-cycle/shown-values.js";
import { isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/created.js";
import { readCreated, type Shown } from "#verify/resources/created/read-created.js";

/** The resource that the response to a write shows; undefined if the document describes another kind of response. */
function confirmedBy(context: CaseContext, created: Created, { operation, exchange }: DoneOperation) {
  const { document } = context.contract;
  const fieldsOf = (shown: Operation | undefined, at = "") =>
    (shown ? successContents(shown) : []).flatMap((content) => propertyNames(document, content, at));
  const { retrieve } = created.resource;
  const list = listingOf(created.resource);
  const known = retrieve ? fieldsOf(retrieve) : fieldsOf(list?.operation, pointerTo(list?.paging.items ?? "", 0));
  const own = new Set(fieldsOf(operation));
  const confirmed = isSuccess(exchange) ? resourceIn(jsonOf(exchange), created) : undefined;
  const isWhole = known.length > 0 && known.every((field) => own.has(field));
  // A response may have most fields of the resource, and its identifier.
  const isMost = [...own].every((field) => known.includes(field)) && 2 * own.size >= known.length;
  const isNamed =
    isMost && confirmed !== undefined && isSameId(identifierIn(confirmed, created.identifier), created.value);
  return isWhole || isNamed ? confirmed : undefined;
}

/**
 * Reads a resource until it is as the response to a write showed it, or time is over.
 *
 * @param isWanted what else it has to show (default: nothing)
 */
export function readConfirmed(
  context: CaseContext,
  created: Created,
  done: DoneOperation,
  isWanted: (resource: JsonObject) => boolean = () => true,
): Promise<Shown | undefined> {
  const confirmed = confirmedBy(context, created, done);
  const isConfirmed = (resource: JsonObject) => !confirmed || isCompatible(confirmed, resource);
  return readCreated(
    context,
    created,
    ({ resource }) => resource !== undefined && isConfirmed(resource) && isWanted(resource),
  );
}

/** A resource is afterwards as the response to a write showed it. */
export function expectConfirmed(context: CaseContext, created: Created, done: DoneOperation, shown: Shown): void {
  context.judge(confirmedValues(created, done, confirmedBy(context, created, done), shown));
}
