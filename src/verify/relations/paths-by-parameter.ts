import { oncePer } from "#openapi/document/once-per.js";
import { wordsOf } from "#openapi/document/words.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { plainName, singularOf } from "#statements/names.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { append, identifyingParameter, resourcesOf } from "#statements/resources/find-resources.js";
import { collectionPath, lastSegment } from "#statements/resources/path-parameters.js";
import { creatingOperation, type Resource } from "#statements/resources/resource.js";
import type { Contract } from "../model/contract.js";

/**
 * The created resources that a path without a creation may name. Its parameter has the same name, and says which thing it is.
 * `/history/{code}` may be "the code of the parcel" of `/parcels/{code}`, and `/balances/{userId}` is that of a user.
 */
export function namedByParameter(contract: Contract, resource: Resource): readonly Resource[] {
  return pathsOf(contract).named.get(resource) ?? [];
}

/** The paths without a creation whose parameter names a created resource. */
export function pathsByParameter(contract: Contract, created: Resource): readonly Resource[] {
  return pathsOf(contract).paths.get(created) ?? [];
}

interface Paths {
  named: ReadonlyMap<Resource, readonly Resource[]>;
  paths: ReadonlyMap<Resource, readonly Resource[]>;
}

const pathsOf = oncePer((contract: Contract): Paths => {
  const resources = [...resourcesOf(contract).values()].filter(({ position }) => position === 0);
  const named = new Map<Resource, readonly Resource[]>();
  const paths = new Map<Resource, Resource[]>();
  for (const resource of resources) {
    const parameter = creatingOperation(resource) ? undefined : identifyingParameter(resource);
    if (!parameter || schemaOf(contract.document, parameter).enum !== undefined) continue;
    const alike = resources.filter((other) => {
      const own = creatingOperation(other) && identifyingParameter(other);
      return own && plainName(own.name) === plainName(parameter.name) && says(parameter, other);
    });
    named.set(resource, alike);
    for (const other of alike) append(paths, other, resource);
  }
  return { named, paths };
});

/** Whether a parameter says by its name or its description that it identifies a thing of a kind. */
function says({ name, description }: Parameter, { key }: Resource): boolean {
  const noun = singularOf(lastSegment(collectionPath(key)));
  const isNamed = noun !== "" && plainName(name).startsWith(noun);
  return isNamed || wordsOf(description).some((word) => singularOf(word) === noun);
}
