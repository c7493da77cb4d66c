import { asList, isObject, type Json, type JsonObject } from "../../document/document.js";
import { pointerTo, valueAt } from "../../document/pointer.js";
import type { ReferencePlace, Resources } from "./resources.js";

/** The places of dynamic anchors by their names. */
type Scope = ReadonlyMap<string, string>;

const NONE: ReadonlySet<string> = new Set();

/** The target of an object at a place, and the dynamic scope there. */
interface Link {
  place: string;
  target: string;
  scope: Scope;
}

/**
 * Replaces references by pointers into the file, also those that depend on the dynamic scope (JSON Schema Core, 8.2.3.2). A
 * schema may be completed by a `$dynamicAnchor` of another one. It is copied into the place that refers to it, with the
 * reference bound. So every reader sees plain references only.
 */
export class DynamicScopes {
  readonly #resources: Resources;
  readonly #content: JsonObject;
  /** The file as it was: what is copied has no changes. */
  readonly #pristine: JsonObject;
  readonly #references = new Map<string, readonly ReferencePlace[]>();
  /** The places of the references in the order of their texts: those within a place follow each other. */
  readonly #pointers: readonly string[];
  readonly #isDynamic: boolean;
  readonly #objects: ReadonlySet<string>;
  readonly #names = new Map<string, ReadonlySet<string>>();
  readonly #copies = new Map<string, string>();

  constructor(content: JsonObject, resources: Resources, references: readonly ReferencePlace[]) {
    this.#content = content;
    this.#pristine = structuredClone(content);
    this.#resources = resources;
    for (const reference of references) {
      const { pointer } = reference;
      this.#references.set(pointer, [...(this.#references.get(pointer) ?? []), reference]);
    }
    this.#pointers = [...this.#references.keys()].toSorted((one, other) => (one < other ? -1 : 1));
    this.#isDynamic = references.some(({ dynamic }) => dynamic !== undefined);
    this.#objects = new Set(resources.objects);
  }

  /** Replaces the references of the file, in place. */
  bindAll(): void {
    for (const pointer of this.#references.keys()) {
      const node = valueAt(this.#content, pointer);
      if (isObject(node)) this.#bind(node, pointer, pointer, new Map());
    }
  }

  /**
   * Replaces the references of an object.
   *
   * @param place where the object is now
   * @param written where it was written
   * @param scope the dynamic scope from which it is reached
   */
  #bind(node: JsonObject, place: string, written: string, scope: Scope): void {
    const here = merged(scope, this.#resources.scopeOf(written));
    for (const { keyword, target, dynamic } of this.#references.get(written) ?? []) {
      const bound = (dynamic === undefined ? undefined : here.get(dynamic)) ?? target;
      if (bound !== undefined) this.#link(node, keyword, { place, target: bound, scope: here });
      else if (keyword === "$dynamicRef") asPlain(node);
    }
  }

  #link(node: JsonObject, keyword: ReferencePlace["keyword"], { place, target, scope }: Link): void {
    const plain = this.#resources.scopeOf(target);
    const inner = merged(scope, plain);
    const names = [...this.#namesOf(target)].filter((name) => inner.get(name) !== plain.get(name));
    if (names.length === 0 && keyword === "$ref" && node.$ref === target) return;
    delete node[keyword];
    if (names.length === 0) {
      refer(node, target);
      return;
    }
    const key = JSON.stringify([target, ...names.toSorted().map((name) => [name, inner.get(name)])]);
    const earlier = this.#copies.get(key);
    if (earlier !== undefined) {
      refer(node, earlier);
      return;
    }
    const parts = asList(node.allOf);
    const copyPlace = pointerTo(place, "allOf", parts.length);
    this.#copies.set(key, copyPlace);
    node.allOf = [...parts, this.#copy(valueAt(this.#pristine, target) ?? {}, copyPlace, target, inner)];
  }

  #copy(value: Json, place: string, written: string, scope: Scope): Json {
    if (Array.isArray(value)) {
      return value.map((item, index) => this.#copy(item, pointerTo(place, index), pointerTo(written, index), scope));
    }
    if (!isObject(value)) return value;
    const isSchema = this.#objects.has(written);
    const copy: JsonObject = {};
    for (const [name, member] of Object.entries(value)) {
      // All references lead to the definitions at their written places.
      if (isSchema && name === "$defs") continue;
      copy[name] = this.#copy(member, pointerTo(place, name), pointerTo(written, name), scope);
    }
    if (isSchema) {
      withoutIdentifiers(copy);
      this.#bind(copy, place, written, scope);
    }
    return copy;
  }

  /** The names of dynamic anchors that a schema, and all that it refers to, depend on. */
  #namesOf(target: string): ReadonlySet<string> {
    if (!this.#isDynamic) return NONE;
    const memo = this.#names.get(target);
    if (memo) return memo;
    const names = new Set<string>();
    const visited = new Set<string>();
    const pending = [target];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (visited.has(next)) continue;
      visited.add(next);
      for (const reference of this.#within(next)) {
        if (reference.dynamic !== undefined) names.add(reference.dynamic);
        if (reference.target !== undefined) pending.push(reference.target);
      }
    }
    this.#names.set(target, names);
    return names;
  }

  /** The references of the object at a place, and of those in it. */
  *#within(place: string): Generator<ReferencePlace> {
    yield* this.#references.get(place) ?? [];
    for (let index = firstFrom(this.#pointers, `${place}/`); ; index += 1) {
      const pointer = this.#pointers[index];
      if (!pointer?.startsWith(`${place}/`)) return;
      yield* this.#references.get(pointer) ?? [];
    }
  }
}

/** The place of the first text that is not before another one, in a sorted list. */
function firstFrom(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? "") < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The outermost anchor of a name counts. */
function merged(outer: Scope, inner: Scope): Scope {
  return new Map([...inner, ...outer]);
}

/** A reference that leads nowhere is reported as one, because nothing else reads `$dynamicRef`. */
function asPlain(node: JsonObject): void {
  node.$ref ??= node.$dynamicRef ?? null;
  delete node.$dynamicRef;
}

/** A second reference of an object stands beside the first. */
function refer(node: JsonObject, target: string): void {
  if (node.$ref === undefined) node.$ref = target;
  else node.allOf = [...asList(node.allOf), { $ref: target }];
}

/** Removes what only the references by identifiers need. */
export function withoutIdentifiers(schema: JsonObject): void {
  for (const name of ["$id", "$anchor", "$dynamicAnchor"]) if (typeof schema[name] === "string") delete schema[name];
}
