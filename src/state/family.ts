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
  /**
   * JSON pointers to the fields with the values of the path before its own one. Undefined where the path of the creation has
   * all of them.
   */
  outerFields?: readonly string[];
  /** Further paths of the same resources (default: none). */
  others?: readonly OtherPath[];
  /** Whether it is the bytes of one path, and whose resources have such bytes. Undefined for other families. */
  file?: { owner: Family | undefined };
}

/** A further path of the resources of a family: `/owners/{}/pets/{}` of `/pets/{}`, or a further list. */
export interface OtherPath {
  /** The path of one resource, with its parameters left out; undefined for a list alone. */
  key: string | undefined;
  /** How many values of its path name resources around, beyond those of the path of the family. */
  outer: number;
  /** The operation whose path it is. */
  item?: Operation | undefined;
  list?: ListOperation | undefined;
  create?: Operation | undefined;
  acts?: Pick<Family, "remove" | "replace" | "retrieve" | "update">;
}

/** The effect of an operation, and its family. */
export interface Role {
  family: Family;
  act: Act;
  /** How many values of the path name further resources around (default: 0). */
  outer?: number;
  /** The list of a further path (default: that of the family). */
  list?: ListOperation | undefined;
  /** Whether the body names the resource, in place of the path (default: false). */
  isByBody?: boolean;
}

/** A family whose resource a path names, and how many values of the path name further resources around. */
export interface Around {
  family: Family;
  outer: number;
}

/** The resource above others, which their path names, or one of their fields. */
export interface Above {
  /** The family of that resource, and how its path is read. */
  around: Around;
  /** The field of those below that names it: `petId` of a visit. Undefined if the path alone does. */
  by?: string | undefined;
}

/** Where a resource counts those below it: `commentCount` of a post. */
export interface Counting extends Above {
  field: string;
}

/** Where a resource shows those below it: `pets` of the owner that `POST /owners/{}/pets` is below. */
export interface Embedding extends Above {
  field: string;
  /** The fields that are shown there. */
  names: readonly string[];
  /** JSON pointer to the identifier of one that is shown. */
  identifier: string;
}

/** The families of a document, and the roles of its operations. An operation without a role cannot be inferred. */
export interface Families {
  all: readonly Family[];
  roleOf(operation: Operation): Role | undefined;
  /** The bytes that each resource of a family has. */
  fileOf(family: Family): Family | undefined;
  /** Where the resource around shows the resources of a family. */
  embeddingOf(family: Family): Embedding | undefined;
  /** Where the resource around counts the resources of a family. */
  countingOf(family: Family): Counting | undefined;
  /** The fields in which a resource shows those below it. */
  embeddedIn(family: Family): readonly string[];
  /** The families of the resources below which the path of an operation is, the outermost one first. */
  around(operation: Operation): readonly Around[];
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

/** The operations whose paths are those of collections of a family. */
export function collectionOperations(family: Family): Operation[] {
  const others = family.others ?? [];
  const lists = [family.list, ...others.map(({ list }) => list)].map((list) => list?.operation);
  const creations = [isNamedByPath(family) ? undefined : family.create, ...others.map(({ create }) => create)];
  return [...new Set([...lists, ...creations].flatMap((operation) => operation ?? []))];
}

/** The operation whose path is that of one resource. */
export function itemOperation({ retrieve, replace, update, remove }: Family): Operation | undefined {
  return retrieve ?? replace ?? update ?? remove;
}

/** The key of the path that the document writes, where a family has another place. States kept it until families had places. */
export function writtenKey(family: Family): string | undefined {
  const operation = itemOperation(family);
  const key = operation && pathKey(writtenPath(operation));
  return key === family.key ? undefined : key;
}

/** The path of a resource as the document writes it, for people: `/pets/…`. */
export function pathText(family: Family): string {
  const operation = itemOperation(family);
  const collection = operation ? undefined : collectionOperation(family);
  const path = operation ? writtenPath(operation) : collection ? `${writtenPath(collection)}/…` : family.key;
  return path.replace(/\{[^{}]*\}/g, "…");
}

/** The paths of one resource of a family. */
export function placesOf(family: Family): (Around & { key: string })[] {
  const others = (family.others ?? []).flatMap(({ key, outer }) => (key === undefined ? [] : [{ family, outer, key }]));
  return [{ family, outer: 0, key: family.key }, ...others];
}

/** The operations whose paths are those of one resource, and how many values of each belong to the resources around. */
export function itemPlaces(family: Family): { operation: Operation; position: number }[] {
  const places = [{ item: itemOperation(family), outer: 0 }, ...(family.others ?? [])];
  return places.flatMap(({ item, outer }) => (item ? [{ operation: item, position: family.position + outer }] : []));
}

/** The plain name of the resources of a family; an empty text where no path names one. */
export function kindOf({ identifiers }: Pick<Family, "identifiers">): string {
  return identifiers[0]?.of ?? "";
}
