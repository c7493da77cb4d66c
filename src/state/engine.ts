import type { RequestReading } from "#http/request/read-request.js";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { withoutFiles } from "#statements/files.js";
import { momentOfCreation } from "#statements/moments.js";
import { sentLayer } from "#statements/resources/envelope.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { isSame } from "#values/rules/is-same.js";
import { createValues } from "#values/values.js";
import { pathAbove, shownBelow } from "./embedded.js";
import {
  type Above,
  type Around,
  type Counting,
  collectionOperation,
  type Families,
  type Family,
  type Role,
  type StatedDocument,
} from "./family.js";
import type { FaultName } from "./faults.js";
import { familiesOf } from "./find-families.js";
import { withReferences } from "./generated-references.js";
import { identified } from "./identified.js";
import { ResourceMaker } from "./make-resource.js";
import { outerValues } from "./outer-values.js";
import { withReferredValues } from "./referred-values.js";
import { newKey } from "./resource-keys.js";
import type { SeededResource } from "./seed.js";
import type { Records, Stored } from "./store.js";
import { addMark, hasMark, MARK, type Tenant, Tenants } from "./tenants.js";
import { isName, statedIdentifiers } from "./unique-fields.js";

/** How many resources a family has that no request can create. */
const GIVEN = 3;

/** Attempts at values that no other resource has. */
const TRIES = 20;

/** The age of the first resource that no request made, in milliseconds. */
const OLDEST = 60 * 24 * 60 * 60 * 1000;

/** The share by which the age of the next one is less. Shares of an age, unlike hours, never reach the present. */
const YOUNGER = 0.05;

/** A valid request. */
export interface StateRequest {
  operation: Operation;
  reading: Pick<RequestReading, "body" | "parameters">;
  /** Whose resources it is about. Tenants never see those of others. */
  tenant: string;
  /** The query of the request. */
  query: URLSearchParams;
  /** Its body as it was sent; undefined without one. */
  content?: { type: string; bytes: Uint8Array } | undefined;
  /** Its header `Range`. */
  range?: string | undefined;
}

/** The body of a request. */
interface Sent {
  operation: Operation;
  reading: Pick<RequestReading, "body">;
}

/** The values of the path of a request. */
export interface Place {
  role: Role;
  values: readonly string[];
  tenant: Tenant;
}

/** Where a resource is added. */
export interface Collection {
  family: Family;
  operation: Operation | undefined;
  /** The values of its path. */
  collection: readonly string[];
}

/** The settings of an engine. */
export interface EngineOptions {
  /** How many resources are generated in each collection, when it is first asked for. */
  rows: number;
  /** The faults that it has on purpose. */
  faults: readonly FaultName[];
}

/** The common parts of all acts: the families, their resources by tenant, and the maker of new ones. */
export class Engine {
  readonly stated: StatedDocument;
  readonly families: Families;
  readonly tenants: Tenants;
  readonly maker: ResourceMaker;
  readonly #rows: number;
  readonly #faults: ReadonlySet<FaultName>;
  #moment = 0;
  /** The moment of the latest resource that no request made. */
  #given = Date.now() - OLDEST;

  constructor(stated: StatedDocument, { rows, faults }: EngineOptions) {
    this.stated = stated;
    this.families = familiesOf(stated);
    this.tenants = new Tenants(stated.document, this.families.all);
    this.maker = new ResourceMaker(stated, createValues(stated.document), {
      now: () => this.now(),
      embeddedIn: (family) => this.families.embeddedIn(family),
    });
    this.#rows = rows;
    this.#faults = new Set(faults);
  }

  /** Milliseconds since 1970, which only grow. */
  now(): number {
    this.#moment = Math.max(Date.now(), this.#moment + 1);
    return this.#moment;
  }

  /**
   * The moment of a further resource that no request made, in milliseconds since 1970. They were made one after the other in
   * the last weeks. A page with all of them in one second would not show its order.
   */
  #past(): number {
    const age = Date.now() - this.#given;
    this.#given = Math.min(Date.now(), this.#given + Math.max(1, Math.floor(age * YOUNGER)));
    return this.#given;
  }

  has(fault: FaultName): boolean {
    return this.#faults.has(fault);
  }

  /** The resources of a family, with those that it has without a request. */
  recordsAt({ role: { family, act, list }, values, tenant }: Place): Records {
    this.giveTo(tenant, family, values, act === "create" || act === "list", list?.operation);
    return this.tenants.recordsOf(tenant, family);
  }

  /**
   * Whether a resource is below those that a further path of its family names.
   *
   * @param values those of that path
   * @param own those of the path of the family
   */
  isBelow(
    tenant: Tenant,
    { family, outer = 0 }: Around | Role,
    values: readonly string[],
    own: readonly string[],
  ): boolean {
    const { collection = [] } = found(this.tenants.recordsOf(tenant, family), family, own) ?? {};
    return values.slice(0, family.position + outer).every((value, index) => collection[index] === value);
  }

  /** The resource that a body describes, as responses show it. The files of a form are not part of it. */
  sent(family: Family, { operation, reading: { body } }: Sent): JsonObject | undefined {
    if (!body || !("value" in body)) return undefined;
    const value = this.maker.named(family, withoutFiles(operation, body.type, body.value));
    const sent = sentLayer(value, this.maker.shape(family))?.object;
    return sent && this.maker.asShown(family, sent);
  }

  /**
   * Adds a resource.
   *
   * @param key that the client chose; undefined for a new one
   * @param sent the fields that the client sent (default: none)
   */
  add(
    tenant: Tenant,
    { family, operation, collection }: Collection,
    made: JsonObject,
    key: Json | undefined,
    sent: JsonObject = {},
  ): Stored | undefined {
    const records = this.tenants.recordsOf(tenant, family);
    const around = outerValues(this, tenant, family, collection, sent);
    const scope = around.slice(0, family.position);
    const isFree = (candidate: string) => records.get(scope, candidate) === undefined;
    const next = this.tenants.sequence + 1;
    const unnamed = family.list ? next : "";
    const chosen = family.resource ? (key ?? newKey(this, family, made, next, isFree)) : unnamed;
    if (chosen === undefined) return undefined;
    const identity = identified(this, family, operation, made, { key: chosen, around, sent });
    const value = withReferredValues(this, tenant, family, identity, { sent, references: Object.keys(identity) });
    const sequence = this.tenants.next();
    const stored = { key: String(chosen), scope, collection: around, sequence, version: sequence, value };
    records.set(stored);
    return stored;
  }

  /** Keeps a changed resource, or removes it. The resource around may show it. */
  keep(tenant: Tenant, family: Family, before: Stored, after: Stored | undefined): void {
    const records = this.tenants.recordsOf(tenant, family);
    if (after) records.set(after);
    else records.remove(before);
    this.showAbove(tenant, family, before, after);
  }

  /**
   * Shows a resource in the one above it, where the document says so. It is an item of a list there, or counted.
   *
   * @param before undefined if it was made
   * @param after undefined if it was removed
   */
  showAbove(tenant: Tenant, family: Family, before: Stored | undefined, after: Stored | undefined): void {
    const embedding = this.families.embeddingOf(family);
    const counting = this.families.countingOf(family);
    const isSame = (place: Above) =>
      before && after && String(pathAbove(place, before)) === String(pathAbove(place, after));
    if (embedding) {
      const show = (stored: Stored, value: JsonObject | undefined) =>
        this.#changeAbove(tenant, embedding, stored, (shown) =>
          shownBelow(embedding, shown, { key: stored.key, value }),
        );
      if (before && !isSame(embedding)) show(before, undefined);
      if (after) show(after, after.value);
    }
    if (!counting || isSame(counting)) return;
    const count = (step: number) => (shown: Json | undefined) =>
      typeof shown === "number" ? Math.max(0, shown + step) : shown;
    if (before) this.#changeAbove(tenant, counting, before, count(-1));
    if (after) this.#changeAbove(tenant, counting, after, count(1));
  }

  #changeAbove(
    tenant: Tenant,
    place: Counting,
    stored: Stored,
    change: (shown: Json | undefined) => Json | undefined,
  ): void {
    const { family } = place.around;
    const path = pathAbove(place, stored);
    const above = path && found(this.tenants.recordsOf(tenant, family), family, path);
    const shown = above?.value[place.field];
    const next = above && change(shown);
    if (!above || next === undefined || next === shown) return;
    const value = { ...above.value, [place.field]: next };
    this.keep(tenant, family, above, { ...above, version: this.tenants.next(), value });
  }

  /** The resource before another one in its collection: some faults on purpose are about it. */
  before(tenant: Tenant, family: Family, stored: Stored): Stored | undefined {
    const all = this.tenants.recordsOf(tenant, family).in(stored.collection);
    return all[all.indexOf(stored) - 1];
  }

  /** Adds the resources of seed data, the oldest first. */
  addAll(tenant: Tenant, resources: readonly SeededResource[]): void {
    const byCreation = resources.toSorted((one, other) => creationOf(one) - creationOf(other));
    for (const { family, operation, collection, key, value: given } of byCreation) {
      const records = this.tenants.recordsOf(tenant, family);
      const pointer = family.identifiers[0]?.pointer ?? "";
      const value = given ?? {};
      const own = valueAt(value, pointer);
      // An example of a path is about the resource that the path names, also if its body has another identifier.
      const isNamed =
        key === undefined || family.identifiers.some((other) => String(valueAt(value, other.pointer)) === key);
      const named = isName(own) && isNamed ? own : key;
      const scope = outerValues(this, tenant, family, collection, value).slice(0, family.position);
      if (named !== undefined && found(records, family, [...scope, String(named)])) continue;
      // Several examples of a list have the same items.
      const isUnnamed = !family.resource && family.list !== undefined;
      if (isUnnamed && records.in(collection).some((present) => includesAll(present.value, value))) continue;
      const made = given ? this.maker.completed(family, given) : this.maker.created(family, undefined);
      this.add(tenant, { family, operation, collection }, made, named, value);
    }
  }

  /** Makes the resources that no request can create, when they are first asked for. */
  giveTo(
    tenant: Tenant,
    family: Family,
    values: readonly string[],
    isOfCollection = false,
    from = collectionOperation(family) ?? family.retrieve,
  ): void {
    const { isGiven, resource, identifiers } = family;
    const isListed = resource ? identifiers.length > 0 : family.list !== undefined;
    const isMany = resource !== undefined || isListed;
    const given = isGiven ? (isMany ? GIVEN : 1) : 0;
    const rows = isListed ? this.#rows : 0;
    if (Math.max(given, rows) === 0 || hasMark(tenant, MARK.complete)) return;
    const length = from && from !== family.retrieve ? pathParameters(from).length : family.position;
    // The path of one resource does not say in which collections it is.
    if (values.length < length || (length !== family.position && !isOfCollection)) return;
    const collection = values.slice(0, length);
    const mark = JSON.stringify([family.key, collection]);
    if (hasMark(tenant, mark)) return;
    addMark(tenant, mark);
    const present = this.tenants.recordsOf(tenant, family).in(collection).length;
    for (let made = present; made < Math.max(present === 0 ? given : 0, rows); made += 1) {
      const another = withReferences(this, tenant, family, this.#another(tenant, family, collection), made);
      this.add(tenant, { family, operation: from, collection }, another, undefined);
    }
  }

  /** Values of a further resource. Those without an identifier differ from the others of their collection, if they can. */
  #another(tenant: Tenant, family: Family, collection: readonly string[]): JsonObject {
    let made = this.maker.created(family, undefined, this.#past());
    if (family.resource) return made;
    const present = this.tenants.recordsOf(tenant, family).in(collection);
    for (let tries = 0; tries < TRIES && present.some(({ value }) => isSame(value, made)); tries += 1) {
      made = this.maker.created(family, undefined, this.#past());
    }
    return made;
  }
}

/** The resource of a path: by its key, or by another field that the document says identifies it. */
export function found(records: Records, family: Family, values: readonly string[]): Stored | undefined {
  const scope = values.slice(0, family.position);
  if (!family.resource) return records.get(scope, "");
  const key = values[family.position] ?? "";
  const stored = records.get(scope, key);
  if (stored) return stored;
  for (const pointer of statedIdentifiers(family)) {
    const other = records.having(scope, pointer, key);
    if (other) return other;
  }
  return undefined;
}

/** Whether a value has all members of another one. */
function includesAll(value: JsonObject, members: JsonObject): boolean {
  return Object.entries(members).every(([name, member]) => isSame(value[name], member));
}

/** The moment of the creation of a resource that has one, in milliseconds since 1970; 0 for others. */
function creationOf({ value }: SeededResource): number {
  // Those that a document only names come after those that it shows.
  if (!value) return Number.POSITIVE_INFINITY;
  const name = momentOfCreation(Object.keys(value));
  const moment = name === undefined ? Number.NaN : Date.parse(String(value[name]));
  return Number.isNaN(moment) ? 0 : moment;
}
