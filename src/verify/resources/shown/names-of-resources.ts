import type { Contract } from "#verify/model/contract.js";
import { resourcesOf } from "#verify/relations/find-resources.js";
import { IDENTIFYING, plainName, singularOf } from "#verify/relations/names.js";
import { pathParameters } from "#verify/relations/path-parameters.js";
import type { Resource } from "#verify/relations/resource.js";

/** A resource, and the names by which the fields of other resources refer to it. */
export interface NamedKind {
  resource: Resource;
  /** The path segment before its parameter, as a singular: `pet` of `/pets/{petId}`. */
  noun: string;
  /** The name of its parameter. */
  parameter: string;
}

/** Names of parameters that say nothing of the kind of resource. */
const GENERAL = [...IDENTIFYING, "key", "name", "slug", "code", "number", "value", "type", "version"];

/** The resources of a document by the plain names of fields that refer to them: `petid`, `petuuid`, `pet`. */
export function kindsByField(contract: Contract): ReadonlyMap<string, readonly NamedKind[]> {
  const known = found.get(contract) ?? findKinds(contract);
  found.set(contract, known);
  return known;
}

const found = new WeakMap<Contract, ReadonlyMap<string, readonly NamedKind[]>>();

function findKinds(contract: Contract): Map<string, NamedKind[]> {
  const kinds = new Map<string, NamedKind[]>();
  for (const resource of resourcesOf(contract).values()) {
    const kind = kindOf(resource);
    if (!kind) continue;
    const ofNoun =
      kind.noun === "" ? [] : [kind.noun, ...[...IDENTIFYING, "slug", "key"].map((end) => kind.noun + end)];
    const plain = plainName(kind.parameter);
    const ofParameter = GENERAL.includes(plain) ? [] : [plain];
    for (const name of new Set([...ofNoun, ...ofParameter])) kinds.set(name, [...(kinds.get(name) ?? []), kind]);
  }
  return kinds;
}

function kindOf(resource: Resource): NamedKind | undefined {
  const { retrieve, remove, update, replace, nested, position, key } = resource;
  const [user] = [retrieve, remove, update, replace, ...nested].flatMap((operation) => operation ?? []);
  const parameter = user && pathParameters(user)[position]?.name;
  const segment = key.split("/").at(-2) ?? "";
  return parameter === undefined ? undefined : { resource, noun: singularOf(segment), parameter };
}
