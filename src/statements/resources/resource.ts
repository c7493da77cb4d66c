import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import type { Operation, Paging } from "#openapi/operations/operation.js";
import { speaksOfAction } from "../dangers/action-words.js";
import type { ListOperation } from "../list-items.js";
import { createsPosted, statesCreation } from "./named-creation.js";

/** A document, and its operations, read once. */
export interface DocumentOperations {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  /** The operation with an operationId; undefined if the document has none. */
  operationNamed(operationId: string | undefined): Operation | undefined;
}

/** A field of a resource whose value is the path parameter that identifies the resource. */
export interface Identifier {
  /** JSON pointer into the resource. */
  pointer: string;
  /** The plain name of the resource, which an object around it may have beside others (default: unknown). */
  of?: string;
  /** Whether the document states it, or its names, paths and schemas suggest it. */
  basis: Paging["basis"];
  /** The places of the document that state or suggest it. */
  places: readonly string[];
}

/** The operations on the resources of one path, such as `/things/{id}`, and on their collection, `/things`. */
export interface Resource {
  /** The path with its parameters left out, which is the same for every operation: `/things/{}`. */
  key: string;
  /** The position of the parameter among those of the path. */
  position: number;
  list: ListOperation | undefined;
  /** Where the response to `GET` of the resource around has the items, if nothing else shows them: `/items` of `/carts/{id}`. */
  embedded: ListOperation | undefined;
  create: Operation | undefined;
  /** Whether it is created at another path than that of its collection: `/repos/{owner}/{repo}` by `POST /user/repos`. */
  isCreatedElsewhere: boolean;
  retrieve: Operation | undefined;
  replace: Operation | undefined;
  update: Operation | undefined;
  remove: Operation | undefined;
  /** POST to the path of the item. */
  post: Operation | undefined;
  /** Operations of longer paths that have no further parameter: `POST /things/{id}/archive`. */
  nested: readonly Operation[];
  /** The likely fields, the most likely one first. */
  identifiers(): readonly Identifier[];
  /** Makes the field at a pointer the most likely one: the target found a resource by it. */
  prefer(pointer: string): void;
}

/** The list that shows all resources of a kind: their own, or that in the resource around them. */
export function listingOf({ list, embedded }: Pick<Resource, "list" | "embedded">): ListOperation | undefined {
  return list ?? embedded;
}

/**
 * The operation by which a client creates a resource under a name that it chooses (RFC 9110, 9.3.4). It is a PUT, where the
 * document has no other creation. The document states a 201 or a removal, or says that the PUT creates. Some APIs have a
 * POST to the path of the item instead.
 */
export function namingOperation({
  create,
  replace,
  remove,
  post,
}: Pick<Resource, "create" | "replace" | "remove" | "post">): Operation | undefined {
  if (create) return undefined;
  const isShown = remove !== undefined || replace?.responses.some(({ status }) => status === "201") === true;
  if (replace && (isShown || (statesCreation(replace) && !speaksOfAction(replace)))) return replace;
  return post && createsPosted(post) && !speaksOfAction(post) ? post : undefined;
}

/** The operation that creates a resource, under a name of the server or of the client. */
export function creatingOperation(resource: Resource): Operation | undefined {
  return resource.create ?? namingOperation(resource);
}

/**
 * The values of the path of a resource, by those of its collection. A collection may be below more resources than its items:
 * `/projects/{}/notes` of `/notes/{}`.
 */
export function pathBelow<Value>(
  { position }: Pick<Resource, "position">,
  outer: readonly Value[],
  own: Value,
): Value[] {
  return [...outer.slice(0, position), own];
}

/** A value of a path parameter, and the item that it identifies. */
export interface Identified {
  item: JsonObject;
  value: string | number | bigint;
  identifier: Identifier;
}
