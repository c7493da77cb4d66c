import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { isWithin, parentOf, pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { mayBreakInMinor } from "../stability.js";
import type { Use } from "./change.js";
import { reachedFrom, referencesIn } from "./references-in.js";

/** An operation, and every place of the document that describes it. */
interface Reach {
  operation: Operation;
  pointers: ReadonlySet<string>;
  request: ReadonlySet<string>;
  response: ReadonlySet<string>;
}

/** Which operations use a place of a document. */
export interface Users {
  /** True if the document has the place. */
  has(pointer: string): boolean;
  /** True if at least one operation uses the place, and every operation that does may break in a minor version. */
  onlyUnstable(pointer: string): boolean;
  /** The operations that use the place, and in which direction. */
  usesOf(pointer: string): Use[];
}

/** Finds the places that each operation of a document uses, through references at any depth. */
export function usersOf(document: OpenApiDocument): Users {
  const known = new Map<string, readonly string[]>();
  // Many operations reach the same components.
  const referencesAt: References = (pointer) => {
    const node = known.has(pointer) ? undefined : valueAt(document, pointer);
    const references = known.get(pointer) ?? (node === undefined ? [] : referencesIn(node));
    known.set(pointer, references);
    return references;
  };
  const reaches = operationsOf(document).map(
    (operation): Reach => ({
      operation,
      pointers: reachedFrom(startsOf(document, operation), referencesAt),
      request: reachedFrom(requestStartsOf(operation), referencesAt),
      response: reachedFrom([pointerTo(operation.pointer, "responses")], referencesAt),
    }),
  );
  const usersAt = new PlaceIndex(reaches);
  return {
    has: (pointer) => valueAt(document, pointer) !== undefined,
    onlyUnstable: (pointer) => {
      const users = usersAt.find(pointer);
      return users.length > 0 && users.every(({ operation }) => mayBreakInMinor(operation.stability));
    },
    usesOf: (pointer) =>
      usersAt.find(pointer).flatMap(({ operation: { id: operation }, request, response }): Use[] => {
        const isWithinOne = (pointers: ReadonlySet<string>) => aroundOf(pointer).some((place) => pointers.has(place));
        const directions = [
          ...(isWithinOne(request) ? (["request"] as const) : []),
          ...(isWithinOne(response) ? (["response"] as const) : []),
        ];
        return directions.length === 0
          ? [{ operation, direction: undefined }]
          : directions.map((direction) => ({ operation, direction }));
      }),
  };
}

/**
 * Finds the operations that reach a place, a place around it or one in it. Operations of a large document share most places,
 * so each place is compared once, not once for each operation.
 */
class PlaceIndex {
  readonly #reaches: readonly Reach[];
  readonly #byPlace = new Map<string, Set<Reach>>();
  readonly #found = new Map<string, readonly Reach[]>();

  constructor(reaches: readonly Reach[]) {
    this.#reaches = reaches;
    for (const reach of reaches) {
      for (const place of reach.pointers) {
        const users = this.#byPlace.get(place) ?? new Set<Reach>();
        this.#byPlace.set(place, users.add(reach));
      }
    }
  }

  /** In the order of the document. */
  find(pointer: string): readonly Reach[] {
    const found = this.#found.get(pointer) ?? this.#search(pointer);
    this.#found.set(pointer, found);
    return found;
  }

  #search(pointer: string): Reach[] {
    const places = [...aroundOf(pointer), ...[...this.#byPlace.keys()].filter((place) => isWithin(place, pointer))];
    const users = new Set(places.flatMap((place) => [...(this.#byPlace.get(place) ?? [])]));
    return this.#reaches.filter((reach) => users.has(reach));
  }
}

/** A place, and the places around it. */
function aroundOf(pointer: string): string[] {
  const parent = parentOf(pointer);
  return parent === pointer ? [pointer] : [pointer, ...aroundOf(parent)];
}

/** The parts of the document that describe the requests of an operation. */
function requestStartsOf({ path, pointer }: Operation): string[] {
  const item = pointerTo("#/paths", path);
  return [...["parameters", "requestBody"].map((name) => pointerTo(pointer, name)), pointerTo(item, "parameters")];
}

function startsOf(document: OpenApiDocument, { path, pointer, security }: Operation): string[] {
  const item = pointerTo("#/paths", path);
  // Fields of the path item apply to each of its operations.
  const shared = ["parameters", "servers"].map((name) => pointerTo(item, name));
  const schemes = security.flat().map((name) => pointerTo("#/components/securitySchemes", name));
  const global = asObject(valueAt(document, pointer)).security === undefined ? ["#/security"] : [];
  return [pointer, ...shared, ...schemes, ...global];
}

/** The places to which that of a pointer refers, without those that they refer to. */
type References = (pointer: string) => readonly string[];
