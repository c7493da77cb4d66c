import type { JsonObject } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { identifierIn, isSameId } from "#statements/resources/identifying-values.js";
import { endsInParameter, pathKey, valuesIn } from "#statements/resources/path-parameters.js";
import type { Resource } from "#statements/resources/resource.js";
import { groupBy } from "#verify/model/group-by.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { FROM_RESPONSE, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { Leftover } from "#verify/model/target/ownership.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { addressOf, pathValues } from "../address.js";
import { type Entry, isLikelyOwn, isOwnEntry, type OwnEntry } from "../ledger/entry.js";
import { readList } from "../lists/read-list.js";
import { type Remover, removeResources } from "./remove-resources.js";

/** So many removed resources of one kind are read one by one. If one of them is still there, so are all others. */
const SAMPLES = 3;

/** A removed resource whose identifier is known. */
type Removed = OwnEntry;

/**
 * The removed resources that the target still shows: a success of DELETE proves nothing. One that seemed to go with the resource
 * around it gets a DELETE of its own then.
 *
 * @throws NoResponse
 */
export async function shownAfterRemoval(remover: Remover, entries: readonly Entry[]): Promise<Leftover[]> {
  const shown = await stillShown(remover, entries);
  const orphans = [...shown.keys()].filter(({ isRemovedWith }) => isRemovedWith);
  for (const orphan of orphans) {
    shown.delete(orphan);
    remover.ledger.reopen(orphan);
  }
  const left = await removeResources(remover, orphans);
  const again = orphans.length === 0 ? [] : await stillShown(remover, orphans);
  return [...leftoversOf(shown), ...left, ...leftoversOf(again)];
}

function leftoversOf(shown: Iterable<readonly [Entry, string]>): Leftover[] {
  return [...shown].map(([{ request, address = "" }, reason]) => {
    return { operation: request.operation.id, resource: address, reason };
  });
}

/**
 * The removed resources that the target still shows, and how. Each list is read once; single resources are read by samples, and
 * all of a kind if one is found. Those without a DELETE of their own are a kind of their own.
 */
async function stillShown(remover: Remover, entries: readonly Entry[]): Promise<Map<Entry, string>> {
  const removed = entries.filter(isKnown);
  const kinds = [true, false].flatMap((isWith) => [
    ...groupBy(
      removed.filter(({ isRemovedWith = false }) => isRemovedWith === isWith),
      ({ resource }) => resource,
    ),
  ]);
  const left = new Map<Entry, string>();
  for (const [resource, alike] of kinds) {
    try {
      await readLists(remover, resource, alike, left);
      await readEach(remover, resource, alike, left);
    } catch (error) {
      if (!(error instanceof Skipped)) throw error;
      // Without a further request, the success of the removal has to be enough.
      break;
    }
  }
  return left;
}

/** Whether a removed resource can be read. No response has shown some of those that went with another one. */
function isKnown(entry: Entry): entry is Removed {
  const isOwn = isOwnEntry(entry) || (entry.isRemovedWith === true && isLikelyOwn(entry));
  return isOwn && entry.isRemoved && entry.resource?.remove !== undefined;
}

async function readLists(
  remover: Remover,
  { list, key }: Resource,
  alike: readonly Removed[],
  left: Map<Entry, string>,
): Promise<void> {
  if (!list) return;
  const lists = groupBy(alike, (entry) => {
    const outer = outerValues(entry).map(({ value }) => value);
    return addressOf(pathKey(list.operation.path), outer) ?? key;
  });
  for (const listed of lists.values()) {
    const [first] = listed;
    const request = first && resourceRequest(remover, list.operation, outerValues(first));
    if (!first || !request) continue;
    const send = (page: RequestSpec) => remover.send(withCredential(page, first), first);
    const reader = { contract: remover.contract, send, check: async () => {} };
    const { items = [] } = (await readList(reader, list, request)) ?? {};
    for (const entry of listed) {
      const isShown = items.some((item) => isItsOwn(item, entry));
      if (isShown) left.set(entry, `its removal succeeded, and ${list.operation.id} still shows it`);
    }
  }
}

async function readEach(
  remover: Remover,
  { retrieve, key }: Resource,
  alike: readonly Removed[],
  left: Map<Entry, string>,
): Promise<void> {
  if (!retrieve) return;
  const unread = alike.filter((entry) => {
    return !left.has(entry) && !remover.ledger.sightings.wasAbsentAfter(entry.address, entry.removedAt ?? 0);
  });
  let isAnyShown = false;
  for (const [index, entry] of unread.entries()) {
    if (index >= SAMPLES && !isAnyShown) return;
    const path = (valuesIn(entry.address, key) ?? []).map((value) => ({ value, source: FROM_RESPONSE }));
    const request = resourceRequest(remover, retrieve, path);
    const exchange = request && (await remover.send(withCredential(request, entry), entry));
    if (!exchange || !isStill(exchange, entry)) continue;
    isAnyShown = true;
    left.set(entry, `its removal succeeded, and ${retrieve.id} still finds it`);
  }
}

/** Whether a response shows a removed resource. One that is not JSON shows that something is there. */
function isStill(exchange: Exchange, entry: Removed): boolean {
  if (!isSuccess(exchange)) return false;
  const shown = resourceIn(jsonOf(exchange), entry.identity);
  return shown === undefined || isItsOwn({ [nameOf(entry)]: entry.identity.value, ...shown }, entry);
}

/** Whether a representation has the identifier of a resource. Its texts may have been changed since. */
function isItsOwn(shown: JsonObject, { identity }: Removed): boolean {
  return isSameId(identifierIn(shown, identity.identifier), identity.value);
}

/** The field that identifies a resource: a representation without it is that of the address. */
function nameOf({ identity }: Removed): string {
  return pointerNames(identity.identifier.pointer).at(-1) ?? "";
}

function outerValues({ request }: Removed) {
  const values = pathValues(request.operation, request.parameters).flatMap((value) => value ?? []);
  return endsInParameter(request.operation.path) ? values.slice(0, -1) : values;
}

function withCredential(request: RequestSpec, { request: { credential } }: Entry): RequestSpec {
  return credential === undefined ? request : { ...request, credential };
}
