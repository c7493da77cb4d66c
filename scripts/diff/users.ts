import { asList, asObject, isObject, type Json, type OpenApiDocument } from "../../src/openapi/document.js";
import type { Operation } from "../../src/openapi/operation.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { isWithin, pointerNames, pointerTo, valueAt } from "../../src/openapi/pointer.js";
import { mayBreakInMinor } from "../stability.js";

/** An operation, and every place of the document that it is described by. */
interface Reach {
  operation: Operation;
  pointers: string[];
}

/** Tells of places of a document who uses them. */
export interface Users {
  /** True if the place is there. */
  has(pointer: string): boolean;
  /** True if operations use the place, and each of them may break in a minor version. */
  onlyUnstable(pointer: string): boolean;
}

/** Finds out which operations use which places of a document, through references at any depth. */
export function usersOf(document: OpenApiDocument): Users {
  const reaches = operationsOf(document).map((operation): Reach => {
    return { operation, pointers: reachOf(document, operation) };
  });
  return {
    has: (pointer) => valueAt(document, pointer) !== undefined,
    onlyUnstable: (pointer) => {
      const users = reaches.filter(({ pointers }) =>
        pointers.some((each) => isWithin(pointer, each) || isWithin(each, pointer)),
      );
      return users.length > 0 && users.every(({ operation }) => mayBreakInMinor(operation.stability));
    },
  };
}

function reachOf(document: OpenApiDocument, { path, pointer, security }: Operation): string[] {
  const item = pointerTo("#/paths", path);
  // What the item says beside its operations holds for each of them.
  const shared = ["parameters", "servers"].map((name) => pointerTo(item, name));
  const schemes = security.flat().map((name) => pointerTo("#/components/securitySchemes", name));
  const global = asObject(valueAt(document, pointer)).security === undefined ? ["#/security"] : [];
  const found = new Set<string>();
  const waiting = [pointer, ...shared, ...schemes, ...global];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    const node = valueAt(document, next);
    if (node !== undefined) waiting.push(...referencesIn(node));
  }
  return [...found];
}

/** Every text that is a reference: `$ref`, and the mapping of a discriminator (OpenAPI 3.1, 4.8.25). */
function referencesIn(node: Json): string[] {
  if (typeof node === "string") return node.startsWith("#/") && pointerNames(node).length > 1 ? [node] : [];
  if (Array.isArray(node)) return node.flatMap(referencesIn);
  return isObject(node) ? asList(Object.values(node)).flatMap(referencesIn) : [];
}
