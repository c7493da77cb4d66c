import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { successPlaces } from "#openapi/operations/places.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { resourceMadeBy, resourceRemovedBy } from "#statements/resources/find-resources.js";
import { listingOf, type Resource } from "#statements/resources/resource.js";
import { ownIdentifier } from "#verify/judges/life-cycle/neighbors.js";
import { noneListed } from "#verify/judges/life-cycle/rejected-writes.js";
import { valuesOfPath } from "#verify/judges/life-cycle/shown-values.js";
import { isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { success } from "#verify/model/request/expectation.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { coversStated } from "#verify/model/test-case/test-case.js";
import { type LinkedOperation, linksFrom } from "#verify/requests/linked-requests.js";
import { createOne } from "#verify/resources/created/create-resource.js";
import { type Created, isConfirmed } from "#verify/resources/created/created.js";
import { hasShown, readCreated } from "#verify/resources/created/read-created.js";
import { showsOther } from "#verify/resources/ledger/proof.js";
import { linkOf } from "#verify/resources/shown/body-links.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";
import { expectOwnLocation } from "#verify/steps/location.js";
import { type Suite, testCase } from "../suite.js";
import type { Actor } from "./actions/actions.js";
import { expectReferences } from "./created/beside.js";
import { expectConfirmed } from "./created/confirmed.js";
import { expectFiltered, expectSearched } from "./created/filtered.js";
import { expectListed, expectListedAsSent } from "./created/listing.js";
import { expectMadeWith } from "./created/made-with.js";
import { createSibling, expectUntouched } from "./created/neighbor.js";
import { expectPageBetween } from "./created/page-between.js";
import { expectNothingOfNew } from "./created/references.js";
import { expectFound, expectSentValues } from "./created/retrieve.js";
import { expectStored } from "./created/stored.js";
import { expectParentRemoved } from "./deletion/cascade.js";
import { deletionCases } from "./deletion/deletion-case.js";
import { expectNeighborEnd, expectNeighborKept } from "./deletion/neighbor-end.js";
import { entryCases } from "./entries.js";
import { expectExpansions } from "./expanded.js";
import { givenCases } from "./given.js";
import { expectHidden } from "./hidden.js";
import { expectKept } from "./kept.js";
import { expectLinked } from "./links.js";
import { expectLinks, linkingOperations } from "./links-by-path.js";
import { expectOwnName } from "./own-name.js";
import { partCases } from "./part-below.js";
import { expectAsManyItems, listingBefore } from "./updates/listed-count.js";
import { expectMoved } from "./updates/moved.js";
import { sendInvalidCreations } from "./updates/rejected.js";
import { expectUpdates } from "./updates/updates.js";
import { expectVersions } from "./updates/versions.js";
import { expectWrites, writesTo } from "./writes.js";

/**
 * Creates a resource and follows it: by the links of the document, and by its names and paths. It is found and listed, and changes
 * are kept. The test case of a DELETE shows that the resource is gone afterwards.
 */
export const lifeCycle: Suite = (context, operation) => {
  const { contract } = context;
  const links = linksFrom(contract, operation);
  const reads = links.filter(({ linked }) => isSafe(linked));
  const covers = reads.map(({ linked }) => {
    const path = linked.parameters.filter((parameter) => parameter.in === "path");
    const places = [...successPlaces(contract.document, linked), ...path.map(({ pointer }) => pointer)];
    return coversStated(linked, places);
  });
  const names = reads.map(({ link }) => link.name).join(" and ");
  if (isSafe(operation)) {
    if (reads.length === 0) return [];
    const run = (context: CaseContext) => followListed(context, operation, reads);
    return [testCase("life-cycle", operation, `the listed resource is found by ${names}`, { covers, run })];
  }
  const entries = entryCases(context, operation);
  if (entries.length > 0) return entries;
  const removed = resourceRemovedBy(contract, operation);
  if (removed) return deletionCases(context, operation, removed);
  const resource = resourceMadeBy(contract, operation);
  const { retrieve, replace, update } = resource ?? {};
  const list = resource && listingOf(resource);
  const used = [retrieve, list?.operation, update, replace].flatMap((user) => user?.id ?? []);
  if (reads.length === 0 && used.length === 0) {
    return [...givenCases(context, operation), ...partCases(context, operation)];
  }
  // It links what others create. The life cycle of the resource around it follows that.
  if (reads.length === 0 && linkOf(contract, operation)?.sent) return [];
  const behavior =
    reads.length > 0
      ? `the created resource is found by ${names}`
      : `the created resource lives as ${used.join(", ")} suggest`;
  return [
    testCase("life-cycle", operation, behavior, {
      covers,
      run: (context) => live(context, { operation, resource, links }),
    }),
  ];
};

async function followListed(
  context: CaseContext,
  operation: Operation,
  reads: readonly LinkedOperation[],
): Promise<void> {
  const request = await requireValidRequest(context, operation);
  const exchange = await context.expect(request, success(operation, "the request is valid"));
  if (!isSuccess(exchange)) return;
  const { lost } = await expectLinked(context, { request, exchange }, reads);
  requireFollowed(lost);
}

/** A resource that is created, if the document has a path for it. Also the links of the response to its creation. */
interface Life {
  operation: Operation;
  resource: Resource | undefined;
  links: readonly LinkedOperation[];
}

async function live(context: CaseContext, { operation, resource, links }: Life): Promise<void> {
  const isChangeable = resource && (mayChange(resource) || linkingOperations(context, resource).length > 0);
  const first = isChangeable ? await createSibling(context, operation, resource) : undefined;
  const { creation, created } = await createBeside(context, { operation, resource }, first?.created);
  const isBeside = first && creation !== first.created && (await isConfirmed(context, first.created));
  const neighbor = isBeside ? first : undefined;
  const reads = links.filter(({ linked }) => isSafe(linked));
  const { lost, isFound } = await expectLinked(context, { ...creation, identifier: created?.identifier }, reads);
  if (created && neighbor) context.judge(ownIdentifier(neighbor.created, created));
  if (created && isFound) await follow(context, { created, neighbor }, links);
  else if (reads.length === 0) throw new Skipped("the response has no value that identifies the created resource");
  requireFollowed(lost);
}

/** Creates a resource beside a neighbor; the neighbor itself, if the target accepts no second one. @throws Skipped if it accepts none */
async function createBeside(
  context: CaseContext,
  life: Pick<Life, "operation" | "resource">,
  neighbor: Created | undefined,
): ReturnType<typeof createOne> {
  try {
    return await createOne(context, life, { beside: neighbor });
  } catch (error) {
    if (!(error instanceof Skipped) || !neighbor) throw error;
    return { creation: neighbor, created: neighbor };
  }
}

/** Whether the document has operations that change a resource, or remove it. */
function mayChange({ update, replace, remove, nested }: Resource): boolean {
  return [update, replace, remove, ...nested.filter((user) => !isSafe(user))].some((operation) => operation);
}

/** Follows a created resource through its changes. @param links of the response to its creation */
async function follow(context: CaseContext, actor: Actor, links: readonly LinkedOperation[]): Promise<void> {
  const { created, neighbor } = actor;
  const { resource } = created;
  const exchange = await expectFound(context, created);
  const isLost = resource.retrieve !== undefined && exchange === undefined;
  if (isLost) return;
  await expectOwnLocation(context, created);
  if (exchange) context.judge(valuesOfPath(created, exchange));
  // With a link, the test case has compared the sent values already.
  if (exchange && !created.link) {
    const { id: operation, pointer: place } = created.create;
    expectSentValues(context, created, exchange, { basis: "inferred", place, operation });
  }
  const shown = exchange
    ? { exchange, resource: resourceIn(jsonOf(exchange), created) }
    : await readCreated(context, created, hasShown);
  const found = shown?.resource;
  if (shown) await expectOwnName(context, created, shown);
  const creation = { operation: created.create, exchange: created.exchange };
  const isOfOther = found !== undefined && showsOther(created.request, found);
  if (shown && found && !exchange) expectListedAsSent(context, created, found, shown.exchange);
  // An item of a list without a GET is compared below.
  if (shown && found && (exchange || isOfOther)) expectConfirmed(context, created, creation, shown);
  if (exchange && found) {
    expectStored(context, created, found, exchange);
    await expectExpansions(context, created, found);
    await expectNothingOfNew(context, created);
    await expectMadeWith(context, created);
  }
  if (isOfOther) {
    throw new Skipped("the created resource has other values than the sent ones, so the run does not change it");
  }
  await expectUntouched(context, neighbor, created, created.create);
  const before = await listingBefore(context, created);
  const sent = await sendInvalidCreations(context, created);
  const listing = await expectListed(context, created, exchange ? found : undefined);
  if (listing && found) await expectSearched(context, created, found, listing);
  if (listing && neighbor) await expectPageBetween(context, created, neighbor.created, listing);
  const isNoneListed = listing && context.judge(noneListed(created, sent.rejected, listing));
  if (before && isNoneListed) await expectAsManyItems(context, created, { before, after: listing, sent });
  const writes = writesTo(context, created, links);
  const changes = [
    ...writes,
    ...linkingOperations(context, resource),
    resource.update,
    resource.replace,
    resource.remove,
  ];
  const isChanged = changes.some((change) => change);
  if (!isChanged) {
    if (found && listing) await expectFiltered(context, created, found);
    return;
  }
  if (!(await isConfirmed(context, created))) {
    throw new Skipped("the run has not certainly created the resource, so it does not change it");
  }
  const updated = found && (await expectUpdates(context, actor, found));
  if (found && !updated) return;
  const changed = (found && updated && (await expectMoved(context, created, found, updated))) ?? updated;
  if (changed && listing) await expectFiltered(context, created, changed);
  const versioned = changed && (await expectVersions(context, created, changed));
  const linked = await expectLinks(context, actor, versioned);
  const acted = await expectWrites(context, actor, linked, writes);
  if (changed && acted && listing) await expectFiltered(context, created, acted, changed);
  if (neighbor && acted && listing) await expectNeighborKept(context, { created, neighbor }, acted);
  if (neighbor) await expectNeighborEnd(context, neighbor);
  if (exchange) await expectReferences(context, created);
  const { parent } = created;
  if (parent && resource.position > 0) await expectHidden(context, created, parent);
  if (parent) await expectKept(context, created, parent);
  if (parent && resource.position > 0) await expectParentRemoved(context, created);
}

/** @throws Skipped if a link could not be followed */
function requireFollowed(lost: readonly string[]): void {
  if (lost.length > 0) throw new Skipped(`the response has no value for ${lost.join(" and ")}`);
}
