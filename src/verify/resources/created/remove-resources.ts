import { setTimeout } from "node:timers/promises";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { endsInParameter, pathParameters, segmentsOf, valuesIn } from "#statements/resources/path-parameters.js";
import { type Exchange, isGone, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { FROM_RESPONSE, type RequestSpec } from "#verify/model/request/request-spec.js";
import { shortened } from "#verify/model/shortened.js";
import type { Leftover } from "#verify/model/target/ownership.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { NoResponse } from "#verify/model/test-case/skipped.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { namedAddresses, pathValues } from "../address.js";
import { type Entry, isBelow, mayBeOfOthers } from "../ledger/entry.js";
import { reportedIdentity } from "../ledger/identify.js";
import type { Ledger } from "../ledger/ledger.js";
import { readList } from "../lists/read-list.js";
import { readsAround } from "../reads-around.js";
import { removeObserved } from "./first-removal.js";

/** The parts of a run that a removal needs. */
export interface Remover extends Pick<CaseContext, "contract" | "target" | "generator"> {
  ledger: Ledger;
  /** How many resources are removed at once. */
  atOnce: number;
  /** Sends a request, and lets the ledger learn from the response. @throws Skipped if no further request may be sent */
  send(request: RequestSpec, entry: Entry): Promise<Exchange>;
  /** Waits for a change; left out where the run creates nothing more. */
  settle?: CaseContext["settle"];
}

/**
 * Removes created resources in reverse order of their creation. Those of one kind that follow each other are removed at
 * once. The DELETE of the document comes first, then the provision module. A resource that the run has not certainly created
 * is not removed.
 *
 * @returns those that remain, and why. A resource that was created twice may be among them twice
 */
export async function removeResources(remover: Remover, entries: readonly Entry[]): Promise<Leftover[]> {
  const removal = new Removal(remover, entries);
  // A resource goes with all below it.
  const outermost = entries.filter((entry) => !entries.some((above) => isBelow(entry, above)));
  for (const alike of ofOneKind(outermost.toReversed())) await removal.removeAll(alike);
  return removal.leftovers;
}

/** Entries in their order, those of one kind that follow each other together. */
function ofOneKind(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && last[0]?.resource === entry.resource) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** The pauses before the tries to remove once more, in milliseconds. */
const RETRIES = [50, 500];

/** The most characters of a sent body that a report repeats. */
const MOST_SENT = 120;

/**
 * The beginning of the body of a request. Undefined without one, and for that of the target file, which may have secrets.
 */
function sentText({ body }: RequestSpec): string | undefined {
  if (!body || body.source.kind === "target-file") return undefined;
  return shortened("value" in body ? jsonText(body.value) : body.text, MOST_SENT);
}

/** So many resources are proven by their list rather than one by one. */
const MANY = 4;

/** The operation that the target file names for the removal of what another one creates. */
function removalOf(
  { contract, target }: Pick<Remover, "contract" | "target">,
  { id }: Operation,
): Operation | undefined {
  const removal = target.removals?.get(id);
  return removal === undefined ? undefined : contract.operations.find((operation) => operation.id === removal);
}

/**
 * The request of a given removal. The last value of its path identifies the resource. Those before it are as in the
 * creation.
 */
function givenRemoval(remover: Remover, entry: Entry, removal: Operation): RequestSpec | undefined {
  const { request, exchange, address } = entry;
  const reported = reportedIdentity(exchange, request.operation.path);
  const known = entry.identity?.value ?? (reported && segmentsOf(reported).at(-1));
  if (known === undefined) return undefined;
  const outer = pathValues(request.operation, request.parameters).flatMap((value) => value ?? []);
  const count = pathParameters(removal).length;
  const path = [...outer.slice(0, count - 1), { value: known, source: FROM_RESPONSE }];
  const found = path.length === count ? resourceRequest(remover, removal, path) : undefined;
  const removed = found && namedAddresses(removal, found.parameters).at(-1);
  // The removal has a path of its own, which names the same resource.
  if (removed !== undefined && removed !== address) remover.ledger.findAlso(entry, removed);
  return found && { ...found, ...(request.credential === undefined ? {} : { credential: request.credential }) };
}

/** Why a resource is not removed that may be one of somebody else. */
function whyNotRemoved({ isAmbiguous, proof }: Entry): string {
  if (isAmbiguous) return "several resources have what was sent for it";
  return proof === "existed"
    ? "it may have existed before"
    : "it does not have what the run sent, so it may be somebody else's";
}

/** Whether nothing shows what a request did. */
function isUnknown({ resource, identity, address, exchange, request }: Entry): boolean {
  const isNamed = identity !== undefined || address !== undefined;
  return !resource && !isNamed && reportedIdentity(exchange, request.operation.path) === undefined;
}

class Removal {
  readonly #remover: Remover;
  readonly #entries: readonly Entry[];
  readonly #tried = new Set<Entry>();
  /** Why those remain that could not be removed. */
  readonly #left = new Map<Entry, string>();
  /** The statuses with which their DELETE was rejected. */
  readonly #rejected = new Map<Entry, number>();
  /** The lists that are read for proofs. */
  readonly #listed = new Map<string, Promise<void>>();
  /** Why no further request is sent; undefined as long as requests are sent. */
  #whyOver: string | undefined;

  constructor(remover: Remover, entries: readonly Entry[]) {
    this.#remover = remover;
    this.#entries = entries;
  }

  /** Those that remain, and why. */
  get leftovers(): Leftover[] {
    return [...this.#left].map(([{ request, exchange, address, around, proof }, reason]) => {
      const { id: operation, path } = request.operation;
      const resource = address ?? reportedIdentity(exchange, path) ?? "";
      // Several may have the same words of a response: the sent body shows that they are different ones.
      const sent = address === undefined || mayBeOfOthers({ proof }) ? sentText(request) : undefined;
      const place = resource === "" && around !== undefined ? { below: around } : {};
      return { operation, resource, reason, ...(sent === undefined ? {} : { sent }), ...place };
    });
  }

  /** Removes resources of one kind at once. A server may keep one as long as another of them exists. */
  async removeAll(alike: readonly Entry[]): Promise<void> {
    const waiting = [...alike];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await this.#remove(next);
    };
    const workers = Math.min(this.#remover.atOnce, alike.length);
    await Promise.all(Array.from({ length: workers }, work));
    await this.#removeOneByOne(alike, workers > 1 && alike.some(({ isRemoved }) => isRemoved));
  }

  /** Tries the rejected removals again, one at a time: some servers fail when several run at once (SQLite locks). */
  async #removeOneByOne(alike: readonly Entry[], mayDepend: boolean): Promise<void> {
    for (const pause of RETRIES) {
      const rejected = alike.filter((entry) => {
        const status = this.#rejected.get(entry);
        return status !== undefined && !entry.isRemoved && (status >= 500 || mayDepend);
      });
      if (rejected.length === 0 || this.#whyOver !== undefined) return;
      await setTimeout(pause);
      for (const entry of rejected) {
        this.#rejected.delete(entry);
        await this.#removeOrLeave(entry);
      }
    }
  }

  /** Removes a resource with all below it, unless it goes with the one that it belongs to. */
  async #remove(entry: Entry): Promise<void> {
    const isCovered = this.#entries.some((above) => !this.#tried.has(above) && isBelow(entry, above));
    if (this.#tried.has(entry) || isCovered) return;
    this.#tried.add(entry);
    await this.#removeOrLeave(entry);
    const below = this.#entries.filter((child) => isBelow(child, entry));
    for (const child of below.toReversed()) await this.#remove(child);
    // Some servers keep a resource as long as others belong to it.
    if (entry.isLeft && below.some(({ isRemoved }) => isRemoved)) await this.#removeOrLeave(entry);
  }

  async #removeOrLeave(entry: Entry): Promise<void> {
    const why = await this.#tryRemoval(entry);
    entry.isLeft = why !== undefined;
    entry.isLeftOpen = entry.isLeft && entry.proof === "open";
    if (why !== undefined) {
      this.#left.set(entry, why);
      return;
    }
    this.#left.delete(entry);
    if (!entry.isRemoved) this.#remover.ledger.remove(entry);
  }

  /** @returns why the resource remains; undefined if it is gone */
  async #tryRemoval(entry: Entry): Promise<string | undefined> {
    if (entry.isRemoved) return undefined;
    try {
      await this.#prove(entry);
      // The list may show the resource that the response did not name.
      if (mayBeOfOthers(entry) && !entry.isAmbiguous && entry.texts.length > 0) await this.#readList(entry);
      if (mayBeOfOthers(entry)) return whyNotRemoved(entry);
      const deletion = this.#requestTo(entry, "remove");
      const rejected = deletion && entry.proof === "created" ? await this.#delete(deletion, entry) : undefined;
      if (entry.isRemoved) return undefined;
      if (await this.#removeByModule(entry)) return undefined;
      if (rejected !== undefined) return rejected;
    } catch (error) {
      if (error instanceof NoResponse) this.#whyOver ??= "the target did not respond";
      return error instanceof Error ? error.message : String(error);
    }
    if (entry.isLost && entry.identity === undefined) return await this.#whyLost(entry);
    if (entry.isDoubtful)
      return "a request may have removed it, and no response shows whether what has its identifier now is it";
    if (isUnknown(entry)) return "it was accepted, and nothing shows what it created or changed";
    if (!(await this.#isRemovable(entry))) return "the document has no operation that removes it";
    return entry.address === undefined ? "its address is not known" : "no response shows that the run created it";
  }

  /** A resource that the list does not show was not created. One below something that is gone does not exist. */
  async #whyLost(entry: Entry): Promise<string | undefined> {
    const { resource, texts, exchange } = entry;
    if (resource?.list && this.#whyOver === undefined && texts.length > 0) return undefined;
    if (await this.#isGoneAround(entry)) return undefined;
    const { status } = exchange;
    const response = status === 0 ? "the target did not respond" : `the target responded with ${status}`;
    return `${response}, and may have stored it`;
  }

  /** Whether the target no longer finds the resource around a lost one. */
  async #isGoneAround(entry: Entry): Promise<boolean> {
    const [read] = readsAround(this.#remover.contract, entry.request);
    if (!read || entry.around === undefined || this.#whyOver !== undefined) return false;
    const { credential } = entry.request;
    return isGone(await this.#remover.send(credential === undefined ? read : { ...read, credential }, entry));
  }

  /** Reads a resource that no response has shown yet: only what the run certainly created is removed. */
  async #prove(entry: Entry): Promise<void> {
    if (entry.proof !== "open" || this.#whyOver !== undefined || !(await this.#isRemovable(entry))) return;
    const alike = this.#entries.filter(({ resource, proof }) => proof === "open" && resource === entry.resource);
    // The list shows many at once, and those that the response did not identify.
    if (alike.length >= MANY) await this.#readList(entry);
    const request = entry.proof === "open" ? this.#requestTo(entry, "retrieve") : undefined;
    if (request) await this.#remover.send(request, entry);
    if (entry.proof === "open") await this.#readList(entry);
  }

  async #readList(entry: Entry): Promise<void> {
    const { list } = entry.resource ?? {};
    const outer = pathValues(entry.request.operation, entry.request.parameters).flatMap((value) => value ?? []);
    const request = list && resourceRequest(this.#remover, list.operation, outer);
    const key = `${list?.operation.id} ${jsonText(outer.map(({ value }) => value))}`;
    if (!list || !request) return;
    const { contract } = this.#remover;
    const send = (page: RequestSpec) => this.#remover.send(page, entry);
    const read =
      this.#listed.get(key) ?? readList({ contract, send, check: async () => {} }, list, request).then(() => {});
    this.#listed.set(key, read);
    await read;
  }

  /** Whether anything could remove a resource: an operation of the document, or the provision module. */
  async #isRemovable({ resource, request }: Entry): Promise<boolean> {
    if (resource?.remove !== undefined || removalOf(this.#remover, request.operation)) return true;
    return (await this.#remover.ledger.provision()).remove !== undefined;
  }

  async #delete(request: RequestSpec, entry: Entry): Promise<string | undefined> {
    if (this.#whyOver !== undefined) return this.#whyOver;
    const exchange = await this.#send(request, entry);
    if (isSuccess(exchange) || isGone(exchange)) return undefined;
    this.#rejected.set(entry, exchange.status);
    return `${request.operation.id} was rejected with ${exchange.status}`;
  }

  #send(request: RequestSpec, entry: Entry): Promise<Exchange> {
    const { ledger, settle } = this.#remover;
    const send = (spec: RequestSpec) => this.#remover.send(spec, entry);
    if (!settle) return send(request);
    return removeObserved({ ledger, settle, send }, entry, request, this.#requestTo(entry, "retrieve"));
  }

  async #removeByModule({ request: { operation }, exchange, proof }: Entry): Promise<boolean> {
    const { remove } = await this.#remover.ledger.provision();
    if (!remove || proof !== "created") return false;
    return remove({ operation: operation.id, body: jsonOf(exchange) });
  }

  #requestTo(entry: Entry, use: "remove" | "retrieve"): RequestSpec | undefined {
    const { resource, request, identity, address = "" } = entry;
    const given = use === "remove" ? removalOf(this.#remover, request.operation) : undefined;
    if (given) return givenRemoval(this.#remover, entry, given);
    const operation = resource?.[use];
    if (!operation || !identity) return undefined;
    const outer = pathValues(request.operation, request.parameters).flatMap((value) => value ?? []);
    const elsewhere = resource.isCreatedElsewhere ? (valuesIn(address, resource.key) ?? []) : undefined;
    const path =
      elsewhere?.map((value) => ({ value, source: FROM_RESPONSE })) ??
      (endsInParameter(request.operation.path) ? outer : [...outer, { value: identity.value, source: FROM_RESPONSE }]);
    const found = resourceRequest(this.#remover, operation, path);
    return found && { ...found, ...(request.credential === undefined ? {} : { credential: request.credential }) };
  }
}
