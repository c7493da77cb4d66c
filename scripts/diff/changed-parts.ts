import { isDeepStrictEqual } from "node:util";
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import { reachedFrom, referencesIn } from "./references-in.js";

/** Two revisions of a contract. */
export interface Pair {
  base: OpenApiDocument;
  revision: OpenApiDocument;
}

/** The path items and components of a document, by their pointers. */
type Units = ReadonlyMap<string, Json>;

/**
 * Two revisions without the path items and components that are the same in both, also in all that they refer to. The rest shows
 * every change, also of the types that are generated from it. A large document changes in a few places.
 *
 * Security schemes stay, because the options of a client name all of them. So do components whose names are spelled like that of
 * a changed one: which of them gets a suffix depends on the others.
 *
 * @returns both as they are if they differ in what applies to every operation
 */
export function changedParts({ base, revision }: Pair): Pair {
  if (!isDeepStrictEqual(commonParts(base), commonParts(revision))) return { base, revision };
  const units = [unitsOf(base), unitsOf(revision)] as const;
  const references = new References(units);
  const changed = references.withUsers(ownChanges(...units));
  const kept = references.withTargets(changed);
  return { base: withParts(base, kept), revision: withParts(revision, kept) };
}

/** The members that may apply to every operation. Texts do not: `tags`, the version and the description. */
function commonParts(document: OpenApiDocument): JsonObject {
  const { paths: _, components, tags: __, externalDocs: ___, info, ...others } = document;
  return { ...others, title: asObject(info).title ?? null, schemes: asObject(components).securitySchemes ?? null };
}

function unitsOf({ paths, components }: OpenApiDocument): Units {
  const units = new Map<string, Json>();
  for (const [path, item] of Object.entries(asObject(paths))) units.set(pointerTo("#/paths", path), item);
  for (const [kind, members] of Object.entries(asObject(components))) {
    for (const [name, member] of Object.entries(asObject(members))) {
      units.set(pointerTo("#/components", kind, name), member);
    }
  }
  return units;
}

/** The units that one of the two documents lacks, or that differ in themselves, with those that are spelled like them. */
function ownChanges(base: Units, revision: Units): Set<string> {
  const all = [...new Set([...base.keys(), ...revision.keys()])];
  const changed = new Set(all.filter((unit) => !isDeepStrictEqual(base.get(unit), revision.get(unit))));
  const spellings = new Set([...changed].map(spellingOf));
  return new Set(all.filter((unit) => changed.has(unit) || spellings.has(spellingOf(unit))));
}

/** The letters and digits of a name, of which the name of a type is made. */
function spellingOf(unit: string): string {
  const name = pointerNames(unit).at(-1) ?? "";
  return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** Which units of two documents refer to which. */
class References {
  readonly #to = new Map<string, Set<string>>();
  readonly #from = new Map<string, Set<string>>();

  constructor(documents: readonly Units[]) {
    for (const units of documents) {
      for (const [unit, node] of units) {
        for (const reference of referencesIn(node)) this.#add(unit, unitAround(reference));
        // A schema with a discriminator stands for the schemas that extend it (OpenAPI 3.1, 4.8.25).
        for (const extended of asList(asObject(node).allOf).flatMap(referencesIn))
          this.#add(unitAround(extended), unit);
      }
    }
  }

  #add(unit: string, target: string): void {
    this.#to.set(unit, (this.#to.get(unit) ?? new Set()).add(target));
    this.#from.set(target, (this.#from.get(target) ?? new Set()).add(unit));
  }

  /** Some units, and all that refer to them. */
  withUsers(units: ReadonlySet<string>): Set<string> {
    return reachedFrom(units, (unit) => this.#from.get(unit) ?? []);
  }

  /** Some units, and all that they refer to. */
  withTargets(units: ReadonlySet<string>): Set<string> {
    return reachedFrom(units, (unit) => this.#to.get(unit) ?? []);
  }
}

/** The path item or component in which a place is. */
function unitAround(pointer: string): string {
  const names = pointerNames(pointer);
  return pointerTo("#", ...names.slice(0, names[0] === "paths" ? 2 : 3));
}

function withParts(document: OpenApiDocument, kept: ReadonlySet<string>): OpenApiDocument {
  const { paths, components } = document;
  const keptOf = (place: string, members: Json | undefined) =>
    Object.fromEntries(Object.entries(asObject(members)).filter(([name]) => kept.has(pointerTo(place, name))));
  const parts = Object.entries(asObject(components)).map(([kind, members]): [string, Json] => {
    if (kind === "securitySchemes" || !isObject(members)) return [kind, members];
    return [kind, keptOf(pointerTo("#/components", kind), members)];
  });
  return {
    ...document,
    ...(isObject(paths) && { paths: keptOf("#/paths", paths) }),
    ...(isObject(components) && { components: Object.fromEntries(parts) }),
  };
}
