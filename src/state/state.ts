import { UserError } from "#cli/user-error.js";
import { mediaTypeOf } from "#http/media-type.js";
import type { RequestReading } from "#http/request/read-request.js";
import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerNames, valueAt } from "#openapi/document/pointer.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { momentOfCreation } from "#statements/moments.js";
import { sentLayer } from "#statements/resources/envelope.js";
import { hasMergedFields, isPartial } from "#statements/resources/partial-updates.js";
import { pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import { successContents } from "#statements/schema-fields.js";
import type { Sorting } from "#statements/sorting.js";
import { isSame } from "#values/rules/is-same.js";
import { createValues } from "#values/values.js";
import { afterAction } from "./after-action.js";
import { tagOf, unmetCondition } from "./conditions.js";
import { expander } from "./expanded.js";
import { type Families, type Family, familiesOf, type Role, type StatedDocument } from "./family.js";
import type { FaultName } from "./faults.js";
import { jsonPatch, mergePatch } from "./json-patch.js";
import { PAGE_PARAMETER, pageOf, type StatedList, statedList } from "./list-page.js";
import { ResourceMaker } from "./make-resource.js";
import { missing, type Outcome } from "./outcome.js";
import {
  collectionOperation,
  exampleResources,
  itemOperation,
  type SeedData,
  type SeededResource,
  seededResources,
} from "./seed.js";
import { type SentValue, sentValue } from "./sent-value.js";
import { type OnChange, Records, type Stored } from "./store.js";
import { documentsConflict, indexedValuesOf, isName, statedIdentifiers, takenField } from "./unique-fields.js";
import { placeIn, shownIn, type View, viewAt } from "./view.js";

/** How many resources a family has that no request can create. */
const GIVEN = 3;

/** A valid request. */
export interface StateRequest {
  operation: Operation;
  reading: Pick<RequestReading, "body" | "parameters">;
  /** Whose resources it is about. Tenants never see those of others. */
  tenant: string;
  /** The query of the request. */
  query: URLSearchParams;
}

/** The resources of one tenant. */
interface Tenant {
  name: string;
  records: Map<Family, Records>;
  /** Marks of steps that were done without a request, by their names. */
  marks: Records;
}

/** The mark of a tenant that has the seed data, and of one to whose resources none are added. */
const SEEDED = "seeded";
const COMPLETE = "complete";

/** A resource of a tenant before and after a request; undefined where it does not exist. */
export interface Change {
  tenant: string;
  /** The key of its family; empty for a mark of the tenant. */
  family: string;
  before: Stored | undefined;
  after: Stored | undefined;
}

/** The settings of a new state. */
export interface StateOptions {
  /** Seed data; `{}` for no resources (default: those of the examples of the document). */
  seed?: SeedData | "examples" | undefined;
  /** How many resources are generated in each collection, when it is first asked for (default: 0). */
  rows?: number | undefined;
  /** The faults that it has on purpose (default: none). */
  faults?: readonly FaultName[] | undefined;
  /** The name under which a tenant is kept (default: its own). */
  tenantId?: ((name: string) => string) | undefined;
}

/** The values of the path of a request. */
interface Place {
  role: Role;
  values: readonly string[];
  tenant: Tenant;
}

/**
 * Resources that live, for any document. What a request creates is shown, listed, changed and removed by later ones. The
 * statements of the document say which operations do so.
 */
export class State {
  readonly #stated: StatedDocument;
  readonly #families: Families;
  readonly #seed: readonly SeededResource[];
  readonly #rows: number;
  readonly #faults: ReadonlySet<FaultName>;
  readonly #maker: ResourceMaker;
  readonly #tenants = new Map<string, Tenant>();
  readonly #lists = new Map<Operation, StatedList>();
  readonly #tenantId: (name: string) => string;
  #changes: Change[] | undefined;
  #sequence = 0;
  #moment = 0;

  /** @throws UserError if the seed data cannot be used */
  constructor(
    stated: StatedDocument,
    { seed = "examples", rows = 0, faults = [], tenantId = (name) => name }: StateOptions = {},
  ) {
    this.#tenantId = tenantId;
    this.#rows = rows;
    this.#stated = stated;
    this.#families = familiesOf(stated);
    this.#faults = new Set(faults);
    this.#maker = new ResourceMaker(stated, createValues(stated.document), { now: () => this.#now() });
    const { all } = this.#families;
    this.#seed = seed === "examples" ? exampleResources(all) : seededResources(all, seed);
  }

  /** The families of resources that live. */
  get families(): readonly Family[] {
    return this.#families.all;
  }

  /** Whether the state has the response to a request of an operation. */
  covers(operation: Operation): boolean {
    return this.#families.roleOf(operation) !== undefined;
  }

  /** Does what a request asks for; undefined if nothing says what that is. */
  respond(request: StateRequest): Outcome | undefined {
    const { operation, reading } = request;
    const values = pathParameters(operation).map((parameter) => String(sentValue(reading, parameter) ?? ""));
    const tenant = this.#tenantOf(request.tenant);
    const outer = this.#missingAround(operation, values, tenant);
    const role = this.#families.roleOf(operation);
    if (outer || !role) return outer;
    const place = { role, values, tenant };
    switch (role.act) {
      case "action":
        return this.#act(place, request);
      case "create":
        return this.#create(place, request);
      case "list":
        return this.#list(place, request);
      case "retrieve":
        return this.#retrieve(place, request);
      case "replace":
      case "update":
        return this.#change(place, request, role.act === "replace");
      case "remove":
        return this.#remove(place, request);
    }
  }

  /** How the response of an operation shows a resource. @param at where it is in the body, if that is known */
  viewOf(operation: Operation, content: MediaType, at?: string): View {
    const role = this.#families.roleOf(operation);
    const place = role ? placeIn(this.#stated, role.family, content, at) : (at ?? "");
    return viewAt(this.#stated.document, content, place);
  }

  /** Does `work`, and says what it changed. A further call begins after the end of this one. */
  async recorded<Result>(work: () => Promise<Result>): Promise<{ result: Result; changes: readonly Change[] }> {
    const changes: Change[] = [];
    this.#changes = changes;
    try {
      return { result: await work(), changes };
    } catch (error) {
      this.undo(changes);
      throw error;
    } finally {
      this.#changes = undefined;
    }
  }

  /** Makes changes that another state has recorded, or a store has kept. Those of families that the document lacks are left out. */
  apply(changes: readonly Change[]): void {
    this.#changes = undefined;
    for (const { tenant, family, before, after } of changes) {
      const place = after ?? before;
      const records = this.#recordsNamed(tenant, family);
      if (!place || !records) continue;
      const present = records.get(place.scope, place.key);
      // Another sequence is another place in the collection.
      if (present && present.sequence !== after?.sequence) records.remove(present);
      if (after) records.set(after);
      this.#sequence = Math.max(this.#sequence, place.sequence, place.version);
    }
  }

  /** Takes changes back, the last one first. */
  undo(changes: readonly Change[]): void {
    this.apply(changes.toReversed().map((change) => ({ ...change, before: change.after, after: change.before })));
  }

  /** Forgets what requests did: each tenant has the seed data again. */
  reset(): void {
    for (const { records, marks } of this.#tenants.values()) {
      for (const kept of [...records.values(), marks]) {
        for (const stored of [...kept.values()].toReversed()) kept.remove(stored);
      }
    }
  }

  /** Forgets everything that a store has kept, to read it again. */
  clear(): void {
    this.#tenants.clear();
  }

  /** All resources, by tenant and path: seed data for `restore`. */
  snapshot(): Record<string, SeedData> {
    const present = [...this.#tenants.values()].filter(({ marks }) => marks.size > 0);
    return Object.fromEntries(present.map(({ name, records }) => [name, snapshotOf(records)]));
  }

  /**
   * Replaces all resources by those of a snapshot.
   *
   * @throws UserError if it has another form
   */
  restore(snapshot: unknown): void {
    if (!isObject(snapshot)) throw new UserError("The snapshot is not an object of seed data by tenant.");
    const all = Object.entries(snapshot).map(([name, data]) => ({
      name,
      resources: seededResources(this.#families.all, data),
    }));
    this.reset();
    for (const { name, resources } of all) {
      const tenant = this.#tenantNamed(name);
      for (const mark of [SEEDED, COMPLETE]) addMark(tenant, mark);
      this.#addAll(tenant, resources);
    }
  }

  /**
   * Adds resources to those of a tenant.
   *
   * @throws UserError if the seed data cannot be used
   */
  add(tenant: string, data: unknown): void {
    this.#addAll(this.#tenantOf(tenant), seededResources(this.#families.all, data));
  }

  #addAll(tenant: Tenant, resources: readonly SeededResource[]): void {
    const byCreation = resources.toSorted((one, other) => creationOf(one.value) - creationOf(other.value));
    for (const { family, operation, collection, key, value } of byCreation) {
      const records = this.#recordsOf(tenant, family);
      const pointer = family.identifiers[0]?.pointer ?? "";
      const own = valueAt(value, pointer);
      // An example of a path is about the resource that the path names, also if its body has another identifier.
      const isNamed =
        key === undefined || family.identifiers.some((other) => String(valueAt(value, other.pointer)) === key);
      const named = isName(own) && isNamed ? own : key;
      const scope = collection.slice(0, family.position);
      if (named !== undefined && records.get(scope, String(named))) continue;
      // Several examples of a list have the same items.
      const isUnnamed = !family.resource && family.list !== undefined;
      if (isUnnamed && records.in(collection).some((present) => includesAll(present.value, value))) continue;
      this.#add(records, { family, operation, collection }, this.#maker.completed(family, value), named);
    }
  }

  #now(): number {
    this.#moment = Math.max(Date.now(), this.#moment + 1);
    return this.#moment;
  }

  #has(fault: FaultName): boolean {
    return this.#faults.has(fault);
  }

  #tenantOf(name: string): Tenant {
    const tenant = this.#tenantNamed(this.#has("shared-data") ? "" : this.#tenantId(name));
    if (!hasMark(tenant, SEEDED)) {
      addMark(tenant, SEEDED);
      this.#addAll(tenant, this.#seed);
    }
    return tenant;
  }

  #tenantNamed(name: string): Tenant {
    const present = this.#tenants.get(name);
    if (present) return present;
    const marks = new Records(() => [], this.#recorder(name, ""));
    const tenant = { name, records: new Map(), marks };
    this.#tenants.set(name, tenant);
    return tenant;
  }

  #recordsOf({ name, records }: Tenant, family: Family): Records {
    const present = records.get(family);
    if (present) return present;
    const made = new Records(indexedValuesOf(this.#stated.document, family), this.#recorder(name, family.key));
    records.set(family, made);
    return made;
  }

  /** The resources of a family by its key, or the marks of the tenant. Undefined if the document has no such family. */
  #recordsNamed(name: string, key: string): Records | undefined {
    const tenant = this.#tenantNamed(name);
    if (key === "") return tenant.marks;
    const family = this.families.find((candidate) => candidate.key === key);
    return family && this.#recordsOf(tenant, family);
  }

  #recorder(tenant: string, family: string): OnChange {
    return (before, after) => this.#changes?.push({ tenant, family, before, after });
  }

  /** The resources of a family, with those that it has without a request. */
  #recordsAt({ role: { family, act }, values, tenant }: Place): Records {
    const records = this.#recordsOf(tenant, family);
    this.#giveTo(tenant, family, records, values, act === "create" || act === "list");
    return records;
  }

  /** Makes the resources that no request can create, when they are first asked for. */
  #giveTo(tenant: Tenant, family: Family, records: Records, values: readonly string[], isOfCollection = false): void {
    const { isGiven, resource, identifiers } = family;
    const isListed = resource ? identifiers.length > 0 : family.list !== undefined;
    const isMany = resource !== undefined || isListed;
    const count = isMany ? Math.max(isGiven ? GIVEN : 0, isListed ? this.#rows : 0) : Number(isGiven);
    if (count === 0 || hasMark(tenant, COMPLETE)) return;
    const from = collectionOperation(family) ?? family.retrieve;
    const length = from && from !== family.retrieve ? pathParameters(from).length : family.position;
    // The path of one resource does not say in which collections it is.
    if (values.length < length || (length !== family.position && !isOfCollection)) return;
    const collection = values.slice(0, length);
    const mark = JSON.stringify([family.key, collection]);
    if (hasMark(tenant, mark)) return;
    addMark(tenant, mark);
    if (records.in(collection).length > 0) return;
    for (let made = 0; made < count; made += 1) {
      this.#add(records, { family, operation: from, collection }, this.#maker.created(family, undefined), undefined);
    }
  }

  /** The rejection of a request below a resource that does not exist. */
  #missingAround(operation: Operation, values: readonly string[], tenant: Tenant): Outcome | undefined {
    for (const outer of this.#families.around(operation)) {
      const records = this.#recordsOf(tenant, outer);
      this.#giveTo(tenant, outer, records, values);
      if (!found(records, outer, values)) return missing(`The resource of ${outer.key}`);
    }
    return undefined;
  }

  #create(place: Place, { operation, reading }: StateRequest): Outcome | undefined {
    const { role, values } = place;
    const { family } = role;
    const sent = this.#sent(family, reading);
    const records = this.#recordsAt(place);
    const pointer = family.identifiers[0]?.pointer ?? "";
    const named = sent && valueAt(sent, pointer);
    const received = sent ? this.#maker.received(family, sent) : {};
    const isNamed =
      isName(named) && valueAt(received, pointer) !== undefined && this.#maker.admitsKey(family, pointer, named);
    const scope = values.slice(0, family.position);
    const taken = isNamed && records.get(scope, String(named)) ? pointer : takenField(records, scope, received);
    if (taken !== undefined && !(this.#has("duplicate-accepted") && taken !== pointer)) {
      return { kind: "refused", statuses: [409, 422, 400], reason: `Another resource has this value at ${taken}.` };
    }
    const isTaken = !family.resource && records.get(scope, "") !== undefined;
    if (isTaken && documentsConflict(operation)) {
      return { kind: "refused", statuses: [409], reason: "The resource exists." };
    }
    const made = this.#maker.created(
      family,
      this.#has("lost-field") ? this.#withoutField(family, received) : (sent ?? {}),
    );
    const stored = this.#add(records, { family, operation, collection: values }, made, isNamed ? named : undefined);
    return stored && this.#shown(family, stored, true);
  }

  /** Adds a resource. @param key that the client chose; undefined for a new one */
  #add(
    records: Records,
    {
      family,
      operation,
      collection,
    }: { family: Family; operation: Operation | undefined; collection: readonly string[] },
    made: JsonObject,
    key: Json | undefined,
  ): Stored | undefined {
    const scope = collection.slice(0, family.position);
    const isFree = (candidate: string) => records.get(scope, candidate) === undefined;
    const next = this.#sequence + 1;
    const unnamed = family.list ? next : "";
    const chosen = family.resource ? (key ?? this.#maker.newKey(family, made, next, isFree)) : unnamed;
    if (chosen === undefined) return undefined;
    const value = this.#maker.identified(family, operation, made, { key: chosen, around: collection });
    this.#sequence = next;
    const stored = { key: String(chosen), scope, collection, sequence: next, version: next, value };
    records.set(stored);
    return stored;
  }

  #list(place: Place, { operation, reading, query }: StateRequest): Outcome {
    const { role, values } = place;
    const { family } = role;
    const list = this.#asBroken(this.#listOf(family, operation));
    const records = this.#recordsAt(place);
    const scope = values.slice(0, family.position);
    const { create } = family;
    const isOwn = !create || pathParameters(create).length === values.length;
    const wrong = { overlap: Number(this.#has("item-twice")), excess: Number(this.#has("ignored-limit")) };
    const whole = isOwn ? records.in(values) : [...records.values()].filter((stored) => isBelow(stored, values));
    const all = this.#has("not-listed") ? whole.slice(0, -1) : whole;
    const sent: SentValue = (parameter) => sentValue(reading, parameter);
    const address = list.paging.next?.parameter ? undefined : (query.get(PAGE_PARAMETER) ?? undefined);
    const expand = this.#expander(place, { operation, reading }, list.paging.items);
    const page = pageOf(list, { all, named: (key) => records.get(scope, key) }, sent, address, wrong);
    const expanded = page?.stored.map((stored) => ({ ...stored, value: expand(stored.value) }));
    return page && expanded
      ? { kind: "page", list, page: { ...page, stored: expanded } }
      : { kind: "refused", statuses: [400, 422, 404], reason: "No page of this list has such a cursor." };
  }

  /** The sent fields without one, which responses show and need not have. */
  #withoutField(family: Family, sent: JsonObject): JsonObject {
    const fields = this.#maker.viewsOf(family).flatMap((view) => view.fields);
    const isLost = (name: string) => fields.some((field) => field.name === name) && !isRequired(name);
    const isRequired = (name: string) => fields.some((field) => field.name === name && field.isRequired);
    const names = Object.keys(sent);
    const lost = names.find(isLost) ?? names[0];
    return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== lost));
  }

  /** A list as a state with faults reads it. */
  #asBroken(list: StatedList): StatedList {
    if (this.#has("wrong-filter")) return { ...list, filters: [], ranges: [] };
    if (!this.#has("wrong-order")) return list;
    const sortings = list.sortings.map((sorting): Sorting => {
      return { ...sorting, direction: sorting.direction === "descending" ? "ascending" : "descending" };
    });
    return { ...list, sortings, order: list.order === "newest" ? "oldest" : "newest" };
  }

  #listOf(family: Family, operation: Operation): StatedList {
    const known = this.#lists.get(operation);
    if (known) return known;
    if (!family.list) throw new Error(`${family.key} has no list.`);
    const list = statedList(this.#stated.document, family.list);
    this.#lists.set(operation, list);
    return list;
  }

  #retrieve(place: Place, request: StateRequest): Outcome {
    const { family } = place.role;
    const stored = found(this.#recordsAt(place), family, place.values);
    if (!stored) return missing("The resource");
    const unmet = unmetCondition(request, stored);
    const expand = this.#expander(place, request);
    return unmet ?? this.#shown(family, { ...stored, value: expand(stored.value) }, false);
  }

  /** Shows fields as the resources that they name, where a request asks for it. */
  #expander(
    { tenant, values }: Place,
    { operation, reading }: Pick<StateRequest, "operation" | "reading">,
    items = "",
  ): (value: JsonObject) => JsonObject {
    const sent: SentValue = (parameter) => sentValue(reading, parameter);
    return expander(this.#stated.document, { operation, items }, sent, this.families, (family, key) => {
      const stored = this.#recordsOf(tenant, family).get(values.slice(0, family.position), key);
      const [view] = this.#maker.viewsOf(family);
      return stored && view && shownIn(view, stored.value, undefined);
    });
  }

  #change(place: Place, request: StateRequest, isReplaced: boolean): Outcome | undefined {
    const { role, values } = place;
    const { family } = role;
    const { reading, operation } = request;
    const records = this.#recordsAt(place);
    const stored = found(records, family, values);
    const unmet = unmetCondition(request, stored);
    if (unmet) return unmet;
    const sent = this.#sent(family, reading);
    if (!stored) {
      const isUpsert = isReplaced && family.create === undefined;
      if (!isUpsert) return missing("The resource");
      const made = this.#maker.created(family, sent ?? {});
      const collection = values.slice(0, family.position);
      const added = this.#add(records, { family, operation, collection }, made, values[family.position] ?? "");
      return added && this.#shown(family, added, true);
    }
    const changed = this.#changed(family, stored.value, request, isReplaced);
    if (changed === undefined) {
      return { kind: "refused", statuses: [422, 409, 400], reason: "The resource does not admit this change." };
    }
    const taken = takenField(records, stored.scope, changed, stored);
    if (taken !== undefined) {
      return { kind: "refused", statuses: [409, 422, 400], reason: `Another resource has this value at ${taken}.` };
    }
    this.#sequence += 1;
    // The identifier of a resource never changes.
    const value = this.#maker.identified(family, undefined, changed, { key: stored.key, around: [] });
    const next = { ...stored, version: this.#has("stale-tag") ? stored.version : this.#sequence, value };
    if (!this.#has("ignored-update")) records.set(next);
    return this.#shown(family, next, false);
  }

  /** The fields of a resource after a change; undefined if a patch cannot be applied. */
  #changed(
    family: Family,
    before: JsonObject,
    { operation, reading: { body } }: StateRequest,
    isReplaced: boolean,
  ): JsonObject | undefined {
    const sent = this.#sent(family, { body });
    const type = mediaTypeOf(body?.type ?? "");
    const maker = this.#maker;
    if (type === "application/json-patch+json") {
      const patch = body && "value" in body ? body.value : null;
      const patched = jsonPatch(before, patch);
      return isObject(patched) ? maker.touched(patched) : undefined;
    }
    if (isReplaced && !isPartial(operation)) return maker.replaced(family, before, sent ?? {});
    const received = maker.received(family, sent ?? {}, before);
    if (type === "application/merge-patch+json") {
      const merged = mergePatch(before, received);
      return isObject(merged) ? maker.touched(merged) : undefined;
    }
    const merged = Object.entries(received).flatMap(([name, value]): [string, Json][] =>
      hasMergedFields(operation, name) ? [[name, mergePatch(before[name], value)]] : [],
    );
    return maker.touched({ ...before, ...received, ...Object.fromEntries(merged) });
  }

  /**
   * Does what the name of an action says. Undefined if no field shows it, and the response does not show the resource.
   */
  #act(place: Place, request: StateRequest): Outcome | undefined {
    const { role, values } = place;
    const { family } = role;
    const { operation } = request;
    const records = this.#recordsAt(place);
    const stored = found(records, family, values);
    if (!stored || !family.resource) return missing("The resource");
    const unmet = unmetCondition(request, stored);
    if (unmet) return unmet;
    const sent = this.#sent(family, request.reading) ?? {};
    const acted = afterAction(this.#stated.document, family.resource, operation, stored.value, sent, this.#now());
    const isShown = successContents(operation).some((content) => this.#showsKey(family, operation, content));
    const isSilent = operation.responses.some((response) => isSuccessKey(response) && response.content.length === 0);
    if (!isShown && !(acted && isSilent)) return undefined;
    if (!acted) return this.#shown(family, stored, false);
    this.#sequence += 1;
    const next = { ...stored, version: this.#sequence, value: this.#maker.touched(acted) };
    records.set(next);
    return this.#shown(family, next, false);
  }

  /** Whether a response shows the resource, by the field that identifies it. */
  #showsKey(family: Family, operation: Operation, content: MediaType): boolean {
    const [first] = pointerNames(family.identifiers[0]?.pointer ?? "");
    return this.viewOf(operation, content).fields.some(({ name }) => name === first);
  }

  #remove(place: Place, request: StateRequest): Outcome {
    const { role, values, tenant } = place;
    const { family } = role;
    const records = this.#recordsAt(place);
    const stored = found(records, family, values);
    if (!stored) return missing("The resource");
    const unmet = unmetCondition(request, stored);
    if (unmet) return unmet;
    if (this.#has("kept-after-deletion")) return { kind: "removed", stored };
    records.remove(stored);
    if (this.#has("kept-below-deleted")) return { kind: "removed", stored };
    const path = [...stored.scope, ...(family.resource ? [stored.key] : [])];
    for (const [inner, below] of tenant.records) {
      const from = inner.create ?? inner.list?.operation ?? inner.retrieve;
      if (inner === family || !from || !pathKey(from.path).startsWith(`${family.key}/`)) continue;
      for (const other of [...below.values()].filter((candidate) => isBelow(candidate, path))) below.remove(other);
    }
    return { kind: "removed", stored };
  }

  /** The resource that a body describes. */
  #sent(family: Family, { body }: Pick<RequestReading, "body">): JsonObject | undefined {
    if (!body || !("value" in body)) return undefined;
    return sentLayer(body.value, this.#maker.shape(family))?.object;
  }

  #shown(family: Family, stored: Stored, isNew: boolean): Outcome {
    const { retrieve, remove, replace, update } = family;
    const { path } = retrieve ?? replace ?? update ?? remove ?? {};
    const values = [...stored.scope, ...(family.resource ? [stored.key] : [])];
    const own = path === undefined ? undefined : filledPath(path, values);
    return { kind: "resource", stored, isNew, tag: tagOf(stored), path: own };
  }
}

/** Whether a value has all members of another one. */
function includesAll(value: JsonObject, members: JsonObject): boolean {
  return Object.entries(members).every(([name, member]) => isSame(value[name], member));
}

function hasMark({ marks }: Tenant, name: string): boolean {
  return marks.get([], name) !== undefined;
}

function addMark({ marks }: Tenant, name: string): void {
  marks.set({ key: name, scope: [], collection: [], sequence: marks.size + 1, version: 0, value: {} });
}

/** The resources of a tenant by their paths. */
function snapshotOf(records: ReadonlyMap<Family, Records>): SeedData {
  const data: Record<string, JsonObject | JsonObject[]> = {};
  for (const [family, own] of records) {
    for (const stored of own.values()) {
      const collection = stored.collection;
      const operation = collectionOperation(family);
      const isListed =
        operation &&
        (family.identifiers.length > 0 || !family.resource) &&
        pathParameters(operation).length === collection.length;
      const path = isListed
        ? filledPath(operation.path, collection)
        : filledPath(itemOperation(family)?.path ?? family.key, [...stored.scope, stored.key]);
      const list = data[path];
      if (!isListed) data[path] = stored.value;
      else if (Array.isArray(list)) list.push(stored.value);
      else data[path] = [stored.value];
    }
  }
  return data;
}

/** A path with values in place of its parameters. */
function filledPath(path: string, values: readonly string[]): string {
  let index = 0;
  return path.replace(/\{[^{}]*\}/g, () => encodeURIComponent(values[index++] ?? ""));
}

/** The moment of the creation of a resource that has one, in milliseconds since 1970; 0 for others. */
function creationOf(value: JsonObject): number {
  const name = momentOfCreation(Object.keys(value));
  const moment = name === undefined ? Number.NaN : Date.parse(String(value[name]));
  return Number.isNaN(moment) ? 0 : moment;
}

/** The resource of a path: by its key, or by another field that the document says identifies it. */
function found(records: Records, family: Family, values: readonly string[]): Stored | undefined {
  const scope = values.slice(0, family.position);
  if (!family.resource) return records.get(scope, "");
  const key = values[family.position] ?? "";
  const others = statedIdentifiers(family);
  const stored = records.get(scope, key);
  if (stored) return stored;
  return others.map((pointer) => records.having(scope, pointer, key)).find((other) => other !== undefined);
}

/** Whether a resource is below some values of a path. */
function isBelow({ collection, scope, key }: Stored, values: readonly string[]): boolean {
  const isWithin = (path: readonly string[]) => values.every((value, index) => path[index] === value);
  return isWithin(collection) || isWithin([...scope, key]);
}
