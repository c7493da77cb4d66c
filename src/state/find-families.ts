import { pointerTo } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isDownload } from "#statements/files.js";
import { IDENTIFYING, plainName } from "#statements/names.js";
import { listOf } from "#statements/paging/paging.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { isPathOfSelf } from "#statements/people.js";
import { propertyNames } from "#statements/resources/envelope-schema.js";
import {
  identifyingParameter,
  resourceCreatedBy,
  resourceListedBy,
  resourcesOf,
} from "#statements/resources/find-resources.js";
import { createsNamed, createsPosted } from "#statements/resources/named-creation.js";
import { endsInParameter, pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import type { Identifier, Resource } from "#statements/resources/resource.js";
import { hasKeyword, propertiesAt, successContents } from "#statements/schema-fields.js";
import { documentsConflict, documentsMissing } from "./documented-refusals.js";
import type { Act, Families, Family, Role, StatedDocument } from "./family.js";
import { fileFamilies } from "./file-family.js";

/** Finds the resources of a document that can live: something shows them, and the path or a field identifies them. */
export function familiesOf(stated: StatedDocument): Families {
  const resources = [...resourcesOf(stated).values()].flatMap((resource) => familyOf(stated, resource) ?? []);
  const taken = new Set(resources.flatMap(({ retrieve, list }) => [retrieve, list?.operation]));
  const files = fileFamilies(stated, resources);
  const all = [...resources, ...singles(stated, taken), ...lists(stated, taken), ...files];
  const roles = new Map<Operation, Role>();
  const note = (operation: Operation, role: Role) => {
    if (!roles.has(operation)) roles.set(operation, role);
  };
  for (const family of [...files, ...all]) {
    for (const [act, operation] of actsOf(family)) note(operation, { family, act });
  }
  for (const family of all) {
    for (const operation of family.resource?.nested ?? []) {
      if (!isSafe(operation)) note(operation, { family, act: "action" });
    }
  }
  const around = (operation: Operation) => {
    const key = pathKey(operation.path);
    return all
      .filter((outer) => outer.resource && key.startsWith(`${outer.key}/`))
      .toSorted((one, other) => one.key.length - other.key.length);
  };
  const outer = new Map(stated.operations.map((operation) => [operation, around(operation)]));
  const open = new Set(
    stated.operations.filter((operation) => {
      const family = roles.get(operation)?.family;
      const own = family?.file?.owner ?? family;
      const known = new Set(
        [...(outer.get(operation) ?? []), ...(own?.resource ? [own] : [])].map(({ position }) => position),
      );
      return pathParameters(operation).some((_, position) => !known.has(position));
    }),
  );
  return {
    all,
    roleOf: (operation) => roles.get(operation),
    fileOf: (family) => files.find(({ file }) => file?.owner === family),
    around: (operation) => outer.get(operation) ?? [],
    isOpen: (operation) => open.has(operation),
  };
}

function actsOf({ list, create, retrieve, replace, update, remove }: Family): [Act, Operation][] {
  const acts: [Act, Operation | undefined][] = [
    ["create", create],
    ["list", list?.operation],
    ["retrieve", retrieve],
    ["replace", replace],
    ["update", update],
    ["remove", remove],
  ];
  return acts.flatMap(([act, operation]) => (operation ? [[act, operation] as [Act, Operation]] : []));
}

function familyOf(stated: StatedDocument, resource: Resource): Family | undefined {
  const { document } = stated;
  const { key, position, retrieve, replace, update, remove } = resource;
  const parameter = identifyingParameter(resource);
  const list =
    resource.list && resourceListedBy(stated, resource.list.operation) === resource ? resource.list : undefined;
  const isOwn = resource.create !== undefined && resourceCreatedBy(stated, resource.create) === resource;
  // The response to its creation would have to say below which resources it is.
  const isPlaced = resource.create !== undefined && pathParameters(resource.create).length >= position;
  const named = creationByPath(resource);
  const create = isOwn && isPlaced ? resource.create : named;
  const isFile = create && retrieve && isDownload(retrieve);
  const isShown = (retrieve && showsResource(stated, retrieve)) || (list && (create || retrieve)) || isFile;
  if (!isShown || !parameter || schemaOf(document, parameter).enum !== undefined) return undefined;
  const identifiers = identifiersOf(stated, resource);
  const isByPath = create === undefined ? replace !== undefined : create === named;
  if (identifiers.length === 0 && !isByPath) return undefined;
  const isPut = replace !== undefined && remove !== undefined && createsNamed(replace);
  const isGiven = create === undefined && !isPut;
  const changes = { replace, update: update === create ? undefined : update, remove };
  return { key, resource, identifiers, position, list, create, retrieve, ...changes, isGiven };
}

/** The creation of a resource by POST at its own path, which the document states. Nothing else creates it. */
function creationByPath({ create, replace, post }: Resource): Operation | undefined {
  if (create || (replace && createsNamed(replace))) return undefined;
  return post && createsPosted(post) ? post : undefined;
}

/** The fields that identify a resource. Where no name says what its parameter is, the only field of a usual name. */
function identifiersOf({ document }: StatedDocument, resource: Resource): readonly Identifier[] {
  const all = resource.identifiers();
  const [content] = resource.retrieve ? successContents(resource.retrieve) : [];
  if (all.length > 0 || !content) return all;
  const names = propertyNames(document, content, "").filter((name) => IDENTIFYING.includes(plainName(name)));
  const [name] = names.length === 1 ? names : [];
  if (name === undefined) return [];
  return [{ pointer: pointerTo("", name), basis: "inferred", places: [content.schemaPointer] }];
}

/** Whether an operation responds with one resource in JSON. A list without an object around it is not one resource. */
function showsResource({ document }: StatedDocument, retrieve: Operation): boolean {
  return successContents(retrieve).length > 0 && listOf(document, retrieve)?.paging.items !== "";
}

/** Whether an operation may respond with an object. A text or a number has no fields that a state could keep. */
function showsObject({ document }: StatedDocument, retrieve: Operation): boolean {
  const [content] = successContents(retrieve);
  if (!content) return false;
  return !hasKeyword(document, content, "", "type") || hasKeyword(document, content, "", "type", ["object"]);
}

/** The lists whose items no path names. Nothing can create them. */
function lists(stated: StatedDocument, taken: ReadonlySet<Operation | undefined>): Family[] {
  return stated.operations.flatMap((operation): Family[] => {
    const { path, method } = operation;
    const list =
      method === "get" && !endsInParameter(path) && !taken.has(operation) && listOf(stated.document, operation);
    const [content] = successContents(operation);
    // Texts and numbers in a list have no fields that a state could keep.
    if (!list || !content || propertiesAt(stated.document, content, pointerTo(list.paging.items, 0)).length === 0)
      return [];
    const acts = { create: undefined, retrieve: undefined, replace: undefined, update: undefined, remove: undefined };
    const position = pathParameters(operation).length;
    return [{ key: pathKey(path), resource: undefined, identifiers: [], position, list, ...acts, isGiven: true }];
  });
}

/** The single resources: GET with PUT, PATCH or POST at the same path, which does not end with an identifier. */
function singles(stated: StatedDocument, taken: ReadonlySet<Operation | undefined>): Family[] {
  return stated.operations.flatMap((retrieve): Family[] => {
    const { path, method } = retrieve;
    if (method !== "get" || endsInParameter(path) || taken.has(retrieve)) return [];
    if (!showsObject(stated, retrieve) || listOf(stated.document, retrieve)) return [];
    const at = (wanted: string) => stated.operations.find((other) => other.path === path && other.method === wanted);
    const [create, replace, update, remove] = [at("post"), at("put"), at("patch"), at("delete")];
    if (!create && !replace && !update) return [];
    const position = pathParameters(retrieve).length;
    const isAlways = isPathOfSelf(path) || !documentsMissing(retrieve);
    // Another one has to be created first if it is below others, or its creation cannot be repeated.
    const isGiven = isAlways || (position === 0 && !(create && documentsConflict(create)));
    // POST changes a resource that exists in any case.
    const acts = isAlways ? { create: undefined, update: update ?? create } : { create, update };
    const parts = { resource: undefined, list: undefined, ...acts, retrieve, replace, remove };
    return [{ key: pathKey(path), identifiers: [], position, ...parts, isGiven }];
  });
}
