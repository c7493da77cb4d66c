import { isJson } from "#http/media-type.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { MediaType, Operation, Parameter } from "#openapi/operations/operation.js";
import { singularOf } from "../names.js";
import { schemaOf } from "../parameter-schema.js";
import { hasKeyword, propertiesAt, successContents } from "../schema-fields.js";
import { schemaLayers } from "./envelope-schema.js";
import { identifyingParameter, resourcesOf } from "./find-resources.js";
import { collectionPath, lastSegment, pathKey } from "./path-parameters.js";
import type { DocumentOperations, Resource } from "./resource.js";

/** The values of a map have names, and those of a list are names themselves. */
type Shape = "map" | "list";

/** Where something has entries: a place of its body. */
interface EntriesAt {
  operation: Operation;
  /** JSON pointer into the body. */
  at: string;
  shape: Shape;
}

/**
 * The entries of a resource: `/projects/{}/metadata/{name}`. They are the values of a map, or texts of a list. They are parts
 * of the resource, and nothing else has them.
 */
export interface Entries {
  /** The resource that has them: `/projects/{}`. */
  around: Resource;
  /** The path segment of the collection: `metadata`. */
  collection: string;
  /** The parameter that names one; undefined if no path does. */
  parameter: Parameter | undefined;
  /** The operation that shows all: `GET` of the collection, or of the resource. */
  shown: EntriesAt;
  /** Adds entries that its body has: `POST` of the collection. */
  add: EntriesAt | undefined;
  /** Replaces all by those that its body has: `PUT` of the collection. */
  replace: EntriesAt | undefined;
  /** Sets the entry that its path names. */
  set: Operation | undefined;
  remove: Operation | undefined;
}

/** The entries that an operation adds, replaces, sets or removes. Undefined for any other operation. */
export function entriesOf(contract: DocumentOperations, operation: Operation): Entries | undefined {
  return byOperation(contract).get(operation);
}

const byOperation = oncePer((contract: DocumentOperations): ReadonlyMap<Operation, Entries> => {
  const paths = contract.operations.map(({ path }) => pathKey(path));
  const collections = new Set(paths.map((path) => (path.endsWith("/{}") ? collectionPath(path) : path)));
  const all = [...collections].flatMap((path) => findEntries(contract, path) ?? []);
  const changes = ({ add, replace, set, remove }: Entries) =>
    [add?.operation, replace?.operation, set, remove].flatMap((change) => change ?? []);
  return new Map(all.flatMap((entries) => changes(entries).map((change) => [change, entries] as const)));
});

/** @param path of the collection, without its parameters */
function findEntries(contract: DocumentOperations, path: string): Entries | undefined {
  const { document } = contract;
  const resources = resourcesOf(contract);
  const around = resources.get(collectionPath(path));
  const entry = resources.get(`${path}/{}`);
  const parameter = entry && identifyingParameter(entry);
  if (!around || (entry && !parameter)) return undefined;
  const at = (method: string) =>
    contract.operations.find((other) => other.method === method && pathKey(other.path) === path);
  const sending = (operation: Operation | undefined): EntriesAt | undefined => {
    const sent = operation?.requestBody?.content.find(({ name }) => isJson(name));
    const shape = sent && shapeAt(document, sent, "", parameter);
    return operation && shape ? { operation, at: "", shape } : undefined;
  };
  const collection = lastSegment(path);
  const [read, posted, put] = ["get", "post", "put"].map(at);
  const shown = read ? shownBy(document, read, parameter) : shownIn(document, around, collection, parameter);
  const [add, replace, set] = [sending(posted), sending(put), entry?.replace ?? entry?.post];
  if (!shown || !(add || replace || set) || (posted && !add)) return undefined;
  return { around, collection, parameter, shown, add, replace, set, remove: entry?.remove };
}

/** The entries that a read of the collection shows. */
function shownBy(document: OpenApiDocument, read: Operation, parameter: Parameter | undefined): EntriesAt | undefined {
  return firstShape(document, read, parameter, (content) => schemaLayers(document, content));
}

/** The entries that the resource around shows in a field of their name. */
function shownIn(
  document: OpenApiDocument,
  { retrieve }: Resource,
  collection: string,
  parameter: Parameter | undefined,
): EntriesAt | undefined {
  if (!retrieve) return undefined;
  return firstShape(document, retrieve, parameter, (content) =>
    schemaLayers(document, content).flatMap((layer) =>
      propertiesAt(document, content, layer)
        .filter((name) => singularOf(name) === singularOf(collection))
        .map((name) => pointerTo(layer, name)),
    ),
  );
}

function firstShape(
  document: OpenApiDocument,
  operation: Operation,
  parameter: Parameter | undefined,
  placesIn: (content: MediaType) => readonly string[],
): EntriesAt | undefined {
  const found = successContents(operation).flatMap((content) =>
    placesIn(content).flatMap((at): EntriesAt[] => {
      const shape = shapeAt(document, content, at, parameter);
      return shape ? [{ operation, at, shape }] : [];
    }),
  );
  return found[0];
}

/**
 * The shape of the entries at a place. A map is an object of any names, or of those that the parameter may have.
 */
function shapeAt(
  document: OpenApiDocument,
  content: MediaType,
  at: string,
  parameter: Parameter | undefined,
): Shape | undefined {
  const names = propertiesAt(document, content, at);
  const isOpen =
    hasKeyword(document, content, at, "additionalProperties") &&
    !hasKeyword(document, content, at, "additionalProperties", [false]);
  if (names.length === 0 && isOpen) return "map";
  const members = parameter && schemaOf(document, parameter).enum;
  const isClosed =
    Array.isArray(members) && members.length > 0 && members.every((name) => names.includes(String(name)));
  if (isClosed) return "map";
  return hasKeyword(document, content, pointerTo(at, 0), "type", ["string"]) ? "list" : undefined;
}
