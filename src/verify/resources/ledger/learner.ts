import { isObject, type Json } from "#openapi/document/document.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { binnedBy } from "#statements/resources/bins.js";
import { entriesOf } from "#statements/resources/entries.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { resourceListedBy, resourceRetrievedBy, resourcesOf } from "#statements/resources/find-resources.js";
import { identifierIn, isSameId, learnIdentifier } from "#statements/resources/identifying-values.js";
import { createsPosted } from "#statements/resources/named-creation.js";
import { createdForPath } from "#statements/resources/other-paths.js";
import { endsInParameter, pathKey } from "#statements/resources/path-parameters.js";
import { pathBelow, type Resource } from "#statements/resources/resource.js";
import type { JournalEntry, Projection } from "#verify/journal/journal.js";
import type { Contract } from "#verify/model/contract.js";
import {
  type Exchange,
  isGone,
  isRejection,
  isServerError,
  isSuccess,
  jsonOf,
} from "#verify/model/request/exchange.js";
import { methodOf, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { TargetFacts, ValueGenerator } from "#verify/model/test-case/request-context.js";
import { itemsOf } from "#verify/relations/list-items.js";
import { pathsByParameter } from "#verify/relations/paths-by-parameter.js";
import { isWholeList } from "#verify/relations/whole-list.js";
import { addressOf, namedAddresses, pathValues } from "../address.js";
import { linkOf } from "../shown/body-links.js";
import { learnOfBin } from "./bin-learner.js";
import { type Creation, creationsOf, upsertOf } from "./creations.js";
import { type Entry, mayBeOfOthers, newEntry } from "./entry.js";
import { type Identity, isIdentifiedBy, reportedIdentity } from "./identify.js";
import { isOfOtherTenant, type Ledger } from "./ledger.js";
import { type Evidence, evidenceIn, generatedTexts, hasItsText } from "./proof.js";
import { showsOwnOwner } from "./shown-owner.js";

/** Learns from each response what the run certainly created, and writes it into the ledger. */
export class Learner implements Projection {
  readonly #contract: Contract;
  readonly #target: Pick<TargetFacts, "keepsState">;
  readonly #generator: ValueGenerator;
  readonly #ledger: Ledger;
  /** Operations whose responses named what had existed before: an unknown identifier proves nothing then. */
  readonly #misnaming = new Set<Operation>();
  /** Lists with items that nothing identifies: that an identifier is not among them proves nothing. */
  readonly #unidentified = new Set<Operation>();

  constructor(contract: Contract, target: Pick<TargetFacts, "keepsState">, generator: ValueGenerator, ledger: Ledger) {
    this.#contract = contract;
    this.#target = target;
    this.#generator = generator;
    this.#ledger = ledger;
  }

  /** Learns from a response: it created, removed, listed or showed something. A server without state has none of it. */
  note({ request, exchange, by, because }: JournalEntry): void {
    if (!this.#target.keepsState) return;
    const created = this.#noted(request, exchange, by);
    const isOther = because === "allowed" && methodOf(request) !== "post";
    if (created.length > 0 || !isOther || !isSuccess(exchange)) return;
    // Nothing shows what it did, so nothing shows that it is undone.
    const unknown = {
      resource: undefined,
      identity: undefined,
      address: undefined,
      around: undefined,
      wasAbsent: false,
    };
    const facts = { by, request, exchange, texts: generatedTexts(this.#generator, request), isLost: false };
    this.#ledger.add(newEntry({ ...facts, ...unknown, proof: "open" }));
  }

  #noted(request: RequestSpec, exchange: Exchange, by: object): Entry[] {
    const { operation } = request;
    const method = methodOf(request);
    if (learnOfBin(this.#contract, this.#ledger, request, exchange)) return [];
    if (isSafe({ method })) this.#learn(request, exchange);
    else if (method === "delete") this.#noteRemoval(request, exchange);
    else if (method === "post" && !endsInParameter(operation.path)) return this.#noteCreations(request, exchange, by);
    else if (isSuccess(exchange)) return this.#noteUpsert(request, exchange, by);
    return [];
  }

  #noteRemoval({ operation, parameters, credential }: RequestSpec, exchange: Exchange): void {
    const isOfResource = resourcesOf(this.#contract).get(pathKey(operation.path))?.remove === operation;
    const address = namedAddresses(operation, parameters).at(-1);
    const entry = isOfResource && address !== undefined ? this.#ledger.at(address) : undefined;
    if (!entry) return;
    const isOfOwner = entry.request.credential === credential;
    // A server may hide a resource from other keys, or respond to them with a success that does nothing.
    const isSure = isOfOwner || !isOfOtherTenant(credential);
    if (isSure && (isSuccess(exchange) || (isGone(exchange) && isOfOwner))) this.#ledger.remove(entry);
    else if (!isRejection(exchange)) this.#ledger.doubt(entry);
  }

  /** A server may store what it responds to by a redirect, by an error, or not at all. Then only the list shows it. */
  #noteCreations(request: RequestSpec, exchange: Exchange, by: object): Entry[] {
    const { status } = exchange;
    const isLost = status === 0 || isServerError(exchange);
    if (isRejection(exchange)) return [];
    const isOwn = (address: string) => this.#ledger.owns(address, request.credential);
    if (this.#linksBelowOwn(request)) return [];
    const found = creationsOf(this.#contract, request, exchange, isOwn);
    // After these redirects, the response to what was done is elsewhere (RFC 9110, 15.4.2 to 15.4.4).
    const isDone = isSuccess(exchange) || [301, 302, 303].includes(status);
    const known = isDone ? found : found.filter(({ identity }) => isLost || identity !== undefined);
    const creations = isLost
      ? known.slice(0, 1).map((lost) => ({ ...lost, identity: undefined, address: undefined }))
      : known;
    return creations.flatMap((creation) => this.#noteCreation(request, exchange, by, creation, isLost) ?? []);
  }

  #noteCreation(
    request: RequestSpec,
    exchange: Exchange,
    by: object,
    creation: Creation,
    isLost: boolean,
  ): Entry | undefined {
    const { list, ...facts } = creation;
    const { address, resource } = facts;
    const known = address === undefined ? undefined : this.#ledger.at(address);
    if (known && this.#isSameCreation(known, request)) return undefined;
    const sentAt = performance.now() - exchange.duration;
    const existed =
      known !== undefined || (address !== undefined && this.#ledger.sightings.wasSeenBefore(address, sentAt));
    if (known) known.proof = "existed";
    if (existed) this.#misnaming.add(request.operation);
    const isListed = resource?.list && !this.#unidentified.has(resource.list.operation);
    const isReliable = isListed && !this.#misnaming.has(request.operation);
    const wasUnlisted = isReliable === true && list !== undefined && this.#ledger.sightings.wasReadBefore(list, sentAt);
    const wasAbsent = wasUnlisted || (address !== undefined && this.#ledger.sightings.isAbsent(address));
    const texts = generatedTexts(this.#generator, request);
    const isBelowOwn = this.#isBelowOwn(request, exchange);
    const proof = existed ? "existed" : "open";
    const entry = this.#ledger.add(
      newEntry({ ...facts, by, request, exchange, texts, isLost, wasAbsent, isBelowOwn, proof }),
    );
    // Where the document has a read, only the read shows that the resource is there.
    const isReadable = resource?.retrieve !== undefined || resource?.list !== undefined;
    const isIdentified = !resource || isIdentifiedBy(this.#contract.document, resource, facts.identity, exchange);
    if (!isReadable && isIdentified) this.#show(entry, jsonOf(exchange));
    return entry;
  }

  /** Whether a body adds links or entries to a resource of the run. That creates nothing else, and they end with the resource. */
  #linksBelowOwn({ operation, parameters, credential }: RequestSpec): boolean {
    const around = namedAddresses(operation, parameters).at(-1);
    const isLink = linkOf(this.#contract, operation)?.sent !== undefined;
    const isPart = isLink || entriesOf(this.#contract, operation)?.add?.operation === operation;
    return isPart && around !== undefined && this.#ledger.owns(around, credential);
  }

  /** Whether something new was created below a resource of the run: before, only the run could have added it there. */
  #isBelowOwn({ operation, parameters, credential }: RequestSpec, { status }: Exchange): boolean {
    const around = namedAddresses(operation, parameters).at(-1);
    return status === 201 && around !== undefined && this.#ledger.owns(around, credential);
  }

  /** Whether a second request, for the same thing, may rightly return the resource that the first one created. */
  #isSameCreation(known: Entry, request: RequestSpec): boolean {
    const texts = generatedTexts(this.#generator, request);
    return known.proof === "created" || texts.some((text) => known.texts.includes(text));
  }

  #noteUpsert(request: RequestSpec, exchange: Exchange, by: object): Entry[] {
    const { operation, parameters } = request;
    const value = pathValues(operation, parameters).at(-1);
    const texts = generatedTexts(this.#generator, request);
    const own = this.#ledger.at(namedAddresses(operation, parameters).at(-1) ?? "");
    if (own?.proof === "created") this.#ledger.change(own, { request, texts });
    const facts = { by, request, exchange, texts, isLost: false };
    const reported = reportedIdentity(exchange, operation.path);
    if (operation.method === "post" && reported !== undefined && !isSameId(reported, value?.value)) {
      // `POST /items/{collection}` creates something that the document has no path for.
      const around = namedAddresses(operation, parameters).at(-1);
      const unknown = { resource: undefined, identity: undefined, address: undefined, around, wasAbsent: false };
      return [this.#ledger.add(newEntry({ ...facts, ...unknown, proof: "open" }))];
    }
    const creation = upsertOf(this.#contract, request, exchange);
    if (creation?.address === undefined || this.#ledger.at(creation.address)) return [];
    const isNothing = value?.source.kind === "generated" && value.source.identifies === "nothing";
    if (!isNothing && !this.#ledger.hasRemoved(creation.address)) return [];
    const { list: _, ...created } = creation;
    return [this.#ledger.add(newEntry({ ...facts, ...created, wasAbsent: true, proof: "created" }))];
  }

  #learn(request: RequestSpec, exchange: Exchange): void {
    const { operation, parameters, credential = "own" } = request;
    const address = namedAddresses(operation, parameters).at(-1);
    const retrieved = resourceRetrievedBy(this.#contract, operation);
    if (address !== undefined && retrieved) {
      const own = this.#ledger.at(address);
      const isOwn = own?.texts.some((text) => exchange.body.includes(text));
      if (isGone(exchange) || (isSuccess(exchange) && isOwn)) this.#ledger.noteNothingOfOther(address, credential);
      const value = pathValues(operation, parameters).at(-1)?.value;
      if (isSuccess(exchange)) {
        learnIdentifier(retrieved, value, jsonOf(exchange));
        // The address in a bin is not another one of the resource: a deletion there is for good.
        if (!binnedBy(this.#contract, operation)) this.#recognize(retrieved, { address, value }, jsonOf(exchange));
        this.#see(address, jsonOf(exchange));
      }
      // Other keys may not see it.
      else if (isGone(exchange) && credential === "own") {
        this.#ledger.noteMissing(address);
        if (own?.isDoubtful) this.#ledger.remove(own);
      }
    }
    const listed = isSuccess(exchange) ? resourceListedBy(this.#contract, operation) : undefined;
    if (listed?.list) this.#learnFromList(listed, listed.list, request, exchange);
  }

  #learnFromList(listed: Resource, list: ListOperation, request: RequestSpec, exchange: Exchange): void {
    const outer = pathValues(request.operation, request.parameters).map((known) => known?.value);
    let isIdentified = true;
    for (const item of itemsOf(list, exchange)) {
      const values = listed.identifiers().map((identifier) => ({ identifier, value: identifierIn(item, identifier) }));
      // A number that is rounded identifies nothing.
      isIdentified &&= values.some(({ value }) => value !== undefined);
      for (const { identifier, value } of values) {
        const address = value === undefined ? undefined : addressOf(listed.key, pathBelow(listed, outer, value));
        if (address === undefined || value === undefined) continue;
        this.#identify(listed, item, { identifier, value }, address);
        this.#see(address, item, true);
      }
    }
    const address = addressOf(pathKey(request.operation.path), outer);
    if (!isIdentified) this.#unidentified.add(request.operation);
    if (address !== undefined && isWholeList(this.#contract.document, request, exchange)) {
      this.#ledger.noteWhole(address);
    }
  }

  /** An item of a list may be a created resource that the response to its creation did not identify. */
  #identify(resource: Resource, item: Json, identity: Identity, address: string): void {
    // It was not in the list before.
    if (this.#ledger.at(address) || this.#ledger.sightings.wasSeenBefore(address, performance.now())) return;
    const entry = this.#ledger.entries.find((created) => {
      // Some servers respond with another resource than the new one.
      const isMisnamed = mayBeOfOthers(created) && !created.isAmbiguous;
      const isAssumed = created.proof === "open" && created.identity?.isAssumed === true;
      const isOpen = created.identity === undefined || created.isIdentifiedByList || isMisnamed || isAssumed;
      const isUnknown = created.resource === resource && isOpen && !created.isRemoved;
      // Somebody else may have created one with the same values at this moment. Only a text of the run shows whose it is.
      return isUnknown && hasItsText(created, item);
    });
    if (!entry) return;
    // Of two items with the text, one is a copy, and nothing shows which one.
    if (entry.isIdentifiedByList) Object.assign(entry, { proof: "existed", isAmbiguous: true });
    else this.#ledger.identify(entry, identity, address);
  }

  /**
   * A read may show a resource of the run at another path than its own. It then has its identifier, and a text that was
   * generated for it. At an address that had been seen before, it is somebody else's. The value of the path identifies it,
   * or has a text that was generated for it. Others may have the same state or category, and a deletion there would delete
   * them too.
   */
  #recognize(
    retrieved: Resource,
    { address, value }: { address: string; value: Json | undefined },
    shown: Json | undefined,
  ): void {
    const kinds = createdForPath(this.#contract, retrieved);
    if (kinds.length === 0 || !isObject(shown) || this.#ledger.at(address)) return;
    if (this.#ledger.sightings.wasSeenBefore(address, performance.now())) return;
    const entry = this.#ledger.entries.find(({ resource, identity, isRemoved }) => {
      const isAlike = resource && kinds.includes(resource) && !isRemoved;
      return isAlike && identity && isSameId(identifierIn(shown, identity.identifier), identity.value);
    });
    if (!entry) return;
    this.#show(entry, shown);
    const isItsOwn = isSameId(value, entry.identity?.value) || entry.texts.some((text) => String(value).includes(text));
    if (isItsOwn && entry.proof === "created" && this.#evidenceOf(entry, shown) === "created") {
      this.#ledger.findAlso(entry, address);
    }
  }

  /** A response shows the resource at an address. */
  #see(address: string, shown: Json | undefined, isListed = false): void {
    const entry = this.#ledger.at(address);
    if (entry) this.#show(entry, shown, isListed);
    else this.#ledger.noteShown(address, shown);
  }

  #show(entry: Entry, shown: Json | undefined, isListed = false): void {
    if (entry.proof !== "open" || shown === undefined) return;
    const { identity, wasAbsent } = entry;
    const found = identity && isObject(shown) ? (resourceIn(shown, identity) ?? shown) : shown;
    const id = identity && identifierIn(found, identity.identifier);
    if (identity && id !== undefined && !isSameId(id, identity.value)) return;
    // Somebody else may have got its number.
    if (entry.isDoubtful && !hasItsText(entry, found)) return;
    const evidence = this.#evidenceOf(entry, found);
    // The whole list did not have it before, and has it now.
    const isNew = isListed && wasAbsent && evidence !== "other";
    const isShownBelowOwn = entry.isBelowOwn === true && evidence === "open" && id !== undefined;
    const isShown = evidence === "created" || isNew || isShownBelowOwn;
    if (isShown || (evidence === "open" && this.#isShownOfOwn(entry, found))) this.#prove(entry);
    else if (evidence === "other") entry.proof = "differs";
  }

  /** A resource of the run is also at the paths whose parameter names such a resource. */
  #prove(entry: Entry): void {
    this.#ledger.prove(entry);
    const { resource, identity } = entry;
    for (const other of resource ? pathsByParameter(this.#contract, resource) : []) {
      const address = addressOf(other.key, [identity?.value]);
      if (address !== undefined && !this.#ledger.at(address)) this.#ledger.findAlso(entry, address);
    }
  }

  #isShownOfOwn(entry: Entry, shown: Json): boolean {
    const isOwn = (address: string) => this.#ledger.owns(address, entry.request.credential);
    // A server that hands out what exists gives another one each time as well.
    const isNew = isStatedNew(entry) || createsPosted(entry.request.operation);
    return isNew && showsOwnOwner(this.#contract, entry.request, shown, isOwn);
  }

  #evidenceOf(entry: Entry, shown: Json): Evidence {
    return evidenceIn({ ...entry, isNewIdentifier: this.#hasNewIdentifier(entry) }, shown);
  }

  /**
   * Whether the identifier in the response to a creation is certainly a new one. The server says so (201, 202), it was
   * absent before, or the operation gives another one each time. A POST that changes the only cart of a user gives the same.
   */
  #hasNewIdentifier(created: Entry): boolean {
    if (isStatedNew(created)) return true;
    const {
      request: { operation },
      address,
    } = created;
    return this.#ledger.entries.some((entry) => {
      const isAlike = entry.request.operation === operation && !mayBeOfOthers(entry);
      return isAlike && entry.address !== undefined && entry.address !== address;
    });
  }
}

/** Whether a response states that something was created (RFC 9110, 15.3.2), or the target did not have it before. */
function isStatedNew({ wasAbsent, exchange: { status } }: Entry): boolean {
  return wasAbsent || status === 201 || status === 202;
}
