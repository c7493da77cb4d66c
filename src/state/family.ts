import type { OpenApiDocument } from "#openapi/document/document.js";
import { type Operation, writtenPath } from "#openapi/operations/operation.js";
import type { SchemaValidator } from "#openapi/validator/validator.js";
import type { ListOperation } from "#statements/list-items.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import type { DocumentOperations, Identifier, Resource } from "#statements/resources/resource.js";

/** The document of an engine, and the validator of its schemas. */
export interface StatedDocument extends DocumentOperations {
  readonly document: OpenApiDocument;
  readonly validator: SchemaValidator;
}

/** The effect of an operation on the resources of a family. */
export type Act = "action" | "create" | "list" | "remove" | "replace" | "retrieve" | "update";

/**
 * The resources of one path, `/things/{}`. Or the one resource of a path that has PUT, PATCH or POST beside GET,
 * `/settings`. Or the items of a list that only shows them, `/events`.
 */
export interface Family {
  /** The path with its parameters left out. */
  key: string;
  /** Undefined for a single resource, and for items that only a list shows. */
  resource: Resource | undefined;
  /** The fields that may identify a resource, the most likely one first; an empty list where no path names one. */
  identifiers: readonly Identifier[];
  /** How many values of the path belong to the resources around. */
  position: number;
  list: ListOperation | undefined;
  create: Operation | undefined;
  retrieve: Operation | undefined;
  replace: Operation | undefined;
  update: Operation | undefined;
  remove: Operation | undefined;
  /** Whether no operation makes such a resource, so that the engine has to have some. */
  isGiven: boolean;
  /** Whether it is the bytes of one path, and whose resources have such bytes. Undefined for other families. */
  file?: { owner: Family | undefined };
}

/** The effect of an operation, and its family. */
export interface Role {
  family: Family;
  act: Act;
}

/** The families of a document, and the roles of its operations. An operation without a role cannot be inferred. */
export interface Families {
  all: readonly Family[];
  roleOf(operation: Operation): Role | undefined;
  /** The bytes that each resource of a family has. */
  fileOf(family: Family): Family | undefined;
  /** The families of the resources below which the path of an operation is, the outermost one first. */
  around(operation: Operation): readonly Family[];
  /** Whether the path of an operation names resources of no family, of which any identifier is right. */
  isOpen(operation: Operation): boolean;
}

/** Whether the path of its creation names the new resource. */
export function isNamedByPath({ create, key, resource }: Family): boolean {
  return resource !== undefined && create !== undefined && pathKey(create.path) === key;
}

/** The operation whose path is that of the collection of a family. */
export function collectionOperation(family: Family): Operation | undefined {
  return family.list?.operation ?? (isNamedByPath(family) ? undefined : family.create);
}

/** The operation whose path is that of one resource. */
export function itemOperation({ retrieve, replace, update, remove }: Family): Operation | undefined {
  return retrieve ?? replace ?? update ?? remove;
}

/** The path of a resource as the document writes it, for people: `/pets/…`. */
export function pathText(family: Family): string {
  const operation = itemOperation(family);
  const collection = operation ? undefined : collectionOperation(family);
  const path = operation ? writtenPath(operation) : collection ? `${writtenPath(collection)}/…` : family.key;
  return path.replace(/\{[^{}]*\}/g, "…");
}
