import type { OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { embeddedPointer, type ListOperation } from "../list-items.js";
import { pluralOf, singularOf } from "../names.js";
import { once } from "../once.js";
import { listOf } from "../paging/paging.js";
import { successContents } from "../schema-fields.js";
import { propertyNames } from "./envelope-schema.js";
import { identifiersOf } from "./identifiers.js";
import { listedBelowNamed, listedElsewhere, listedForClient } from "./listed-elsewhere.js";
import {
  collectionPath,
  endsInParameter,
  lastSegment,
  namesIn,
  pathKey,
  pathParameters,
  resourcePaths,
} from "./path-parameters.js";
import { type DocumentOperations, type Identifier, listingOf, namingOperation, type Resource } from "./resource.js";

/** The resources of a document, by the keys of their paths. A document is searched once. */
export const resourcesOf = oncePer(
  (contract: DocumentOperations): ReadonlyMap<string, Resource> => findResources(contract),
);

/** The resource whose key ends with a path parameter of an operation; undefined if its segment has other parts. */
export function resourceOf(
  contract: DocumentOperations,
  operation: Operation,
  parameter: Parameter,
): Resource | undefined {
  const resources = resourcesOf(contract);
  const path = resourcePaths(operation.path).find((candidate) => namesIn(candidate).at(-1) === parameter.name);
  return path === undefined ? undefined : resources.get(pathKey(path));
}

/** The resource that an operation creates: `POST /things` of `/things/{thing}`; undefined for any other operation. */
export function resourceCreatedBy(contract: DocumentOperations, operation: Operation): Resource | undefined {
  return operationsOn(contract).creating.get(operation);
}

/** The resource that an operation creates, under a name of the server or of the client. Undefined for any other one. */
export function resourceMadeBy(contract: DocumentOperations, operation: Operation): Resource | undefined {
  const named = resourcesOf(contract).get(pathKey(operation.path));
  return resourceCreatedBy(contract, operation) ?? (named && namingOperation(named) === operation ? named : undefined);
}

/** The resource that an operation retrieves; undefined for any other operation. */
export function resourceRetrievedBy(contract: DocumentOperations, operation: Operation): Resource | undefined {
  return operationsOn(contract).retrieving.get(operation);
}

/** The resource whose items an operation lists; undefined for any other operation. */
export function resourceListedBy(contract: DocumentOperations, operation: Operation): Resource | undefined {
  return operationsOn(contract).listing.get(operation);
}

/** The resource that an operation deletes; undefined for any other operation. */
export function resourceRemovedBy(contract: DocumentOperations, operation: Operation): Resource | undefined {
  return operationsOn(contract).removing.get(operation);
}

/** The path parameter that identifies a resource. */
export function identifyingParameter(resource: Resource): Parameter | undefined {
  const { retrieve, remove, update, replace, nested, position } = resource;
  const [user] = [retrieve, remove, update, replace, ...nested].flatMap((operation) => operation ?? []);
  return user && pathParameters(user)[position];
}

/** The resources of a document by their operations. */
interface ByOperation {
  creating: ReadonlyMap<Operation | undefined, Resource>;
  retrieving: ReadonlyMap<Operation | undefined, Resource>;
  listing: ReadonlyMap<Operation | undefined, Resource>;
  removing: ReadonlyMap<Operation | undefined, Resource>;
}

const operationsOn = oncePer((contract: DocumentOperations) => byOperation([...resourcesOf(contract).values()]));

function byOperation(found: readonly Resource[]): ByOperation {
  // `POST /things` creates `/things/{}` rather than `/thing/{}`, so the resources of its own path come last.
  const isOwnPath = ({ key, create, list }: Resource) => {
    const collection = create ?? list?.operation;
    return Number(collection !== undefined && key.startsWith(`${pathKey(collection.path)}/`));
  };
  const resources = found.toSorted((one, other) => isOwnPath(one) - isOwnPath(other));
  return {
    creating: new Map(resources.map((resource) => [resource.create, resource])),
    retrieving: new Map(resources.map((resource) => [resource.retrieve, resource])),
    listing: new Map(resources.map((resource) => [resource.list?.operation, resource])),
    removing: new Map(resources.map((resource) => [resource.remove, resource])),
  };
}

function findResources(contract: DocumentOperations): Map<string, Resource> {
  const byKey = new Map<string, Operation[]>();
  const users = new Map<string, Operation[]>();
  for (const operation of contract.operations) {
    append(byKey, pathKey(operation.path), operation);
    for (const path of resourcePaths(operation.path)) append(users, pathKey(path), operation);
  }
  const hasItems = (path: string) => users.has(`${pathKey(path)}/{}`);
  const free = contract.operations.filter(({ method, path }) => method === "post" && !hasItems(path));
  return new Map([...users].map(([key, own]) => [key, resourceFrom(contract, { byKey, free }, key, own)]));
}

/** Adds a value to the list of a key. */
export function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function resourceFrom(
  contract: DocumentOperations,
  { byKey, free }: { byKey: ReadonlyMap<string, readonly Operation[]>; free: readonly Operation[] },
  key: string,
  users: readonly Operation[],
): Resource {
  const at = (path: string, method: string) => byKey.get(path)?.find((operation) => operation.method === method);
  const collections = collectionsOf(key);
  const [listedBeside] = collections.flatMap((path) => at(path, "get") ?? []);
  const [beside] = collections.flatMap((path) => at(path, "post") ?? []);
  const shownBy = at(key, "get") ?? at(key, "put") ?? at(key, "patch");
  const elsewhere = beside ? undefined : createdElsewhere(contract, free, key, shownBy);
  const create = beside ?? elsewhere;
  const position = key.split("{}").length - 2;
  // The items of `/users/{}/notes` have one value alone: `/notes/{}`.
  const besideCreation = elsewhere && position === 0 ? at(pathKey(elsewhere.path), "get") : undefined;
  const retrieve = at(key, "get");
  const own = () => listedForClient(contract, retrieve) ?? listedBelowNamed(contract, { create: beside, retrieve });
  const others = () => (create ? own() : listedElsewhere(contract, users));
  const listed = listedBeside ?? besideCreation ?? (position > 0 ? undefined : others());
  const list = listed && listOf(contract.document, listed);
  const collection = (create ?? listed)?.path ?? collectionPath(key);
  const segment = lastSegment(collection);
  const around = listed || retrieve ? undefined : at(collectionPath(collectionPath(key)), "get");
  const embedded = around && create && embeddedList(contract.document, around, segment, create);
  const shown = listingOf({ list, embedded });
  // A POST beside a list adds to it: `/history/{code}`.
  const post = retrieve && listOf(contract.document, retrieve) ? undefined : at(key, "post");
  const writing = { create, replace: at(key, "put"), remove: at(key, "delete"), post };
  // Some APIs change an item by POST.
  const posted = namingOperation(writing) === writing.post ? undefined : writing.post;
  return {
    ...writing,
    key,
    position,
    list,
    embedded,
    isCreatedElsewhere: elsewhere !== undefined,
    retrieve,
    update: at(key, "patch") ?? posted,
    nested: users.filter((user) => pathKey(user.path) !== key && pathParameters(user).length === position + 1),
    ...inOrder(
      once(() => identifiersOf(contract, { key, position, collection: segment, list: shown, create, retrieve, users })),
    ),
  };
}

/**
 * The operation that creates a resource at another path. It is a POST to a collection of the same name that has no items of
 * its own. Its response has the same fields as the resource. The one with the fewest parameters is the easiest to send.
 *
 * @param free the POSTs to paths without items
 * @param shownBy the operation at the path of the resource that shows it: a read, or else a change
 */
function createdElsewhere(
  { document }: DocumentOperations,
  free: readonly Operation[],
  key: string,
  shownBy: Operation | undefined,
): Operation | undefined {
  const nameOf = (path: string) =>
    singularOf(path.split("/").findLast((segment) => segment !== "" && segment !== "{}") ?? "");
  const fieldsOf = (operation: Operation) => shownFields(document, operation);
  const fields = shownBy ? fieldsOf(shownBy) : "";
  const isCollection = ({ path }: Operation) => !endsInParameter(path) && nameOf(pathKey(path)) === nameOf(key);
  const [found] = free
    .filter((operation) => fields !== "" && isCollection(operation) && fieldsOf(operation) === fields)
    .toSorted((one, other) => pathParameters(one).length - pathParameters(other).length);
  return found;
}

/**
 * The list of a collection that only the resource around it shows. Undefined if that does not show it. Undefined also if the
 * creation of an item responds with the resource around, whose identifier is another one.
 */
function embeddedList(
  document: OpenApiDocument,
  retrieve: Operation,
  collection: string,
  create: Operation,
): ListOperation | undefined {
  const items = embeddedPointer(document, retrieve, collection);
  if (items === undefined || embeddedPointer(document, create, collection) !== undefined) return undefined;
  const unpaged = { hasMore: undefined, pageSize: undefined, next: undefined, previous: undefined };
  return { operation: retrieve, paging: { basis: "inferred", pointer: retrieve.pointer, items, ...unpaged } };
}

/** The names of the fields with which an operation succeeds, in one text. */
export function shownFields(document: OpenApiDocument, operation: Operation): string {
  const names = successContents(operation).flatMap((content) => propertyNames(document, content, ""));
  return names.toSorted().join();
}

/** Identifiers whose order a run may correct. */
function inOrder(all: () => Identifier[]): Pick<Resource, "identifiers" | "prefer"> {
  let first: string | undefined;
  const isFirst = ({ pointer }: Identifier) => Number(pointer === first);
  return {
    identifiers: () => (first === undefined ? all() : all().toSorted((one, other) => isFirst(other) - isFirst(one))),
    prefer: (pointer) => {
      first = pointer;
    },
  };
}

/** The likely paths of the collection of a resource: `/things` of `/things/{}`, and `/silences` of `/silence/{}`. */
function collectionsOf(key: string): string[] {
  const own = collectionPath(key);
  const around = own.slice(0, own.lastIndexOf("/") + 1);
  return [own, around + pluralOf(own.slice(around.length))];
}
