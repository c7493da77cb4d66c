import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { sentResource } from "#statements/resources/envelope.js";
import { isSameId } from "#statements/resources/identifiers.js";
import type { Resource } from "#statements/resources/resource.js";
import { differingFields, UNTOUCHED } from "#verify/model/finding/compare.js";
import { structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { type Created, createdBy, isConfirmed, sendCreation } from "#verify/resources/created/create-resource.js";
import { hasShown, readCreated, type Shown } from "#verify/resources/created/read-created.js";
import { inJson } from "#verify/rules/differing-fields.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import { inferredEffect } from "./retrieve.js";

/** A sibling that the run created before the resource that it follows. It must stay unchanged. */
export interface Neighbor {
  created: Created;
  /** The target showed it so. */
  shown: JsonObject;
  /** Whether an action was done on it, and not taken back. */
  isActed?: boolean;
}

/**
 * Creates a neighbor.
 *
 * @param beside belongs to the same resources as the neighbor (default: the neighbor belongs to new ones)
 * @returns undefined if the target rejects it, or shows no resource that the run has certainly created
 */
export async function createNeighbor(
  context: CaseContext,
  operation: Operation,
  resource: Resource,
  beside?: Created,
): Promise<Neighbor | undefined> {
  try {
    const creation = await sendCreation(context, operation, { isChecked: false, beside });
    const created = createdBy(context.contract, resource, operation, creation);
    const shown = created && (await readCreated(context, created, hasShown))?.resource;
    return created && shown && (await isConfirmed(context, created)) ? { created, shown } : undefined;
  } catch (error) {
    if (error instanceof Skipped) return undefined;
    throw error;
  }
}

/** Two creations with 201 make two resources (RFC 9110, 15.3.2), so they have different identifiers. */
export function warnOfSameIdentifier(context: CaseContext, neighbor: Neighbor, created: Created): void {
  // Each request had texts of its own, so the one is not a repetition of the other.
  const isNew = created.exchange.status === 201 || !jsonText(created.request.body).includes(`"${created.value}"`);
  if (!isNew || !isSameId(neighbor.created.value, created.value)) return;
  const breach = broken("identifier-given-twice", { create: created.create.id });
  const expected = `another value than ${jsonText(neighbor.created.value)} at ${created.identifier.pointer}`;
  const facts = { ...breach, expected, received: jsonText(created.value), operation: created.create.id };
  failEffect(context, inferredEffect(created), facts, created.exchange);
}

/**
 * An operation on another resource leaves the neighbor alone. A server may have reasons that the document does not state, so a
 * change of it is only a warning. Times and numbers that were not sent are not compared: they may be counts, ranks or visits.
 *
 * @param operation that was sent to the other resource
 * @param verb what the operation did to it: "created"
 */
export async function expectUntouched(
  context: CaseContext,
  neighbor: Neighbor | undefined,
  created: Created,
  operation: Operation,
): Promise<void> {
  if (!neighbor || isSameId(neighbor.created.value, created.value)) return;
  const { shown: before } = neighbor;
  const kept = Object.keys(sentResource(structuredBody(neighbor.created.request), before) ?? {});
  const changed = ({ resource }: Shown) =>
    resource ? differingFields(before, resource, { ...UNTOUCHED, kept }) : [""];
  const after = await readCreated(context, neighbor.created, (shown) => changed(shown).length === 0);
  const [name] = after ? changed(after) : [];
  if (!after || name === undefined) return;
  neighbor.shown = after.resource ?? neighbor.shown;
  const data = { operation: operation.id, value: created.value, other: neighbor.created.value };
  const facts =
    name === ""
      ? {
          ...broken("other-resource-removed", data),
          expected: "a change of the requested one",
          received: "it is not found",
        }
      : {
          ...broken("other-resource-changed", { ...data, field: name }),
          ...inJson(before[name], after.resource?.[name]),
        };
  failEffect(context, inferredEffect(created), { ...facts, operation: operation.id }, after.exchange);
}
