import { isDeepStrictEqual } from "node:util";
import type { Direction } from "#openapi/direction/absent-properties.js";
import { asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { parentOf, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsAt } from "#openapi/operations/operations.js";
import { groupBy } from "#verify/model/group-by.js";
import { mayBreakInMinor } from "../../stability.js";
import { BREAKS_EVERYBODY } from "../difference.js";
import { operationNameAt } from "../print/part-name.js";
import { compareRequestBodies, compareResponses } from "./bodies.js";
import type { ContractPair } from "./contract-pair.js";
import { compareParameters } from "./parameters.js";
import { compareSecurity } from "./security.js";
import { compareServers } from "./servers.js";

/** Compares two lists of operations. They are paired by method and path; the names of path parameters do not matter. */
export function compareOperations(
  pair: ContractPair,
  was: readonly Operation[],
  is: readonly Operation[],
  direction: Direction = "request",
): void {
  const renamed = renamedPaths(was, is);
  const keyOf = (operation: Operation) => `${operation.method} ${template(operation.path)}`;
  const after = new Map(is.map((operation) => [keyOf(operation), operation]));
  const now = (operation: Operation) =>
    after.get(keyOf(operation)) ?? after.get(`${operation.method} ${template(renamed.get(operation.path) ?? "")}`);
  const operations = new Set(was.map(now));
  for (const [path, to] of renamed) {
    const message = `The path \`${path}\` was renamed to \`${to}\`.`;
    const samePath = was.filter((operation) => operation.path === path);
    for (const { id, pointer } of samePath) {
      const values = { breaks: BREAKS_EVERYBODY, old: path, new: to };
      pair.add({ operation: id, direction: undefined }, "path-renamed", parentOf(pointer), message, values);
    }
  }
  removedOperations(
    pair,
    was.filter((operation) => !now(operation)),
  );
  addedOperations(
    pair,
    is.filter((operation) => !operations.has(operation)),
  );
  for (const operation of was) {
    const other = now(operation);
    if (other) compareOperation(pair, operation, other, direction);
  }
}

function pathOf({ path }: Operation): string {
  return path;
}

function template(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}

/** Paths whose operations have the same operationIds at another path, or the same content. */
function renamedPaths(was: readonly Operation[], is: readonly Operation[]): Map<string, string> {
  const [before, after] = [groupBy(was, pathOf), groupBy(is, pathOf)];
  const templates = (groups: ReadonlyMap<string, unknown>) => new Set([...groups.keys()].map(template));
  const gone = [...before].filter(([path]) => !templates(after).has(template(path)));
  const fresh = [...after].filter(([path]) => !templates(before).has(template(path)));
  return new Map(
    gone.flatMap(([path, operations]): [string, string][] => {
      const to = fresh.find(([, others]) => isSameGroup(operations, others));
      return to ? [[path, to[0]]] : [];
    }),
  );
}

function isSameGroup(one: readonly Operation[], other: readonly Operation[]): boolean {
  const ids = (operations: readonly Operation[]) =>
    operations.map(({ method, operationId }) => operationId && `${method} ${operationId}`).toSorted();
  return !ids(one).includes(undefined) && isDeepStrictEqual(ids(one), ids(other));
}

function removedOperations(pair: ContractPair, operations: readonly Operation[]): void {
  for (const own of groupBy(operations, pathOf).values()) {
    const names = own.map(({ pointer }) => operationNameAt(pair.base, pointer)).join(", ");
    const message = own.length > 1 ? `The operations ${names} were removed.` : `The operation ${names} was removed.`;
    const [first] = own;
    for (const { id, pointer } of own) {
      const place = own.length > 1 ? parentOf(first?.pointer ?? pointer) : pointer;
      pair.add({ operation: id, direction: undefined }, "operation-removed", place, message, {
        breaks: BREAKS_EVERYBODY,
      });
    }
  }
}

function addedOperations(pair: ContractPair, operations: readonly Operation[]): void {
  for (const own of groupBy(operations, pathOf).values()) {
    const names = own.map(({ pointer }) => operationNameAt(pair.revision, pointer)).join(", ");
    const message = `New operation${own.length > 1 ? "s" : ""}: ${names}.`;
    const [first] = own;
    for (const { id, pointer } of own) {
      const place = own.length > 1 ? parentOf(first?.pointer ?? pointer) : pointer;
      pair.add({ operation: id, direction: undefined }, "operation-added", place, message, { otherwise: "minor" });
    }
  }
}

const DESCRIPTIONS = ["summary", "description", "tags", "externalDocs", "deprecated", "operationId"];

function compareOperation(pair: ContractPair, was: Operation, is: Operation, direction: Direction): void {
  const back = direction === "request" ? "response" : "request";
  const nodes = [pair.base, pair.revision].map((document, index) => {
    const pointer = (index === 0 ? was : is).pointer;
    return { node: asObject(valueAt(document, pointer)), pointer };
  });
  const [before, after] = nodes;
  compareParameters(pair, was, is, direction);
  compareRequestBodies(pair, was, is, direction);
  compareResponses(pair, was, is, back);
  if (direction === "request") {
    compareSecurity(pair, was, is);
    compareServers(pair, was, is);
    withdrawnStability(pair, was, is);
  }
  if (!before || !after) return;
  pair.annotations(was.id, before, after, DESCRIPTIONS);
  compareCallbacks(pair, before, after, direction);
}

/** Stable operations that became unstable: the next minor version may break them. */
function withdrawnStability(pair: ContractPair, was: Operation, is: Operation): void {
  if (mayBreakInMinor(was.stability) || !mayBreakInMinor(is.stability)) return;
  const message = `${was.method.toUpperCase()} ${was.path} was stable, and is ${is.stability} now.`;
  const values = { breaks: BREAKS_EVERYBODY, old: was.stability, new: is.stability };
  pair.add({ operation: was.id, direction: undefined }, "stability", was.pointer, message, values);
}

/** Requests of callbacks are sent by the API, so both directions are the other way round. */
function compareCallbacks(
  pair: ContractPair,
  was: { node: JsonObject; pointer: string },
  is: { node: JsonObject; pointer: string },
  direction: Direction,
): void {
  const back = direction === "request" ? "response" : "request";
  const lists = [callbackOperations(pair.base, was), callbackOperations(pair.revision, is)] as const;
  compareOperations(pair, lists[0], lists[1], back);
}

function callbackOperations(
  document: OpenApiDocument,
  { node, pointer }: { node: JsonObject; pointer: string },
): Operation[] {
  return Object.entries(asObject(node.callbacks)).flatMap(([name, reference]) => {
    const callback = resolveReference(document, reference, pointerTo(pointer, "callbacks", name));
    return Object.entries(callback.node).flatMap(([expression, item]) => {
      if (expression.startsWith("x-")) return [];
      return operationsAt(document, `${name} ${expression}`, item, pointerTo(callback.pointer, expression));
    });
  });
}
