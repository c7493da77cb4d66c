import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Family } from "./family.js";
import { type OnChange, Records, type Stored } from "./store.js";
import { indexedValuesOf } from "./unique-fields.js";

/** The resources of one tenant. */
export interface Tenant {
  name: string;
  records: Map<Family, Records>;
  /** Marks of steps that were done without a request, by their names. */
  marks: Records;
}

/** A resource of a tenant before and after a request; undefined where it does not exist. */
export interface Change {
  tenant: string;
  /** The key of its family; empty for a mark of the tenant. */
  family: string;
  before: Stored | undefined;
  after: Stored | undefined;
}

/** The mark of a tenant that has the seed data, and of one to whose resources none are added. */
export const MARK = { seeded: "seeded", complete: "complete" } as const;

export function hasMark({ marks }: Tenant, name: string): boolean {
  return marks.get([], name) !== undefined;
}

export function addMark({ marks }: Tenant, name: string): void {
  marks.set({ key: name, scope: [], collection: [], sequence: marks.size + 1, version: 0, value: {} });
}

/** The resources of all tenants, and what requests change of them. */
export class Tenants {
  readonly #document: OpenApiDocument;
  readonly #families: ReadonlyMap<string, Family>;
  readonly #all = new Map<string, Tenant>();
  #changes: Change[] | undefined;
  #sequence = 0;

  constructor(document: OpenApiDocument, families: readonly Family[]) {
    this.#document = document;
    this.#families = new Map(families.map((family) => [family.key, family]));
  }

  /** The number of the last creation or change. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The number of the next creation or change. */
  next(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  values(): Iterable<Tenant> {
    return this.#all.values();
  }

  named(name: string): Tenant {
    const present = this.#all.get(name);
    if (present) return present;
    const marks = new Records(() => [], this.#recorder(name, ""));
    const tenant = { name, records: new Map(), marks };
    this.#all.set(name, tenant);
    return tenant;
  }

  /** The resources of a family. */
  recordsOf({ name, records }: Tenant, family: Family): Records {
    const present = records.get(family);
    if (present) return present;
    const made = new Records(indexedValuesOf(this.#document, family), this.#recorder(name, family.key));
    records.set(family, made);
    return made;
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

  /** Removes all resources and marks. */
  removeAll(): void {
    for (const { records, marks } of this.values()) {
      for (const kept of [...records.values(), marks]) {
        for (const stored of [...kept.values()].toReversed()) kept.remove(stored);
      }
    }
  }

  /** Forgets everything, without a change. */
  clear(): void {
    this.#all.clear();
  }

  /** The resources of a family by its key, or the marks of the tenant. Undefined if the document lacks the family. */
  #recordsNamed(name: string, key: string): Records | undefined {
    const tenant = this.named(name);
    if (key === "") return tenant.marks;
    const family = this.#families.get(key);
    return family && this.recordsOf(tenant, family);
  }

  #recorder(tenant: string, family: string): OnChange {
    return (before, after) => this.#changes?.push({ tenant, family, before, after });
  }
}
