import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import type { Resource } from "#statements/resources/resource.js";
import { touchedField, untouchedNeighbor } from "#verify/judges/life-cycle/neighbors.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { createOne } from "#verify/resources/created/create-resource.js";
import { type Created, isConfirmed } from "#verify/resources/created/created.js";
import { hasShown, readCreated, type Shown } from "#verify/resources/created/read-created.js";

/** A sibling that the run created before the resource that it follows. It must stay unchanged. */
export interface Neighbor {
  created: Created;
  /** Its representation, as the target showed it. */
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
  const sibling = await createSibling(context, operation, resource, beside);
  return sibling && (await isConfirmed(context, sibling.created)) ? sibling : undefined;
}

/**
 * Creates a neighbor that the run may not have created certainly. With 200, a second creation shows that the operation gives a
 * new identifier each time.
 */
export async function createSibling(
  context: CaseContext,
  operation: Operation,
  resource: Resource,
  beside?: Created,
): Promise<Neighbor | undefined> {
  try {
    const { created } = await createOne(context, { operation, resource }, { isChecked: false, beside });
    const shown = created && (await readCreated(context, created, hasShown))?.resource;
    return created && shown ? { created, shown } : undefined;
  } catch (error) {
    if (error instanceof Skipped) return undefined;
    throw error;
  }
}

/** Reads the neighbor after an operation on another resource, which leaves it alone. */
export async function expectUntouched(
  context: CaseContext,
  neighbor: Neighbor | undefined,
  created: Created,
  operation: Operation,
): Promise<void> {
  if (!neighbor || isSameId(neighbor.created.value, created.value)) return;
  const { created: own, shown: before } = neighbor;
  const isUntouched = (shown: Shown) => touchedField(own, before, shown) === undefined;
  const after = await readCreated(context, own, isUntouched);
  if (!after || context.judge(untouchedNeighbor({ created, operation }, own, before, after))) return;
  neighbor.shown = after.resource ?? neighbor.shown;
}
