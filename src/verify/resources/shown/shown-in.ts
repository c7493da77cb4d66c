import { isObject, type Json } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { oncePer } from "#openapi/document/once-per.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { likelyProperties, plainName, singularOf } from "#statements/names.js";
import type { NamedKind } from "#statements/references/named-kind.js";
import { kindsNamed } from "#statements/references/names-of-resources.js";
import {
  resourceCreatedBy,
  resourceListedBy,
  resourceRetrievedBy,
  resourcesOf,
} from "#statements/resources/find-resources.js";
import { identifierIn } from "#statements/resources/identifying-values.js";
import { pathKey, resourcePaths, segmentsOf } from "#statements/resources/path-parameters.js";
import { pathBelow, type Resource } from "#statements/resources/resource.js";
import type { Contract } from "#verify/model/contract.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { methodOf, type RequestSpec } from "#verify/model/request/request-spec.js";
import { itemsOf } from "#verify/relations/list-items.js";
import { pathValues } from "../address.js";
import { kindsBySchema } from "./kinds-by-schema.js";
import { likelyResources } from "./resources-by-address.js";

/** The values of a path that lead to a resource, the outermost first. */
export type ShownValues = readonly (string | number | bigint)[];

/** The path values of a resource that a response showed. */
export interface Shown {
  resource: Resource;
  values: ShownValues;
}

/** The most parts of a body that are looked at, and the most items of a list in it. */
const MOST = { parts: 2000, items: 20 };

/**
 * The resources that a success shows. Its path names them, or it lists, retrieves or creates them. It may also have their
 * addresses, or fields that name them: `author.username`, `projectId`.
 */
export function shownIn(contract: Contract, request: RequestSpec, exchange: Exchange): readonly Shown[] {
  return isSuccess(exchange) ? shownOnce(exchange, { contract, request }) : [];
}

const shownOnce = oncePer((exchange: Exchange, { contract, request }: { contract: Contract; request: RequestSpec }) => {
  const body = jsonOf(exchange);
  const location = exchange.headers.get("location");
  const outer = valuesInPath(request);
  return [
    ...inPath(contract, request, outer),
    ...ofOwnKind(contract, request.operation, outer, exchange),
    ...(location === null ? [] : inAddress(contract, location)),
    ...(body === undefined ? [] : inFields(contract, request.operation, outer, { body, exchange })),
  ];
});

/** The values of the path of a request, up to the first one that is not plain. */
export function valuesInPath({ operation, parameters }: RequestSpec): ShownValues {
  return plainValues(pathValues(operation, parameters).map((known) => known?.value));
}

/** The values of the request's own path: the target knows them. */
function inPath(contract: Contract, request: RequestSpec, values: ShownValues): Shown[] {
  if (methodOf(request) === "delete") return [];
  return resourcePaths(request.operation.path).flatMap((path) =>
    shown(contract, pathKey(path), values.slice(0, path.split("{").length - 1)),
  );
}

function shown(contract: Contract, key: string, values: ShownValues): Shown[] {
  const resource = resourcesOf(contract).get(key);
  return resource && values.length === resource.position + 1 ? [{ resource, values }] : [];
}

function plainValues(values: readonly (Json | undefined)[]): ShownValues {
  const end = values.findIndex((value) => !isPlain(value));
  return values.slice(0, end < 0 ? values.length : end).filter(isPlain);
}

function isPlain(value: Json | undefined): value is string | number | bigint {
  return isNumber(value) || (typeof value === "string" && value !== "" && value.length < 200);
}

/** The items of a list, the retrieved or the created resource. */
function ofOwnKind(contract: Contract, operation: Operation, outer: ShownValues, exchange: Exchange): Shown[] {
  const listed = resourceListedBy(contract, operation);
  const single = resourceRetrievedBy(contract, operation) ?? resourceCreatedBy(contract, operation);
  const items = listed?.list ? itemsOf(listed.list, exchange).slice(0, MOST.items) : [];
  return [
    ...items.flatMap((item) => (listed ? identified(listed, item, outer) : [])),
    ...(single ? identified(single, jsonOf(exchange), outer.slice(0, single.position)) : []),
  ];
}

/** The resource that a representation is of, by each field that may identify it. */
function identified(resource: Resource, body: Json | undefined, outer: ShownValues): Shown[] {
  const values = resource.identifiers().flatMap((identifier) => identifierIn(body, identifier) ?? []);
  return outer.length < resource.position
    ? []
    : [...new Set(values)].map((value) => ({ resource, values: pathBelow(resource, outer, value) }));
}

/**
 * The resource that an address leads to. It may have another host, and a base path before.
 *
 * @param base the segments of the base path (default: any)
 */
function inAddress(contract: Contract, address: string, base?: readonly string[]): Shown[] {
  const segments = segmentsOf(address);
  if (base?.some((segment, index) => segment !== segments[index])) return [];
  return likelyResources(contract, segments).flatMap(({ resource, segments: wanted }): Shown[] => {
    if (base && segments.length !== base.length + wanted.length) return [];
    const last = segments.slice(-wanted.length);
    const isSame =
      segments.length > wanted.length && wanted.every((segment, index) => segment === "{}" || segment === last[index]);
    const values = isSame
      ? last.filter((_, index) => wanted[index] === "{}").map((value) => percentDecoded(value) ?? "")
      : [];
    return values.length === resource.position + 1 && values.every(isPlain) ? [{ resource, values }] : [];
  });
}

/** The segments of the base path of the server that has responded. */
function baseOf({ path }: Operation, { request: { url } }: Exchange): string[] {
  const segments = segmentsOf(url);
  return segments.slice(0, segments.length - segmentsOf(path).length + 1);
}

/** The resources that the fields of a body name, at any depth. */
function inFields(
  contract: Contract,
  operation: Operation,
  outer: ShownValues,
  { body, exchange }: { body: Json; exchange: Exchange },
): Shown[] {
  const found: Shown[] = [];
  const base = baseOf(operation, exchange);
  let left = MOST.parts;
  const add = (resource: Resource, value: Json | undefined) => {
    // A nested resource belongs to the one that the request names.
    const isNear = resource.position === 0 || pathKey(operation.path).startsWith(aroundOf(resource));
    if (isPlain(value) && outer.length >= resource.position && isNear) {
      found.push({ resource, values: pathBelow(resource, outer, value) });
    }
  };
  const ofSchema = kindsBySchema(contract, operation, exchange);
  const visit = (name: string, value: Json, at: string): void => {
    left -= 1;
    if (left < 0) return;
    if (Array.isArray(value)) {
      // All items have the schema of the first one.
      for (const item of value.slice(0, MOST.items)) visit(name, item, pointerTo(at, 0));
      return;
    }
    const named = kindsNamed(contract, name).filter((kind) => identifiesBy(kind, name));
    if (!isObject(value)) {
      for (const resource of new Set([...named.map(({ resource }) => resource), ...ofSchema(at)])) add(resource, value);
      if (typeof value !== "string") return;
      if (value.startsWith("/")) found.push(...inAddress(contract, value));
      // Other sites have addresses of the same form, so the whole path counts.
      if (/^https?:\/\//i.test(value)) found.push(...inAddress(contract, value, base));
      return;
    }
    for (const { resource, noun, parameter } of new Set([...named, ...kindsNamed(contract, singularOf(name))])) {
      if (noun !== plainName(name) && noun !== singularOf(name)) continue;
      const [own] = likelyProperties(parameter, noun, Object.keys(value));
      if (own !== undefined) add(resource, value[own]);
    }
    for (const [field, member] of Object.entries(value)) visit(field, member, pointerTo(at, field));
  };
  const top = Array.isArray(body) ? pointerTo("", 0) : "";
  for (const [name, value] of topFields(body)) visit(name, value, pointerTo(top, name));
  return found;
}

/** Whether a field of a name identifies a resource of a kind. `sort: 1` is not a value of `/sort/{collection}`. */
function identifiesBy({ isOfOther, parameter }: NamedKind, name: string): boolean {
  return !isOfOther || plainName(name) === plainName(parameter);
}

/** The path around a nested resource, up to its last outer value: `/repos/{}/{}` of `/repos/{}/{}/releases/tags/{}`. */
function aroundOf({ key }: Resource): string {
  const outer = key.slice(0, -"{}".length);
  return outer.slice(0, outer.lastIndexOf("{}") + "{}".length);
}

function topFields(body: Json): [string, Json][] {
  if (Array.isArray(body))
    return body.slice(0, MOST.items).flatMap((item) => (isObject(item) ? Object.entries(item) : []));
  return isObject(body) ? Object.entries(body) : [];
}
