import { pointerTo } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { speaksOfAction } from "#statements/dangers/action-words.js";
import { isDownload } from "#statements/files.js";
import { IDENTIFYING, plainName } from "#statements/names.js";
import { listOf } from "#statements/paging/paging.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { isPathOfPerson, isPathOfSelf } from "#statements/people.js";
import { propertyNames } from "#statements/resources/envelope-schema.js";
import {
  identifyingParameter,
  resourceCreatedBy,
  resourceListedBy,
  resourcesOf,
} from "#statements/resources/find-resources.js";
import { createsNamed, createsPosted } from "#statements/resources/named-creation.js";
import { outerFields } from "#statements/resources/outer-fields.js";
import { endsInParameter, pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import type { Identifier, Resource } from "#statements/resources/resource.js";
import { propertiesAt, successContents } from "#statements/schema-fields.js";
import { createsFree, listsResource, showsObject, showsResource } from "./described-bodies.js";
import { documentsConflict, documentsMissing } from "./documented-refusals.js";
import { abovesOf, countingOf, embeddingOf } from "./embedded.js";
import {
  type Above,
  type Act,
  type Families,
  type Family,
  isNamedByPath,
  placesOf,
  type Role,
  type StatedDocument,
} from "./family.js";
import { fileFamilies } from "./file-family.js";
import { mergedFamilies } from "./merged-families.js";
import { roleByBody } from "./named-by-body.js";

/** Finds the resources of a document that can live: something shows them, and the path or a field identifies them. */
export function familiesOf(stated: StatedDocument): Families {
  const found = [...resourcesOf(stated).values()].flatMap((resource) => familyOf(stated, resource) ?? []);
  const taken = new Set(found.flatMap(({ retrieve, list }) => [retrieve, list?.operation]));
  const { resources, lists: listed } = mergedFamilies(stated, found, lists(stated, taken));
  const files = fileFamilies(stated, resources);
  const all = [...resources, ...singles(stated, taken), ...listed, ...files];
  const roles = new Map<Operation, Role>();
  const note = (operation: Operation, role: Role) => {
    if (!roles.has(operation)) roles.set(operation, role);
  };
  for (const family of all) {
    for (const { outer, list, create, acts } of family.others ?? []) {
      if (create) note(create, { family, act: "create", outer });
      if (list) note(list.operation, { family, act: "list", outer, list });
      for (const [act, operation] of actsOf(acts ?? {})) note(operation, { family, act, outer });
    }
  }
  for (const family of [...files, ...all]) {
    for (const [act, operation] of actsOf(family)) note(operation, { family, act });
  }
  const places = all.flatMap((family) => (family.resource ? placesOf(family) : []));
  for (const { family, key, outer } of places) {
    for (const operation of family.resource?.nested ?? []) {
      const isHere = pathKey(operation.path).startsWith(`${key}/`);
      if (isHere && !isSafe(operation)) note(operation, { family, act: "action", outer });
    }
  }
  for (const operation of stated.operations) {
    const role = roles.has(operation) ? undefined : roleByBody(stated, operation, resources);
    if (role) note(operation, role);
  }
  const around = (operation: Operation) => {
    const path = pathKey(operation.path);
    return places
      .filter(({ key }) => path.startsWith(`${key}/`))
      .toSorted((one, other) => one.key.length - other.key.length);
  };
  const outer = new Map(stated.operations.map((operation) => [operation, around(operation)]));
  const open = new Set(
    stated.operations.filter((operation) => {
      const { family, act, outer: further = 0 } = roles.get(operation) ?? {};
      // The path of a collection names none of its items.
      const isItem = family?.file || !(act === "list" || (act === "create" && family && !isNamedByPath(family)));
      const own = isItem ? (family?.file?.owner ?? family) : undefined;
      const named = [...(outer.get(operation) ?? []), ...(own?.resource ? [{ family: own, outer: further }] : [])];
      const known = new Set(named.map((place) => place.family.position + place.outer));
      return pathParameters(operation).some((_, position) => !known.has(position));
    }),
  );
  const below = <Place>(find: (family: Family, create: Operation, above: Above) => Place | undefined) =>
    new Map(
      resources.flatMap((family): [Family, Place][] => {
        const creations = [family.create, ...(family.others ?? []).map(({ create }) => create)];
        return creations.flatMap((create): [Family, Place][] => {
          const aboves = create ? abovesOf(stated, family, around(create).at(-1), resources) : [];
          return aboves.flatMap((above): [Family, Place][] => {
            const place = create && find(family, create, above);
            return place ? [[family, place]] : [];
          });
        });
      }),
    );
  const embedded = below((family, create, above) => embeddingOf(stated, family, create, above));
  const counted = below((_, create, above) => countingOf(stated, create, above));
  const embedding = [...embedded.values()];
  return {
    all,
    embeddingOf: (family) => embedded.get(family),
    countingOf: (family) => counted.get(family),
    embeddedIn: (family) => embedding.filter((place) => place.around.family === family).map(({ field }) => field),
    roleOf: (operation) => roles.get(operation),
    fileOf: (family) => files.find(({ file }) => file?.owner === family),
    around: (operation) => outer.get(operation) ?? [],
    isOpen: (operation) => open.has(operation),
  };
}

function actsOf({ list, create, retrieve, replace, update, remove }: Partial<Family>): [Act, Operation][] {
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
  const own = resource.list && resourceListedBy(stated, resource.list.operation) === resource;
  const list = own && listsResource(stated, resource) ? resource.list : undefined;
  const isOwn = resource.create !== undefined && resourceCreatedBy(stated, resource.create) === resource;
  const isBelow = resource.create !== undefined && pathParameters(resource.create).length >= position;
  // Another creation has to say below which resources it is, in its response.
  const outer = resource.create && !isBelow ? outerFields(document, resource) : undefined;
  const isPlaced = isBelow || outer !== undefined;
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
  const placed = outer && create === resource.create ? { outerFields: outer } : {};
  return { key, resource, identifiers, position, list, create, retrieve, ...changes, isGiven, ...placed };
}

/** The creation of a resource by POST at its own path, which the document states. Nothing else creates it. */
function creationByPath({ create, replace, post }: Resource): Operation | undefined {
  if (create || (replace && createsNamed(replace))) return undefined;
  return post && createsPosted(post) && !speaksOfAction(post) ? post : undefined;
}

/** The fields that identify a resource. Where no name says what its parameter is, the only field of a usual name. */
function identifiersOf({ document }: StatedDocument, resource: Resource): readonly Identifier[] {
  const all = resource.identifiers();
  const [content] = resource.retrieve ? successContents(resource.retrieve) : [];
  if (all.length > 0 || !content) return all;
  const fields = propertyNames(document, content, "");
  const names = fields.filter((name) => IDENTIFYING.includes(plainName(name)));
  // A created object whose fields the document does not name may have any identifier.
  const isFree = fields.length === 0 && createsFree(document, resource, content);
  const [name] = isFree ? IDENTIFYING : names.length === 1 ? names : [];
  if (name === undefined) return [];
  return [{ pointer: pointerTo("", name), basis: "inferred", places: [content.schemaPointer] }];
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

/**
 * The single resources: the person of the key, and GET with PUT, PATCH or POST at the same path. The path does not end with an
 * identifier.
 */
function singles(stated: StatedDocument, taken: ReadonlySet<Operation | undefined>): Family[] {
  return stated.operations.flatMap((retrieve): Family[] => {
    const { path, method } = retrieve;
    if (method !== "get" || endsInParameter(path) || taken.has(retrieve)) return [];
    if (!showsObject(stated, retrieve) || listOf(stated.document, retrieve)) return [];
    const at = (wanted: string) => stated.operations.find((other) => other.path === path && other.method === wanted);
    const [create, replace, update, remove] = [at("post"), at("put"), at("patch"), at("delete")];
    if (!create && !replace && !update && !(isPathOfPerson(path) && pathParameters(retrieve).length === 0)) return [];
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
