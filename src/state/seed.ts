import { UserError } from "#cli/user-error.js";
import { routesOf } from "#http/routes.js";
import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { type ExamplePair, examplePairs } from "#openapi/operations/example-pairs.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceIn } from "#statements/resources/envelope.js";
import { pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import { collectionOperations, type Family, itemOperation, itemPlaces, pathText, placesOf } from "./family.js";

/**
 * Resources by concrete paths: those of a collection as a list, `{"/pets": [{"id": 1}]}`, and one resource as an object,
 * `{"/pets/1": {"id": 1}}`.
 */
export type SeedData = Readonly<Record<string, JsonObject | readonly JsonObject[]>>;

/** A resource of seed data, its family and the values of its path. */
export interface SeededResource {
  family: Family;
  operation: Operation | undefined;
  /** The values of the path of its collection. */
  collection: readonly string[];
  /** Undefined if its fields have it. */
  key: string | undefined;
  /** Undefined if it is generated. */
  value: JsonObject | undefined;
}

/**
 * Reads seed data.
 *
 * @throws UserError if a path is not that of a collection or a resource that lives, or its value has another form
 */
export function seededResources(families: readonly Family[], data: unknown): SeededResource[] {
  if (!isObject(data)) throw new UserError("The seed data is not an object of resources by their paths.");
  const inner = Object.entries(data).flatMap(([path, content]) => resourcesAt(families, path, content));
  // The resources around come before those below them.
  return inner.toSorted((one, other) => one.family.key.length - other.family.key.length);
}

function resourcesAt(families: readonly Family[], path: string, content: Json): SeededResource[] {
  for (const family of families) {
    for (const operation of collectionOperations(family)) {
      const collection = valuesIn(operation, path);
      if (!collection || !Array.isArray(content) || !content.every(isObject)) continue;
      return content.map((value) => ({ family, operation, collection, key: undefined, value }));
    }
    for (const { operation, position } of itemPlaces(family)) {
      const values = valuesIn(operation, path);
      if (!values || !isObject(content)) continue;
      const key = family.resource ? values.at(position) : "";
      return [{ family, operation, collection: values.slice(0, position), key, value: content }];
    }
  }
  const known = [...new Set(families.map(pathText))].join(", ") || "none";
  throw new UserError(
    `The seed data has ${JSON.stringify(path)}, which is not the path of a collection with a list of objects, or of one resource with an object. Resources live at ${known}.`,
  );
}

/** The values of a concrete path; undefined if it is not that of an operation. */
function valuesIn(operation: Operation, pathname: string): string[] | undefined {
  const [route] = routesOf([operation], "");
  const values = route?.valuesOf({ origin: "", pathname });
  return values && pathParameters(operation).map((parameter) => values[parameter?.name ?? ""] ?? "");
}

/**
 * The resources that the examples of a document show. They are in responses to a path, in lists, or a path names them.
 * An example of a resource alone counts more than that of an item.
 */
export function exampleResources(families: readonly Family[], operations: readonly Operation[]): SeededResource[] {
  return [...families.flatMap(shownIn), ...families.flatMap((family) => namedResources(family, operations))];
}

/** The resources whose identifiers the examples of paths name, below others too. Their values are generated. */
function namedResources(family: Family, operations: readonly Operation[]): SeededResource[] {
  if (!family.resource || (family.isGiven && !itemOperation(family))) return [];
  return placesOf(family).flatMap(({ key: place, outer }) => {
    const position = family.position + outer;
    const isInside = ({ path }: Operation) => `${pathKey(path)}/`.startsWith(`${place}/`);
    return operations.filter(isInside).flatMap((operation) =>
      examplePairs(operation).flatMap(({ parameters, response }): SeededResource[] => {
        const values = valuesOfPath(operation, parameters)?.slice(0, position + 1);
        if (!values || !isSuccessKey(response)) return [];
        const collection = values.slice(0, position);
        return [{ family, operation: itemOperation(family), collection, key: values[position], value: undefined }];
      }),
    );
  });
}

/** The resources that the examples of the responses of a family show. */
function shownIn(family: Family): SeededResource[] {
  const [identifier] = family.identifiers;
  const others = family.others ?? [];
  const reads = [{ retrieve: family.retrieve, outer: 0 }, ...others.map(({ acts, outer }) => ({ ...acts, outer }))];
  const single = reads.flatMap(({ retrieve, outer }) =>
    examplesOf(retrieve).flatMap(({ values, body }): SeededResource[] => {
      const position = family.position + outer;
      const value = identifier ? resourceIn(body, { identifier }) : isObject(body) ? body : undefined;
      const key = family.resource ? values[position] : "";
      const collection = values.slice(0, position);
      return value ? [{ family, operation: retrieve, collection, key: key ?? undefined, value }] : [];
    }),
  );
  const listed = [family, ...others].flatMap(({ list }) =>
    examplesOf(list?.operation).flatMap(({ values: collection, body }) => {
      const items = valueAt(body, list?.paging.items ?? "");
      const operation = list?.operation;
      return (Array.isArray(items) ? items : []).flatMap((value): SeededResource[] =>
        isObject(value) ? [{ family, operation, collection, key: undefined, value }] : [],
      );
    }),
  );
  return [...single, ...listed];
}

/** The examples of the successes of an operation, with the values of its path. Those that lack one belong to no resource. */
function examplesOf(operation: Operation | undefined): { values: string[]; body: Json }[] {
  if (!operation) return [];
  return examplePairs(operation).flatMap(({ parameters, response, responseExample }) => {
    const values = valuesOfPath(operation, parameters);
    return values && isSuccessKey(response) && responseExample ? [{ values, body: responseExample.value }] : [];
  });
}

/** The values of the path of an example; undefined if it lacks one. */
function valuesOfPath(operation: Operation, sent: ExamplePair["parameters"]): string[] | undefined {
  const values = pathParameters(operation).map((wanted) => sent.find(({ parameter }) => parameter === wanted)?.value);
  return values.every((value) => value !== undefined && typeof value !== "object") ? values.map(String) : undefined;
}
