import type { Operation, Parameter } from "../../openapi/operation.js";
import type { Contract } from "../model/contract.js";
import { identifiersOf } from "./identifiers.js";
import { itemsPointer } from "./list-items.js";
import { collectionPath, pathKey, pathParameters, resourcePaths } from "./path-parameters.js";
import type { Resource } from "./resource.js";

/** The resources of a document, by the keys of their paths. A document is searched once. */
export function resourcesOf(contract: Contract): ReadonlyMap<string, Resource> {
  const known = found.get(contract) ?? findResources(contract);
  found.set(contract, known);
  return known;
}

const found = new WeakMap<Contract, ReadonlyMap<string, Resource>>();

/** The resource that a path parameter of an operation identifies; undefined if its segment has other parts. */
export function resourceOf(contract: Contract, operation: Operation, parameter: Parameter): Resource | undefined {
  const resources = resourcesOf(contract);
  const path = resourcePaths(operation.path).find((each) => each.endsWith(`{${parameter.name}}`));
  return path === undefined ? undefined : resources.get(pathKey(path));
}

function findResources(contract: Contract): Map<string, Resource> {
  const byKey = new Map<string, Operation[]>();
  const users = new Map<string, Operation[]>();
  for (const operation of contract.operations) {
    append(byKey, pathKey(operation.path), operation);
    for (const path of resourcePaths(operation.path)) append(users, pathKey(path), operation);
  }
  return new Map([...users].map(([key, own]) => [key, resourceFrom(contract, byKey, key, own)]));
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function resourceFrom(
  contract: Contract,
  byKey: ReadonlyMap<string, readonly Operation[]>,
  key: string,
  users: readonly Operation[],
): Resource {
  const collection = collectionPath(key);
  const at = (path: string, method: string) => byKey.get(path)?.find((each) => each.method === method);
  const listed = at(collection, "get");
  const items = listed && itemsPointer(contract.document, listed);
  const list = listed && items !== undefined ? { operation: listed, items } : undefined;
  const create = at(collection, "post");
  const retrieve = at(key, "get");
  const position = key.split("{}").length - 2;
  const segment = collection.split("/").at(-1) ?? "";
  return {
    ...{ key, position, list, create, retrieve },
    ...{ replace: at(key, "put"), update: at(key, "patch"), remove: at(key, "delete") },
    nested: users.filter((each) => pathKey(each.path) !== key && pathParameters(each).length === position + 1),
    identifiers: once(() => {
      return identifiersOf(contract, { key, position, collection: segment, list, create, retrieve, users });
    }),
  };
}

/** Most resources of a large document are never looked at. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
