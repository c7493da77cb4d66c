import type { JsonObject } from "#openapi/document/document.js";

/** A resource as the engine keeps it. It is replaced as a whole, so what was made of it stays right. */
export interface Stored {
  /** The identifier in the path; empty for a single resource. */
  readonly key: string;
  /** The values of the path before the identifier. */
  readonly scope: readonly string[];
  /** The values of the path of its collection, which may be below more resources. */
  readonly collection: readonly string[];
  /** The order of creation. */
  readonly sequence: number;
  /** Changes with each change. */
  readonly version: number;
  /** All fields that any response shows, and those that clients sent. */
  readonly value: JsonObject;
}

/** Resources in an order. */
export interface Ordered {
  readonly length: number;
  at(index: number): Stored | undefined;
}

/** A field that finds a resource beside its key, or whose value no other resource may have. */
export type IndexedValues = (value: JsonObject) => readonly (readonly [field: string, value: string])[];

/** A resource before and after a change; undefined where it does not exist. */
export type OnChange = (before: Stored | undefined, after: Stored | undefined) => void;

/** The resources of one family, in memory. Reading and changing one takes the same time however many there are. */
export class Records {
  readonly #byKey = new Map<string, Stored>();
  readonly #byValue = new Map<string, Stored>();
  readonly #collections = new Map<string, Stored[]>();
  /** The resources of the collections below a path, without those of the path itself. */
  readonly #inner = new Map<string, Stored[]>();
  /** The indexed values of a resource. */
  readonly indexed: IndexedValues;
  readonly #onChange: OnChange;
  #version = 0;

  constructor(indexed: IndexedValues, onChange: OnChange) {
    this.indexed = indexed;
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** A number that grows with each change. */
  get version(): number {
    return this.#version;
  }

  values(): Iterable<Stored> {
    return this.#byKey.values();
  }

  get(scope: readonly string[], key: string): Stored | undefined {
    return this.#byKey.get(placeOf(scope, key));
  }

  /** The resource that has a value in an indexed field. */
  having(scope: readonly string[], field: string, value: string): Stored | undefined {
    return this.#byValue.get(placeOf(scope, field, value));
  }

  /** The resources of a collection in the order of their creation. */
  in(collection: readonly string[]): readonly Stored[] {
    return this.#collections.get(placeOf(collection)) ?? [];
  }

  /** The resources of a collection, and of those below it, in the order of their creation. */
  below(path: readonly string[]): readonly Stored[] {
    const [own, inner] = [this.in(path), this.#inner.get(placeOf(path)) ?? []];
    if (own.length === 0 || inner.length === 0) return own.length === 0 ? inner : own;
    return [...own, ...inner].toSorted((one, other) => one.sequence - other.sequence);
  }

  /** Adds a resource, or puts it in the place of the one with its key. */
  set(stored: Stored): void {
    const place = placeOf(stored.scope, stored.key);
    const before = this.#byKey.get(place);
    if (before) this.#forgetValues(before);
    this.#byKey.set(place, stored);
    for (const [field, value] of this.indexed(stored.value)) {
      this.#byValue.set(placeOf(stored.scope, field, value), stored);
    }
    // A resource that comes back has its place again.
    for (const [lists, at] of this.#listsOf(stored)) {
      const list = lists.get(at);
      if (list) list.splice(indexOf(list, before?.sequence ?? stored.sequence), before ? 1 : 0, stored);
      else lists.set(at, [stored]);
    }
    this.#changed(before, stored);
  }

  remove(stored: Stored): void {
    this.#forgetValues(stored);
    this.#byKey.delete(placeOf(stored.scope, stored.key));
    for (const [lists, at] of this.#listsOf(stored)) {
      const list = lists.get(at) ?? [];
      list.splice(indexOf(list, stored.sequence), 1);
      if (list.length === 0) lists.delete(at);
    }
    this.#changed(stored, undefined);
  }

  /** The lists that have a resource, by their paths: that of its collection, and those of the paths above. */
  #listsOf({ collection }: Stored): (readonly [Map<string, Stored[]>, string])[] {
    const above = collection.map((_, length) => [this.#inner, placeOf(collection.slice(0, length))] as const);
    return [[this.#collections, placeOf(collection)], ...above];
  }

  #changed(before: Stored | undefined, after: Stored | undefined): void {
    this.#version += 1;
    this.#onChange(before, after);
  }

  #forgetValues({ scope, value: before }: Stored): void {
    for (const [field, value] of this.indexed(before)) this.#byValue.delete(placeOf(scope, field, value));
  }
}

/** The index of the first resource whose sequence is not lower. The list is in the order of sequences. */
export function indexOf(list: Ordered, sequence: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list.at(middle)?.sequence ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A text for values of a path, which no other values have. */
function placeOf(values: readonly string[], ...more: readonly string[]): string {
  return JSON.stringify([...values, ...more]);
}
