import type { Operation } from "#openapi/operations/operation.js";
import { resourceListedBy } from "#statements/resources/find-resources.js";
import { pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import { creatingOperation } from "#statements/resources/resource.js";
import type { PathValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { type OfRun, oncePerRun } from "#verify/model/test-case/once-per-run.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import type { Contract } from "../../model/contract.js";
import { forgetList } from "../lists/read-list.js";
import { createResource } from "./create-resource.js";

/** The items by which a list has pages, and neighbors on both sides of one. */
export const POPULATION = 4;

/** The lists that the run has filled, and the values of their paths. */
const populated = oncePerRun<Operation, readonly PathValue[] | undefined>();

/**
 * Whether the document has an operation that creates items of a list below a resource. Any other list has those of the team.
 * If the run filled them all, requests would lack for unusual resources.
 */
export function mayPopulate(contract: Contract, list: Operation): boolean {
  if (pathParameters(list).length === 0) return false;
  const resource = resourceListedBy(contract, list);
  const create = resource && creatingOperation(resource);
  return create !== undefined && (!resource?.isCreatedElsewhere || pathKey(create.path) === pathKey(list.path));
}

/**
 * Creates items in a list that has too few, and keeps them until the end of the run. Where the list belongs to a resource, the
 * run creates that as well. It fills each list once.
 */
export async function populate(context: CaseContext, list: Operation): Promise<void> {
  await populated.get(context, list, () => fill(context, list));
}

/** The path of a list that the run has filled; undefined if it has not. */
export function populatedPath(of: OfRun, list: Operation): Promise<readonly PathValue[] | undefined> {
  return populated.known(of, list) ?? Promise.resolve(undefined);
}

async function fill(context: CaseContext, list: Operation): Promise<readonly PathValue[] | undefined> {
  const resource = resourceListedBy(context.contract, list);
  if (!resource || !mayPopulate(context.contract, list)) return undefined;
  try {
    const first = await createResource(context, resource, { isChecked: false });
    const all = [first];
    while (all.length < POPULATION) {
      all.push(await createResource(context, resource, { isChecked: false, beside: first }));
    }
    for (const { address } of [...all, ...(first.parent ? [first.parent] : [])]) context.resources.keep(address);
    forgetList(context, list);
    return first.outer;
  } catch (error) {
    if (error instanceof Skipped) return undefined;
    throw error;
  }
}
