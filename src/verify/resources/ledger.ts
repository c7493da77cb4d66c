import { isObject, type Json } from "../../openapi/document.js";
import { isSafe } from "../../openapi/methods.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { UNIQUE_LENGTH } from "../generation/unique-length.js";
import type { Resources, ValueGenerator } from "../model/case-context.js";
import type { Contract } from "../model/contract.js";
import { type Exchange, isGone, isSuccess, jsonOf } from "../model/exchange.js";
import type { Disposable, Provision, Team } from "../model/provision.js";
import { bodyValue, type RequestSpec, type ValueSource } from "../model/request-spec.js";
import { resourceCreatedBy, resourceListedBy, resourceRetrievedBy, resourcesOf } from "../relations/find-resources.js";
import { identifierIn, isSameId, resourceIn } from "../relations/identifiers.js";
import { itemsAt } from "../relations/list-items.js";
import { lastValueIn, pathKey } from "../relations/path-parameters.js";
import type { Resource } from "../relations/resource.js";
import { addressOf, isAtOrBelow, namedAddresses, pathValues } from "./address.js";
import type { GivenValues } from "./given-values.js";
import { type Identity, identitiesIn, identityByPath, isCertainIdentity, reportedIdentity } from "./identify.js";
import type { NamedResource } from "./permission.js";
import { evidenceIn, generatedTexts } from "./proof.js";
import { isWholeList } from "./whole-list.js";

/** A resource that the run created, or seems to have created. */
export interface Entry {
  /** The test case that created it. */
  readonly by: object;
  /** The request that created it, and its response. */
  readonly request: RequestSpec;
  readonly exchange: Exchange;
  /** Its kind; undefined if the document has no path for it. */
  readonly resource: Resource | undefined;
  /** Undefined as long as no response shows what identifies it. */
  identity: Identity | undefined;
  address: string | undefined;
  /** The address of the resource that it belongs to; undefined if it belongs to none. */
  readonly around: string | undefined;
  /** Whether the whole list was read before the request, and did not have it. */
  readonly wasAbsent: boolean;
  /** Whether the run certainly created it, or it existed before. `open`: no response has shown it yet. */
  proof: "created" | "existed" | "open";
  /** Whether it is kept until the end of the run. */
  isKept: boolean;
  isRemoved: boolean;
  /** Whether it could not be removed, and is reported. */
  isLeft: boolean;
  /** Whether a request of the budget is set aside for its removal. */
  isReserved: boolean;
}

/** The state of a new entry. */
const NEW = { isKept: false, isRemoved: false, isLeft: false, isReserved: false };

/** Whether a resource belongs to another one. */
export function isBelow(entry: Entry, { address }: Entry): boolean {
  if (address === undefined || entry.address === address) return false;
  return [entry.around, entry.address].some((at) => at !== undefined && isAtOrBelow(at, address));
}

/** The resources that a run created, and the values that the target gives for it to change. Only these may be changed. */
export class Ledger implements Resources {
  readonly #contract: Contract;
  readonly #generator: ValueGenerator;
  readonly #given: GivenValues;
  readonly #entries: Entry[] = [];
  /** When the run first saw each resource that it had not created: milliseconds, by address. */
  readonly #seen = new Map<string, number>();
  /** Operations whose responses named what had existed before: an unknown identifier proves nothing then. */
  readonly #misnaming = new Set<Operation>();
  /** Addresses at which the target did not find anything. */
  readonly #absent = new Set<string>();
  /** When the run had read a whole list: milliseconds, by the address of the list. */
  readonly #read = new Map<string, number>();

  constructor(contract: Contract, generator: ValueGenerator, given: GivenValues) {
    this.#contract = contract;
    this.#generator = generator;
    this.#given = given;
  }

  provision(): Promise<Provision> {
    return this.#given.provision();
  }

  disposable(
    operation: Operation,
    parameter: string,
    team: Team = "own",
  ): Promise<(Disposable & { source: ValueSource }) | undefined> {
    return this.#given.disposable(operation, parameter, team);
  }

  valueFor(operation: Operation, parameter: string, example: string): Promise<string | undefined> {
    return this.#given.valueFor(operation, parameter, example);
  }

  isGiven(operation: Operation, parameter: Parameter, value: Json): boolean {
    return this.#given.isGiven(operation, parameter, value);
  }

  owns(address: string): boolean {
    return this.#at(address)?.proof === "created";
  }

  hasRemoved(address: string): boolean {
    const last = this.#entries.findLast((entry) => entry.address === address);
    return last?.proof === "created" && last.isRemoved;
  }

  noteWhole(list: string): void {
    if (!this.#read.has(list)) this.#read.set(list, performance.now());
  }

  /** Whether the target did not find a resource at an address, and none was created there since. */
  isAbsent(address: string): boolean {
    return this.#absent.has(address) && this.#at(address) === undefined;
  }

  /** Whether a value has a text that was generated in this run and that certainly nothing has. */
  isUnique(value: unknown): boolean {
    return this.#generator.generatedIn(String(value)).some((text) => text.length >= UNIQUE_LENGTH);
  }

  keep(created: Exchange): void {
    for (const entry of this.#entries) if (entry.exchange === created) entry.isKept = true;
  }

  /**
   * The resources that a test case created and that exist: those that the end of the run removes are left out, and with them
   * everything below them.
   */
  createdBy(testCase: object): Entry[] {
    const remaining = this.remaining();
    const kept = remaining.filter(({ isKept }) => isKept);
    return remaining.filter(
      (entry) => entry.by === testCase && !kept.some((one) => entry === one || isBelow(entry, one)),
    );
  }

  /** The resources that a test case created, and that exist no longer. */
  removedBy(testCase: object): Entry[] {
    return this.#entries.filter(({ by, isRemoved }) => by === testCase && isRemoved);
  }

  /** The resources that exist, and that were not reported. */
  remaining(): Entry[] {
    return this.#entries.filter(({ isRemoved, isLeft }) => !isRemoved && !isLeft);
  }

  /** The resources that the run owns, by the fields that identify them. */
  owned(): NamedResource[] {
    return this.#entries.flatMap(({ identity, proof, isRemoved, request: { operation } }) =>
      identity && proof === "created" && !isRemoved
        ? [{ collection: pathKey(operation.path), pointer: identity.identifier.pointer, value: identity.value }]
        : [],
    );
  }

  /**
   * Learns from a response: what it created, removed, listed or showed.
   *
   * @param by the test case that sent the request
   * @returns the resources that it created
   */
  note(request: RequestSpec, exchange: Exchange, by: object): Entry[] {
    const { operation, method = operation.method } = request;
    if (isSafe({ method })) {
      if (isSuccess(exchange)) this.#learn(request, exchange);
      else if (isGone(exchange)) this.#miss(request);
      return [];
    }
    const isDeletion = method.toLowerCase() === "delete";
    if (isDeletion) this.#noteRemoval(request, exchange);
    if (isDeletion || !isSuccess(exchange)) return [];
    const isItem = /\}$/.test(operation.path);
    // PUT, PATCH and POST of an item create it only if nothing was there.
    if (method.toLowerCase() !== "post" || isItem) return this.#noteUpsert(request, exchange, by);
    return this.#noteCreations(request, exchange, by);
  }

  /** Marks a resource and all below it as removed. */
  remove(removed: Entry): void {
    for (const entry of this.#entries) if (entry === removed || isBelow(entry, removed)) entry.isRemoved = true;
  }

  #at(address: string): Entry | undefined {
    return this.#entries.findLast((entry) => entry.address === address && !entry.isRemoved);
  }

  #noteRemoval({ operation, parameters, credential }: RequestSpec, exchange: Exchange): void {
    const isOfResource = resourcesOf(this.#contract).get(pathKey(operation.path))?.remove === operation;
    const address = namedAddresses(operation, parameters).at(-1);
    const entry = isOfResource && address !== undefined ? this.#at(address) : undefined;
    // A server may hide a resource from other keys.
    const isGoneForOwner = isGone(exchange) && entry?.request.credential === credential;
    if (entry && (isSuccess(exchange) || isGoneForOwner)) this.remove(entry);
  }

  #noteCreations(request: RequestSpec, exchange: Exchange, by: object): Entry[] {
    const { operation, parameters } = request;
    const resource = resourceCreatedBy(this.#contract, operation);
    const reported = reportedIdentity(exchange, operation.path);
    const isAction = namedAddresses(operation, parameters).some(
      (address) => reported !== undefined && address?.endsWith(`/${encodeURIComponent(reported)}`),
    );
    if (!resource && (isAction || (exchange.status !== 201 && reported === undefined))) return [];
    const identities = resource ? identitiesIn(resource, bodyValue(request), exchange) : [];
    return (identities.length > 0 ? identities : [undefined]).flatMap((identity) => {
      return this.#created(request, exchange, by, resource, identity) ?? [];
    });
  }

  #created(
    request: RequestSpec,
    exchange: Exchange,
    by: object,
    resource: Resource | undefined,
    identity: Identity | undefined,
  ): Entry | undefined {
    const { operation, parameters } = request;
    const around = namedAddresses(operation, parameters).at(-1);
    const outer = pathValues(operation, parameters).map((value) => value?.value);
    const address = resource && identity ? addressOf(resource.key, [...outer, identity.value]) : undefined;
    const known = address === undefined ? undefined : this.#at(address);
    if (known && this.#isSameCreation(known, request)) return undefined;
    const sentAt = performance.now() - exchange.duration;
    const existed = known !== undefined || (address !== undefined && (this.#seen.get(address) ?? sentAt) < sentAt);
    const list = resource?.list && addressOf(pathKey(resource.list.operation.path), outer);
    if (existed) this.#misnaming.add(operation);
    if (known) known.proof = "existed";
    // The list below another resource does not show the items of others, which a server may find there too.
    const isWhole = list !== undefined && around === undefined && (this.#read.get(list) ?? sentAt) < sentAt;
    const wasAbsent = isWhole && !this.#misnaming.has(operation);
    const entry: Entry = {
      ...{ by, request, exchange, resource, identity, address, around, wasAbsent },
      ...NEW,
      proof: existed ? "existed" : "open",
    };
    this.#entries.push(entry);
    // Where the document has a read, only the read shows that the resource is there.
    if (!resource?.retrieve && !resource?.list && this.#isIdentified(entry)) this.#show(entry, jsonOf(exchange));
    return entry;
  }

  /** Whether the response certainly identifies the created resource, where anything of the document could be sent to it. */
  #isIdentified({ resource, identity, exchange }: Entry): boolean {
    if (!resource) return true;
    if (!identity || !isCertainIdentity(this.#contract.document, resource, identity, exchange)) return false;
    // `Location` may lead to another resource, and a list has the created one somewhere.
    const location = lastValueIn(exchange.headers.get("location") ?? "", resource.key);
    const isSame = location === undefined || isSameId(location, identity.value);
    return isSame && isSameId(identifierIn(jsonOf(exchange), identity.identifier), identity.value);
  }

  /** Whether a second request, for the same thing, may rightly return the resource that the first one created. */
  #isSameCreation(known: Entry, request: RequestSpec): boolean {
    const texts = generatedTexts(this.#generator, known.request);
    return known.proof === "created" || generatedTexts(this.#generator, request).some((text) => texts.includes(text));
  }

  #noteUpsert(request: RequestSpec, exchange: Exchange, by: object): Entry[] {
    const { operation, parameters, method = operation.method } = request;
    // PATCH creates seldom (RFC 5789, 2), and says so.
    if (method.toLowerCase() !== "put" && exchange.status !== 201) return [];
    const resource = resourcesOf(this.#contract).get(pathKey(operation.path));
    const named = namedAddresses(operation, parameters);
    const value = pathValues(operation, parameters).at(-1);
    const address = named.at(-1);
    if (!resource || !value || address === undefined) return [];
    const isNew = value.source.kind === "generated" && value.source.identifies === "nothing";
    if (this.#at(address) || !(isNew || this.hasRemoved(address))) return [];
    const entry: Entry = {
      ...{ by, request, exchange, resource, identity: identityByPath(resource, value.value), address },
      ...{ around: named.at(-2), wasAbsent: true, proof: "created" },
      ...NEW,
    };
    this.#entries.push(entry);
    return [entry];
  }

  #learn(request: RequestSpec, exchange: Exchange): void {
    const { operation, parameters } = request;
    const body = jsonOf(exchange);
    const retrieved = resourceRetrievedBy(this.#contract, operation);
    const address = namedAddresses(operation, parameters).at(-1);
    if (retrieved && address !== undefined) this.#see(address, body);
    const listed = resourceListedBy(this.#contract, operation);
    if (!listed?.list) return;
    const outer = pathValues(operation, parameters).map((value) => value?.value);
    for (const item of itemsAt(body, listed.list.items)) {
      for (const identifier of listed.identifiers()) {
        const value = identifierIn(item, identifier);
        const at = value === undefined ? undefined : addressOf(listed.key, [...outer, value]);
        if (at === undefined || value === undefined) continue;
        this.#identify(listed, item, { identifier, value }, at);
        this.#see(at, item, true);
      }
    }
    const list = addressOf(pathKey(operation.path), outer);
    if (list !== undefined && isWholeList(this.#contract.document, request, exchange)) this.noteWhole(list);
  }

  /** An item of a list may be a created resource that the response to its creation did not identify. */
  #identify(resource: Resource, item: Json, identity: Identity, address: string): void {
    if (this.#at(address)) return;
    const entry = this.#entries.find((created) => {
      const isUnknown = created.resource === resource && created.identity === undefined && !created.isRemoved;
      return isUnknown && evidenceIn(this.#generator, created.request, item, false) === "created";
    });
    if (entry) Object.assign(entry, { identity, address, proof: "created" });
  }

  /** The target does not find a resource. Other keys may not see it. */
  #miss({ operation, parameters, credential = "own" }: RequestSpec): void {
    const address = namedAddresses(operation, parameters).at(-1);
    const isRetrieval = resourceRetrievedBy(this.#contract, operation) !== undefined;
    if (isRetrieval && address !== undefined && credential === "own") this.#absent.add(address);
  }

  /** A response shows the resource at an address. */
  #see(address: string, shown: Json | undefined, isListed = false): void {
    const entry = this.#at(address);
    this.#absent.delete(address);
    if (entry) this.#show(entry, shown, isListed);
    else if (!this.#seen.has(address)) this.#seen.set(address, performance.now());
  }

  #show(entry: Entry, shown: Json | undefined, isListed = false): void {
    if (entry.proof !== "open" || shown === undefined) return;
    const { identity } = entry;
    const found = identity && isObject(shown) ? (resourceIn(shown, identity) ?? shown) : shown;
    const id = identity && identifierIn(found, identity.identifier);
    if (identity && id !== undefined && !isSameId(id, identity.value)) return;
    const evidence = evidenceIn(this.#generator, entry.request, found, entry.wasAbsent);
    // The whole list did not have it before, and has it now.
    const isNew = evidence === "created" || (isListed && entry.wasAbsent);
    if (isNew) entry.proof = "created";
    else if (evidence === "other") entry.proof = "existed";
  }
}
