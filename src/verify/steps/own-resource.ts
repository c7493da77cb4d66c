import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceOf } from "#statements/resources/find-resources.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import type { Resource } from "#statements/resources/resource.js";
import { isSameState } from "../judges/unchanged.js";
import type { Exchange } from "../model/request/exchange.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import type { PlanContext } from "../model/test-case/request-context.js";
import { Skipped } from "../model/test-case/skipped.js";
import { createResource } from "../resources/created/create-resource.js";
import { type Created, isConfirmed } from "../resources/created/created.js";
import { readCreated, type Shown } from "../resources/created/read-created.js";

/** A resource that the run created for one test case, and the response that showed it last. */
export interface OwnResource {
  created: Created;
  shown: Exchange;
  values: JsonObject;
}

/** The resource that a path names last, if a run can create and read it; undefined for any other path. */
export function ownableResource({ contract }: PlanContext, operation: Operation): Resource | undefined {
  const last = pathParameters(operation).at(-1);
  const resource = last && resourceOf(contract, operation, last);
  return resource?.create && resource.create !== operation && resource.retrieve ? resource : undefined;
}

/** @throws Skipped if the run cannot create it, or is not certain that it did */
export async function createOwn(context: CaseContext, resource: Resource): Promise<OwnResource> {
  const created = await createResource(context, resource, { isChecked: false });
  if (!(await isConfirmed(context, created))) {
    throw new Skipped("the run has not certainly created the resource, so it does not change it");
  }
  const own = await readOwn(context, created);
  if (!own) throw new Skipped("the created resource is not shown");
  return own;
}

/**
 * Reads a created resource until a success is wanted, or the target's time to settle is over.
 *
 * @param isWanted by default, any success is
 * @returns undefined if it is not shown
 */
export async function readOwn(
  context: CaseContext,
  created: Created,
  isWanted: (own: OwnResource) => boolean = () => true,
): Promise<OwnResource | undefined> {
  const ownIn = ({ exchange: shown, resource: values }: Shown) => values && { created, shown, values };
  const isOwnWanted = (shown: Shown) => {
    const own = ownIn(shown);
    return own !== undefined && isWanted(own);
  };
  const shown = await readCreated(context, created, isOwnWanted, { isChecked: false });
  return shown && ownIn(shown);
}

/** Reads a created resource that was changed. @returns undefined if it is not shown, or as it was before */
export async function readChanged(context: CaseContext, before: OwnResource): Promise<OwnResource | undefined> {
  const after = await readOwn(context, before.created, (own) => !isUnchanged(before, own));
  return after && !isUnchanged(before, after) ? after : undefined;
}

/** Whether a resource has the same values as before. */
export function isUnchanged(before: OwnResource, after: OwnResource): boolean {
  return isSameState(before.values, after.values);
}
