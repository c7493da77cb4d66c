import type { Json } from "#openapi/document/document.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import type { CredentialUse, ValueSource } from "#verify/model/request/request-spec.js";
import type { Disposable, Provision, Team } from "#verify/model/target/provision.js";
import type { Resources } from "#verify/model/test-case/case-context.js";
import type { ValueGenerator } from "#verify/model/test-case/request-context.js";
import { hasNewText, hasUniqueText } from "#verify/requests/generated-values.js";
import type { GivenValues } from "../permission/given-values.js";
import type { NamedResource, Ownership } from "../permission/permission.js";
import type { CreationLog } from "./creation-log.js";
import { type Entry, isBelow } from "./entry.js";
import type { Identity } from "./identify.js";
import { hasItsText, type Sent } from "./proof.js";
import { Sightings } from "./sightings.js";

/** Whether a key is of another team than the one under test. */
export function isOfOtherTenant(credential: CredentialUse | undefined): boolean {
  return tenantOf(credential) !== "own";
}

/** Whose resources a request reaches: those of the team under test, or of another one. */
function tenantOf(credential: CredentialUse | undefined): string {
  return credential === "otherTeam" || credential === "outsideBeta" ? credential : "own";
}

/** The place of an address among the resources of a tenant. */
function placeOf(address: string, credential: CredentialUse | undefined): string {
  return `${tenantOf(credential)} ${address}`;
}

/** A number is absent for so many milliseconds after the target did not find it. */
const RIGHT_AFTER = 2000;

function isNumber(value: unknown): boolean {
  return /^\d+$/.test(String(value));
}

/** How many resources of an operation may stay behind because nothing identifies them: a list may show them later. */
const MAX_UNIDENTIFIED = 3;

/** So many resources of an operation may resist their removal. One of them may have a reason of its own. */
const MAX_UNREMOVED = 2;

/** The resources that a run created, and the values that the target gives for it to change. Only these may be changed. */
export class Ledger implements Resources, Ownership {
  readonly #generator: ValueGenerator;
  readonly #given: GivenValues;
  readonly sightings = new Sightings();
  readonly #entries: Entry[] = [];
  readonly #createdThrough = new WeakMap<Exchange, readonly Entry[]>();
  /** The last entry at each address. */
  readonly #last = new Map<string, Entry>();
  /** When a response last showed a removed resource in its bin. */
  readonly #binned = new Map<Entry, number>();
  /** The addresses of removed resources that later responses showed: only late copies of these, or something of others. */
  readonly #shownAfter = new Map<string, "copies" | "others">();
  /** The kinds of resources whose numbers the target gives again. */
  readonly #reusing = new Set<string>();

  /** The kinds of resources of which the run has begun to remove one. */
  readonly #removing = new Set<string>();
  /** The kinds of resources that the target keeps after a DELETE that succeeds. */
  readonly #lasting = new Set<string>();

  readonly #log: CreationLog | undefined;

  /** @param log writes down what is created and removed (default: nothing does) */
  constructor(generator: ValueGenerator, given: GivenValues, log?: CreationLog) {
    this.#generator = generator;
    this.#given = given;
    this.#log = log;
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

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The resource at an address; undefined if the run did not create it, or has removed it. */
  at(address: string): Entry | undefined {
    const last = this.#last.get(address);
    return last?.isRemoved ? undefined : last;
  }

  /** The last resource that the run created at an address, also if it has removed it. */
  lastAt(address: string): Entry | undefined {
    return this.#last.get(address);
  }

  add(entry: Entry): Entry {
    const former = entry.address === undefined ? undefined : this.#last.get(entry.address);
    if (former?.isRemoved && entry.resource && isNumber(entry.identity?.value)) this.#reusing.add(entry.resource.key);
    this.#entries.push(entry);
    this.#createdThrough.set(entry.exchange, [...this.createdThrough(entry.exchange), entry]);
    if (entry.address !== undefined) this.#putAt(entry.address, entry);
    return entry;
  }

  /** A response shows that a resource that none had identified was certainly created. */
  identify(entry: Entry, identity: Identity, address: string): void {
    // The response may have named another resource.
    if (entry.address !== undefined && this.#last.get(entry.address) === entry) this.#last.delete(entry.address);
    Object.assign(entry, { identity, address, isIdentifiedByList: true });
    this.prove(entry);
    this.#putAt(address, entry);
  }

  /** A response shows that the run certainly created a resource. */
  prove(entry: Entry): void {
    entry.proof = "created";
    entry.isDoubtful = false;
    this.#log?.proven(entry);
  }

  /** The run changed a resource, which has the values of the request from now on. */
  change(entry: Entry, sent: Sent): void {
    entry.changes.push(sent);
    this.#log?.changed(entry, sent);
  }

  /**
   * A request may have removed a resource of the run. Somebody else may have its identifier now, unless that is a UUID.
   */
  doubt(entry: Entry): void {
    if (entry.proof === "created" && !isUuid(String(entry.identity?.value)))
      Object.assign(entry, { proof: "open", isDoubtful: true });
  }

  /** A response shows a resource of the run at another address too. */
  findAlso(entry: Entry, address: string): void {
    this.#putAt(address, entry);
  }

  #putAt(address: string, entry: Entry): void {
    this.#last.set(address, entry);
    this.#shownAfter.delete(address);
  }

  /** A response shows something at an address. Where the run removed a resource, somebody else may have its identifier now. */
  noteShown(address: string, shown: Json | undefined): void {
    this.sightings.see(address);
    const removed = this.#last.get(address);
    if (!removed || this.#shownAfter.get(address) === "others") return;
    this.#shownAfter.set(address, shown !== undefined && hasItsText(removed, shown) ? "copies" : "others");
  }

  /** The target did not find a resource at an address. So late copies of a removed one have come to their end. */
  noteMissing(address: string): void {
    this.sightings.miss(address);
    if (this.#shownAfter.get(address) === "copies") this.#shownAfter.delete(address);
  }

  owns(address: string, credential?: CredentialUse): boolean {
    const entry = this.at(address);
    if (entry?.proof !== "created") return false;
    const isOfTenant = tenantOf(entry.request.credential) === tenantOf(credential);
    return isOfTenant || this.#reaches(entry, address, credential);
  }

  /**
   * Whether a request of another team reaches the resource of the run, or nothing. With a number, it may reach its own.
   */
  #reaches({ identity }: Entry, address: string, credential: CredentialUse | undefined): boolean {
    const moment = performance.now() - RIGHT_AFTER;
    return isUuid(String(identity?.value)) || this.sightings.wasAbsentAfter(placeOf(address, credential), moment);
  }

  /** Another team found nothing at an address, or a resource of the run. */
  noteNothingOfOther(address: string, credential: CredentialUse): void {
    if (tenantOf(credential) !== "own") this.sightings.miss(placeOf(address, credential));
  }

  hasRemoved(address: string, credential?: CredentialUse): boolean {
    const last = this.#last.get(address);
    const isOfTenant = tenantOf(last?.request.credential) === tenantOf(credential);
    if (last?.proof !== "created" || !last.isRemoved || !isOfTenant || this.#shownAfter.has(address)) return false;
    return !isNumber(last.identity?.value) || this.#isStillAbsent(address, last);
  }

  /** A response shows a removed resource in its bin. */
  noteInBin(entry: Entry): void {
    this.#binned.set(entry, performance.now());
  }

  /** The bin does not have a removed resource any more. */
  noteOutOfBin(entry: Entry): void {
    this.#binned.delete(entry);
  }

  /** Whether a bin has just shown what the run created and removed at an address. A number may be given again later. */
  isInBin(address: string, credential?: CredentialUse): boolean {
    const last = this.#last.get(address);
    if (last?.proof !== "created" || !last.isRemoved || this.#shownAfter.get(address) === "others") return false;
    const isOfTenant = tenantOf(last.request.credential) === tenantOf(credential);
    return isOfTenant && performance.now() - (this.#binned.get(last) ?? Number.NEGATIVE_INFINITY) < RIGHT_AFTER;
  }

  /** A removed resource is back, or was never removed. Nothing but its own text shows that it is the same. */
  reopen(entry: Entry): void {
    this.noteOutOfBin(entry);
    if (entry.address !== undefined) this.#shownAfter.delete(entry.address);
    Object.assign(entry, {
      isRemoved: false,
      isRemovedWith: false,
      removedAt: undefined,
      proof: "open",
      isDoubtful: true,
    });
    this.#log?.reopened(entry);
  }

  wasRemoved(address: string): boolean {
    return this.#last.get(address)?.isRemoved === true;
  }

  /**
   * Somebody else may get a number that the run has removed, at once. It counts right after the target found nothing there.
   */
  #isStillAbsent(address: string, { resource, removedAt = 0 }: Entry): boolean {
    if (resource && this.#reusing.has(resource.key)) return false;
    return this.sightings.wasAbsentAfter(address, Math.max(removedAt, performance.now() - RIGHT_AFTER));
  }

  noteWhole(list: string): void {
    this.sightings.noteWhole(list);
  }

  /** Whether the target did not find a resource at an address, and none was created there since. */
  isAbsent(address: string, credential?: CredentialUse): boolean {
    const isOwn = tenantOf(credential) === "own";
    return isOwn && this.sightings.isAbsent(address) && this.at(address) === undefined;
  }

  hasIdentifier(value: string): boolean {
    return this.#entries.some(({ proof, identity }) => proof === "created" && isSameId(identity?.value, value));
  }

  leavesBehind(operation: Operation): boolean {
    const left = this.#entries.filter(({ request, identity, resource, isLost, isRemoved }) => {
      const isUnidentified = identity === undefined && resource?.remove !== undefined;
      return request.operation === operation && isUnidentified && !isLost && !isRemoved;
    });
    return left.length >= MAX_UNIDENTIFIED;
  }

  /** Whether the removal that follows is the first one of a kind of resource. It then counts as done. */
  takeFirstRemoval(resource: string): boolean {
    const isFirst = !this.#removing.has(resource);
    this.#removing.add(resource);
    return isFirst;
  }

  noteLasting(resource: string): void {
    this.#lasting.add(resource);
  }

  isLasting(resource: string): boolean {
    return this.#lasting.has(resource);
  }

  keepsCreated(operation: Operation): boolean {
    const own = this.#entries.filter(({ request, resource }) => request.operation === operation && resource?.remove);
    if (own.some(({ resource }) => resource && this.isLasting(resource.key))) return true;
    return own.filter(({ isLeft }) => isLeft).length >= MAX_UNREMOVED && own.every(({ isRemoved }) => !isRemoved);
  }

  /** Whether a value has a text that was generated in this run and that certainly nothing has. */
  isUnique(value: unknown): boolean {
    return hasUniqueText(this.#generator, value);
  }

  isNew(value: unknown): boolean {
    return hasNewText(this.#generator, value);
  }

  isAlone(address: string): boolean {
    return this.sightings.isAlone(address);
  }

  isForeign(address: string): boolean {
    return this.sightings.wasSeen(address) && this.at(address) === undefined;
  }

  keep(address: string): void {
    const entry = this.at(address);
    if (entry) entry.isKept = true;
  }

  /**
   * The resources that a test case created and that its end removes. Others wait for the end of the run. They are kept ones,
   * everything below them, and those that only the provision module can remove. The list will prove these together.
   */
  createdBy(testCase: object): Entry[] {
    const remaining = this.remaining();
    const kept = remaining.filter(({ isKept }) => isKept);
    const isOfRun = (entry: Entry) =>
      entry.isKept ||
      (entry.proof === "open" && !entry.resource?.remove) ||
      kept.some((above) => isBelow(entry, above));
    return remaining.filter((entry) => entry.by === testCase && !isOfRun(entry));
  }

  /** The resources that a test case created, and that exist no longer. */
  removedBy(testCase: object): Entry[] {
    return this.#entries.filter(({ by, isRemoved }) => by === testCase && isRemoved);
  }

  /** The resources that a response seems to show as created. */
  createdThrough(exchange: Exchange): readonly Entry[] {
    return this.#createdThrough.get(exchange) ?? [];
  }

  /** The resources that exist, and that were not reported. */
  remaining(): Entry[] {
    return this.#entries.filter(({ isRemoved, isLeft }) => !isRemoved && !isLeft);
  }

  /** The resources that were left because nothing showed that the run created them, and that an operation removes. */
  leftOpen(): Entry[] {
    return this.#entries.filter(({ isRemoved, isLeftOpen, resource }) => isLeftOpen && !isRemoved && resource?.remove);
  }

  /** The resources that the run owns, by the fields that identify them. */
  owned(): NamedResource[] {
    return this.#entries.flatMap(({ identity, proof, isRemoved, request: { operation } }) =>
      identity && proof === "created" && !isRemoved
        ? [{ collection: pathKey(operation.path), pointer: identity.identifier.pointer, value: identity.value }]
        : [],
    );
  }

  /** Marks a resource and all below it as removed. */
  remove(removed: Entry): void {
    for (const entry of this.#entries) {
      if (entry.isRemoved || !(entry === removed || isBelow(entry, removed))) continue;
      entry.isRemoved = true;
      entry.isRemovedWith = entry !== removed;
      entry.removedAt = performance.now();
      this.#log?.removed(entry);
    }
  }
}
