import type { Operation } from "#openapi/operations/operation.js";
import { successPlaces } from "#openapi/operations/places.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import { creatingOperation, listingOf, type Resource } from "#statements/resources/resource.js";
import { keptBelowOther } from "#verify/judges/life-cycle/deletion.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { PlanContext } from "#verify/model/test-case/request-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { covers, type TestCase } from "#verify/model/test-case/test-case.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { createResource } from "#verify/resources/created/create-resource.js";
import { type Created, isConfirmed } from "#verify/resources/created/created.js";
import { createdFor } from "#verify/resources/created/created-values.js";
import { hasShown, readCreated } from "#verify/resources/created/read-created.js";
import { testCase } from "../../suite.js";
import type { Actor } from "../actions/actions.js";
import { createNeighbor, expectUntouched } from "../created/neighbor.js";
import { expectNothingOfDeleted } from "../created/references.js";
import { expectBin, shownBeforeBin } from "./bin.js";
import { expectCascade } from "./cascade.js";
import { expectDeletion, expectUncounted } from "./deletion.js";

/**
 * The test case of a DELETE, which alone shows what the operation does. A resource that the run created is gone afterwards,
 * and another one is not. None for a resource that the document cannot create, or has no operation to see.
 */
export function deletionCases({ contract }: PlanContext, operation: Operation, resource: Resource): TestCase[] {
  const create = creatingOperation(resource);
  const shownBy = resource.retrieve ?? listingOf(resource)?.operation;
  if (!create || !shownBy) return [];
  return [
    testCase("life-cycle", operation, `the resource that ${create.id} created is gone, as ${shownBy.id} shows`, {
      covers: [covers(operation, successPlaces(contract.document, operation))],
      showsRemoval: true,
      run: (context) => removeOwn(context, operation),
    }),
  ];
}

async function removeOwn(context: CaseContext, operation: Operation): Promise<void> {
  const first = await createdFor(context, operation, { isApart: true });
  if (!first) throw new Skipped("the run cannot certainly create a resource that it may delete");
  const actor = await besideNeighbor(context, first);
  const { created, neighbor } = actor;
  // The neighbor is older than the deleted resource, and this one newer.
  const later = neighbor && (await createNeighbor(context, created.create, created.resource, created));
  await expectOwnPath(context, created, operation);
  const before = await shownBeforeBin(context, created);
  const deleted = await expectDeletion(context, actor);
  if (!deleted) return;
  for (const other of [neighbor, later]) await expectUntouched(context, other, created, operation);
  if (deleted.readings && later) await expectUncounted(context, created, deleted.readings, later.created);
  if (before) await expectBin(context, created, { before, other: later?.created, neighbor });
  if (neighbor) await expectCascade(context, neighbor.created);
  await expectNothingOfDeleted(context, created);
}

/** A DELETE below another resource, which the run created too, does not find it. Some servers look for the last value alone. */
async function expectOwnPath(context: CaseContext, created: Created, operation: Operation): Promise<void> {
  const { parent, path } = created;
  const own = path.at(-1);
  const other =
    parent && own && path.length === 2 ? await createNeighbor(context, parent.create, parent.resource) : undefined;
  const around = other?.created.path.at(-1);
  const request = own && around && resourceRequest(context, operation, [around, own]);
  if (!request || isSameId(around.value, parent?.value) || !(await context.prepare(request))) return;
  const exchange = await context.send(request);
  await context.check(request, anyResponse(operation, "the resource belongs to another one"), exchange);
  if (!isSuccess(exchange)) return;
  const shown = await readCreated(context, created);
  if (shown) context.judge(keptBelowOther(created, operation, exchange, shown));
}

/**
 * Creates a resource beside another one, its neighbor. Without a neighbor, it is the other one itself, if the target makes
 * no second one.
 */
async function besideNeighbor(context: CaseContext, first: Created): Promise<Actor> {
  const alone = { created: first, neighbor: undefined };
  try {
    const created = await createResource(context, first.resource, { isChecked: false, beside: first });
    if (!(await isConfirmed(context, created))) return alone;
    const shown = (await readCreated(context, first, hasShown))?.resource;
    return { created, neighbor: shown && { created: first, shown } };
  } catch (error) {
    if (error instanceof Skipped) return alone;
    throw error;
  }
}
