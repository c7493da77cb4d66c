import { UserError } from "#cli/user-error.js";
import { isObject } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { act } from "./acts/action.js";
import { change } from "./acts/change.js";
import { create } from "./acts/create.js";
import { download, upload } from "./acts/files.js";
import { list } from "./acts/list.js";
import { missing, type Outcome } from "./acts/outcome.js";
import { remove } from "./acts/remove.js";
import { retrieve } from "./acts/retrieve.js";
import { sentValue } from "./acts/sent-value.js";
import { Engine, found, type Place, type StateRequest } from "./engine.js";
import { type Family, pathText, type Role, type StatedDocument } from "./family.js";
import type { FaultName } from "./faults.js";
import { exampleResources, type SeedData, type SeededResource, seededResources } from "./seed.js";
import { snapshotOf } from "./snapshot.js";
import { addMark, type Change, hasMark, MARK, type Tenant } from "./tenants.js";
import { isName } from "./unique-fields.js";
import { placeIn, type View, viewAt } from "./view.js";

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

/**
 * Resources that live, for any document. Later requests show, list, change and remove the created ones. The statements of the
 * document say which operations do so.
 */
export class State {
  readonly #engine: Engine;
  readonly #seed: readonly SeededResource[];
  readonly #tenantId: (name: string) => string;
  readonly #views = oncePer((_: Operation) => new Map<string, View>());

  /** @throws UserError if the seed data cannot be used */
  constructor(
    stated: StatedDocument,
    { seed = "examples", rows = 0, faults = [], tenantId = (name) => name }: StateOptions = {},
  ) {
    this.#engine = new Engine(stated, { rows, faults });
    this.#tenantId = tenantId;
    const { all } = this.#engine.families;
    this.#seed = seed === "examples" ? exampleResources(all, stated.operations) : seededResources(all, seed);
  }

  /** The families of resources that live. */
  get families(): readonly Family[] {
    return this.#engine.families.all;
  }

  /** Whether the path of an operation names resources that the document shows too little of: any identifier is right. */
  isOpen(operation: Operation): boolean {
    return this.#engine.families.isOpen(operation);
  }

  /** Does what a request asks for; undefined if nothing says what that is. */
  respond(request: StateRequest): Outcome | undefined {
    const { operation, reading } = request;
    const values = pathParameters(operation).map((parameter) => String(sentValue(reading, parameter) ?? ""));
    const tenant = this.#tenantOf(request.tenant);
    const outer = this.#missingAround(operation, values, tenant);
    const role = this.#engine.families.roleOf(operation);
    if (outer || !role) return outer;
    if (role.isByBody) return this.#respondByBody(role, values, tenant, request);
    const own = ownValues(role, values);
    if (own === undefined) return acted(this.#engine, { role, values, tenant }, request);
    const isHere = this.#engine.isBelow(tenant, role, values, own);
    return isHere ? acted(this.#engine, { role, values: own, tenant }, request) : missing("The resource");
  }

  /** Changes the resource that the body names. */
  #respondByBody(role: Role, values: readonly string[], tenant: Tenant, request: StateRequest): Outcome | undefined {
    const { family } = role;
    const key = valueAt(this.#engine.sent(family, request), family.identifiers[0]?.pointer ?? "");
    if (isName(key)) return acted(this.#engine, { role, values: [...values, String(key)], tenant }, request);
    return { kind: "refused", statuses: [400, 422, 404], reason: "The body does not name the resource." };
  }

  /** The operation that shows the resources of another one; undefined if the document has none. */
  readOf(operation: Operation): Operation | undefined {
    return this.#engine.families.roleOf(operation)?.family.retrieve;
  }

  /** How the response of an operation shows a resource. @param at where it is in the body, if that is known */
  viewOf(operation: Operation, content: MediaType, at?: string): View {
    const views = this.#views(operation);
    const key = `${content.schemaPointer} ${at ?? ""}`;
    const known = views.get(key);
    if (known) return known;
    const { families, stated } = this.#engine;
    const role = families.roleOf(operation);
    const view = viewAt(stated.document, content, role ? placeIn(stated, role.family, content, at) : (at ?? ""));
    views.set(key, view);
    return view;
  }

  /** Does `work`, and says what it changed. A further call begins after the end of this one. */
  recorded<Result>(work: () => Promise<Result>): Promise<{ result: Result; changes: readonly Change[] }> {
    return this.#engine.tenants.recorded(work);
  }

  /** Makes changes that another state has recorded, or a store has kept. Those of families that the document lacks are left out. */
  apply(changes: readonly Change[]): void {
    this.#engine.tenants.apply(changes);
  }

  /** Takes changes back, the last one first. */
  undo(changes: readonly Change[]): void {
    this.#engine.tenants.undo(changes);
  }

  /** Forgets what requests did: each tenant has the seed data again. */
  reset(): void {
    this.#engine.tenants.removeAll();
  }

  /** Forgets everything that a store has kept, to read it again. */
  clear(): void {
    this.#engine.tenants.clear();
  }

  /** All resources, by tenant and path: seed data for `restore`. */
  snapshot(): Record<string, SeedData> {
    const present = [...this.#engine.tenants.values()].filter(({ marks }) => marks.size > 0);
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
      resources: seededResources(this.families, data),
    }));
    this.reset();
    for (const { name, resources } of all) {
      const tenant = this.#engine.tenants.named(name);
      for (const mark of Object.values(MARK)) addMark(tenant, mark);
      this.#engine.addAll(tenant, resources);
    }
  }

  /**
   * Adds resources to those of a tenant.
   *
   * @throws UserError if the seed data cannot be used
   */
  add(tenant: string, data: unknown): void {
    this.#engine.addAll(this.#tenantOf(tenant), seededResources(this.families, data));
  }

  #tenantOf(name: string): Tenant {
    const tenant = this.#engine.tenants.named(this.#engine.has("shared-data") ? "" : this.#tenantId(name));
    if (!hasMark(tenant, MARK.seeded)) {
      addMark(tenant, MARK.seeded);
      this.#engine.addAll(tenant, this.#seed);
    }
    return tenant;
  }

  /** The rejection of a request below a resource that does not exist. */
  #missingAround(operation: Operation, values: readonly string[], tenant: Tenant): Outcome | undefined {
    for (const place of this.#engine.families.around(operation)) {
      const own = ownValues(place, values);
      this.#engine.giveTo(tenant, place.family, own ?? values);
      const isHere = own === undefined || this.#engine.isBelow(tenant, place, values, own);
      const records = this.#engine.tenants.recordsOf(tenant, place.family);
      if (!isHere || !found(records, place.family, own ?? values)) {
        return missing(`The resource of ${pathText(place.family)}`);
      }
    }
    return undefined;
  }
}

/** The values of the path of a family, by those of a further path; undefined for its own path. */
function ownValues(
  { family, outer = 0, act }: Pick<Role, "family" | "outer"> & { act?: Role["act"] },
  values: readonly string[],
): string[] | undefined {
  if (outer === 0 || act === "list" || act === "create") return undefined;
  return [...values.slice(0, family.position), ...values.slice(family.position + outer)];
}

/** Does the act of an operation. */
function acted(engine: Engine, place: Place, request: StateRequest): Outcome | undefined {
  const { act: name, family } = place.role;
  if (family.file && name !== "remove") {
    return name === "retrieve" ? download(engine, place, request) : upload(engine, place, request);
  }
  switch (name) {
    case "action":
      return act(engine, place, request);
    case "create":
      return create(engine, place, request);
    case "list":
      return list(engine, place, request);
    case "retrieve":
      return retrieve(engine, place, request);
    case "replace":
    case "update":
      return change(engine, place, request, name === "replace");
    case "remove":
      return remove(engine, place, request);
  }
}
