import type { JsonObject } from "#openapi/document/document.js";
import { type Api, type Kind, referenceField } from "./api.js";
import { idValue } from "./ids.js";

/** A record of the server. */
export interface StoredRecord {
  /** The name of its kind; the path of a resource that exists once. */
  kind: string;
  id: string;
  parent: string | undefined;
  /** Whether it existed before the run. */
  seeded: boolean;
  data: JsonObject;
}

/** The records of a server, in memory. */
export class Store {
  readonly #records = new Map<string, StoredRecord>();
  /** The seeded records as they were. */
  readonly #before = new Map<string, string>();
  /** The ids that were ever used, also those of records that are gone. */
  readonly #used = new Set<string>();
  readonly #created = new Map<string, number>();

  constructor({ kinds, singletons }: Api) {
    for (const path of singletons) {
      this.#seed({ kind: path, id: "", parent: undefined, seeded: true, data: { theme: "dark" } });
    }
    for (const kind of kinds) this.#seedKind(kind);
  }

  /** The record with this id. One that exists without being listed is listed from now on. */
  find(kind: Kind, parent: string | undefined, id: string): StoredRecord | undefined {
    const known = kind.ignoresParent
      ? this.all(kind, undefined).find((record) => record.id === id)
      : this.#records.get(keyOf(kind.name, parent, id));
    if (known) return known;
    if (!kind.ids.allTaken?.test(id)) return undefined;
    const above = kind.ignoresParent ? kind.parent?.ids.seeded[0] : parent;
    if (this.#used.has(usedKey(kind, above, id))) return undefined;
    if (kind.parent && !this.parentOf(kind, above)?.seeded) return undefined;
    return this.#seedItem(kind, above, id, 0);
  }

  /** The resource that exists once at this path. */
  single(path: string): StoredRecord | undefined {
    return this.#records.get(keyOf(path, undefined, ""));
  }

  /** The parent with this id of resources of a kind. */
  parentOf(kind: Kind, parent: string | undefined): StoredRecord | undefined {
    return kind.parent && parent !== undefined ? this.find(kind.parent, undefined, parent) : undefined;
  }

  /** The records of a kind, below one parent or all. */
  all(kind: Kind, parent: string | undefined): StoredRecord[] {
    const ofKind = [...this.#records.values()].filter((record) => record.kind === kind.name);
    return parent === undefined ? ofKind : ofKind.filter((record) => record.parent === parent);
  }

  /** Every record. */
  everything(): StoredRecord[] {
    return [...this.#records.values()];
  }

  /** Adds a record of the run, with a new id or the one that the client chose, and in place of the record that has it. */
  create(kind: Kind, parent: string | undefined, data: JsonObject, chosenId: string | undefined): StoredRecord {
    const overwritten = chosenId === undefined ? undefined : this.find(kind, parent, chosenId);
    if (overwritten) this.remove(overwritten);
    const id = chosenId ?? this.#freshId(kind, parent);
    const record = { kind: kind.name, id, parent, seeded: false, data };
    this.#used.add(usedKey(kind, parent, id));
    this.#records.set(keyOf(kind.name, parent, id), record);
    return record;
  }

  /** Removes a record, and what is below it. */
  remove({ kind, id, parent }: StoredRecord): void {
    this.#records.delete(keyOf(kind, parent, id));
    for (const [key, record] of this.#records) {
      if (record.parent === id && record.kind.startsWith(`${kind}/`)) this.#records.delete(key);
    }
  }

  /** What became of the seeded records: one line for each that is no longer as it was. */
  differences(): string[] {
    const lines: string[] = [];
    for (const [key, before] of this.#before) {
      const record = this.#records.get(key);
      if (!record?.seeded) lines.push(`${key} is gone`);
      else if (JSON.stringify(record.data) !== before) lines.push(`${key} was changed`);
    }
    for (const [key, { seeded, kind, parent }] of this.#records) {
      const above =
        parent === undefined ? undefined : this.#records.get(keyOf(kind.split("/")[0] ?? "", undefined, parent));
      if (!seeded && above?.seeded) lines.push(`${key} was added to existing data`);
    }
    return lines;
  }

  /** New ids of a kind that repeat below each parent begin with the ids that others have. */
  #freshId(kind: Kind, parent: string | undefined): string {
    const counter = kind.ignoresParent ? kind.name : keyOf(kind.name, parent, "");
    for (;;) {
      const n = this.#created.get(counter) ?? 0;
      this.#created.set(counter, n + 1);
      const repeated = kind.parent && !kind.ignoresParent ? kind.ids.seeded : [];
      const id = repeated[n] ?? kind.ids.fresh(n - repeated.length);
      const listed = this.all(kind, kind.ignoresParent ? undefined : parent).some((record) => record.id === id);
      if (!listed && !this.#used.has(usedKey(kind, parent, id))) return id;
    }
  }

  #seed(record: StoredRecord): StoredRecord {
    const key = keyOf(record.kind, record.parent, record.id);
    this.#records.set(key, record);
    this.#before.set(key, JSON.stringify(record.data));
    return record;
  }

  #seedItem(kind: Kind, parent: string | undefined, id: string, index: number): StoredRecord {
    this.#used.add(usedKey(kind, parent, id));
    return this.#seed({ kind: kind.name, id, parent, seeded: true, data: seededData(kind, index) });
  }

  #seedKind(kind: Kind): void {
    const parents = kind.parent?.ids.seeded ?? [undefined];
    kind.ids.seeded.forEach((id, index) => {
      const below = kind.ignoresParent ? [parents[index % parents.length]] : parents.slice(0, 2);
      for (const parent of below) {
        this.#seedItem(kind, parent, id, index);
      }
    });
  }
}

function keyOf(kind: string, parent: string | undefined, id: string): string {
  return [kind, ...(parent === undefined ? [] : [parent]), id].join("/");
}

/** The key of a record whose id is not given again. */
function usedKey({ name, ignoresParent }: Kind, parent: string | undefined, id: string): string {
  return keyOf(name, ignoresParent ? undefined : parent, id);
}

/** The fields of an existing resource. */
function seededData({ fields, refersTo }: Kind, index: number): JsonObject {
  const data = fields.map(({ name, samples }) => [name, samples[index % samples.length] ?? samples[0]] as const);
  const reference = refersTo ? { [referenceField(refersTo)]: idValue(refersTo.ids, refersTo.ids.seeded[0]) } : {};
  return { ...Object.fromEntries(data), ...reference };
}
