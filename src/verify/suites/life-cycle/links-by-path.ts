import type { Json, JsonObject } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { listOf } from "#statements/paging/paging.js";
import { resourcesOf } from "#statements/resources/find-resources.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import type { Resource } from "#statements/resources/resource.js";
import { type DoneLink, linksIn, type ShownLinks } from "#verify/judges/life-cycle/links.js";
import type { Contract } from "#verify/model/contract.js";
import { hasTakenEffect } from "#verify/model/request/exchange.js";
import { type BodySpec, GENERATED, type PathValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { plainItemsOf } from "#verify/relations/list-items.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { linkEnds } from "#verify/resources/created/linked-path.js";
import { readCreated } from "#verify/resources/created/read-created.js";
import { type Listing, readList } from "#verify/resources/lists/read-list.js";
import { type Link, linkOf } from "#verify/resources/shown/body-links.js";
import { expectAllowed } from "#verify/steps/expect-allowed.js";
import type { Actor } from "./actions/actions.js";
import { expectSeveral } from "./several.js";

/** So many operations that link a resource are sent. */
const MOST = 2;

/** The operations that link a resource with another one: `PUT /teams/{team}/members/{person}`. */
export function linkingOperations({ contract }: Pick<CaseContext, "contract">, resource: Resource): Operation[] {
  return contract.operations.filter(
    (operation) => operation.method !== "delete" && linkOf(contract, operation)?.around === resource,
  );
}

/**
 * Links a created resource with others that the run created, and removes one of the links. The resource shows the links that
 * it has, and its neighbor has none of them.
 *
 * @param found the resource before
 * @returns the resource afterwards
 */
export async function expectLinks(
  context: CaseContext,
  actor: Actor,
  found: JsonObject | undefined,
): Promise<JsonObject | undefined> {
  const linking = linkingOperations(context, actor.created.resource).slice(0, MOST);
  for (const operation of linking) await followLinks(context, actor, operation);
  return linking.length > 0 ? ((await readCreated(context, actor.created))?.resource ?? found) : found;
}

async function followLinks(context: CaseContext, { created, neighbor }: Actor, operation: Operation): Promise<void> {
  const links = {
    ...{ operation, removal: removalOf(context.contract, operation) },
    send: (change: Operation, end: PathValue) => send(context, created, change, end),
    read: (of: Created, isWanted: (shown: ShownLinks) => boolean) => readLinks(context, of, operation, isWanted),
  };
  await expectSeveral(context, { created, neighbor: neighbor?.created }, links, await linkEnds(context, operation));
}

/** The list of the path of a link. */
function listAt(contract: Contract, operation: Operation): ListOperation | undefined {
  const [beside] = contract.operationsAt(operation.path).flatMap((other) => listOf(contract.document, other) ?? []);
  return beside ?? resourcesOf(contract).get(pathKey(operation.path))?.list;
}

/** `DELETE` of the path of a link, or of the path of one that a body names. */
function removalOf({ operations }: Contract, { path }: Operation): Operation | undefined {
  const keys = [pathKey(path), `${pathKey(path)}/{}`];
  const removals = operations.filter(({ method }) => method === "delete");
  return keys.flatMap((key) => removals.find((other) => pathKey(other.path) === key) ?? [])[0];
}

/** A body with a list of one identifier. */
function bodyWith({ type, at }: NonNullable<Link["sent"]>, value: Json): BodySpec {
  const [name] = pointerNames(at);
  return { type, value: name === undefined ? [value] : { [name]: [value] }, source: GENERATED };
}

/** Makes or removes a link. Returns undefined if that may not be sent, or did not succeed. */
async function send(
  context: CaseContext,
  created: Created,
  operation: Operation,
  end: PathValue,
): Promise<DoneLink | undefined> {
  const { sent: list } = linkOf(context.contract, operation) ?? {};
  const request = list
    ? resourceRequest(context, operation, created.path, bodyWith(list, end.value))
    : resourceRequest(context, operation, [...created.path, end], context.accepted.bodyFor(operation));
  const sent = await expectAllowed(context, request, "the run created both of what it links");
  return sent && hasTakenEffect(sent.exchange) ? { operation, value: end.value } : undefined;
}

/**
 * The links of a resource, in a list of their name or in the list of their path. Reads until they are as wanted, or the
 * target's time to settle is over.
 *
 * @returns undefined if nothing shows them
 */
async function readLinks(
  context: CaseContext,
  created: Created,
  operation: Operation,
  isWanted: (links: ShownLinks) => boolean,
): Promise<ShownLinks | undefined> {
  const { collection: name = "" } = linkOf(context.contract, operation) ?? {};
  const linksOf = (resource: JsonObject | undefined) => resource && linksIn(resource, name);
  const shown = await readCreated(context, created, ({ resource, exchange }) => {
    const links = linksOf(resource);
    return links === undefined || isWanted({ name, links, exchange });
  });
  const links = linksOf(shown?.resource);
  if (shown && links) return { name, links, exchange: shown.exchange };
  const list = listAt(context.contract, operation);
  const request = list && resourceRequest(context, list.operation, created.path);
  if (!list || !request) return undefined;
  const linksOfList = ({ items, exchange }: Pick<Listing, "items" | "exchange">): ShownLinks => {
    return { name, links: [...items, ...plainItemsOf(list, exchange)], exchange };
  };
  const listing = await readList(context, list, request, {
    isWanted: (read) => !read.isComplete || isWanted(linksOfList(read)),
  });
  // Pages of plain values are not followed to their end.
  const isPart =
    listing !== undefined && list.paging.next !== undefined && plainItemsOf(list, listing.exchange).length > 0;
  return listing?.isComplete && !isPart ? linksOfList(listing) : undefined;
}
