import { asList, isObject, type Json } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { parentOf, pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { IDENTIFYING, likelyProperties, NATURAL_KEYS, plainName, singularOf } from "#statements/names.js";
import { sentObjects } from "#statements/resources/envelope.js";
import { identifyingParameter, resourceCreatedBy, resourcesOf } from "#statements/resources/find-resources.js";
import {
  collectionPath,
  endsInParameter,
  lastSegment,
  pathKey,
  pathParameters,
} from "#statements/resources/path-parameters.js";
import type { Resource } from "#statements/resources/resource.js";
import { propertiesAt } from "#statements/schema-fields.js";
import type { Contract } from "../model/contract.js";

/** A field in a body that names the resource that is created or replaced. */
export interface ClientIdentity {
  /** Undefined if the document has no path for the resource. */
  resource: Resource | undefined;
  /** JSON pointer into the body. */
  pointer: string;
  value: string | number | bigint;
}

/**
 * The resource that the body of an operation names. `POST /pets` creates it, and `PUT /pets` replaces it. So does `PUT
 * /pets/{pet}`, whose body may repeat what the path names.
 */
export function resourceNamedBy(contract: Contract, operation: Operation): Resource | undefined {
  const { path } = operation;
  if (endsInParameter(operation.path)) return resourcesOf(contract).get(pathKey(path));
  if (operation.method === "post") return resourceCreatedBy(contract, operation);
  // Where items have changes of their own, or the path is that of a list, this changes all.
  const isOfList = contract.operationsAt(path).some(({ method }) => method === "get");
  if (pathParameters(operation).length > 0 || isOfList) return undefined;
  const creates = contract.operationsAt(path).flatMap((candidate) => resourceCreatedBy(contract, candidate) ?? []);
  return creates.find(({ update, replace }) => !update && !replace);
}

/**
 * The fields by which a client names the resources that it creates or replaces. They are those of usual names, that of the
 * path parameter, and a stated one.
 */
export function clientIdentities(contract: Contract, operation: Operation, body: Json): ClientIdentity[] {
  const resource = resourceNamedBy(contract, operation);
  if (operation.method !== "post" && !resource) return [];
  const parameter = resource && identifyingParameter(resource);
  return sentObjects(body).flatMap(({ at, object }) => {
    const names = namesIn(Object.keys(object), operation, resource, parameter);
    const several = Object.keys(object).filter((name) => namesSeveral(name, resource, parameter));
    const named = [
      ...names.map((name) => ({ pointer: pointerTo(at, name), value: object[name] })),
      ...several.flatMap((name) =>
        asList(object[name]).map((value, index) => ({ pointer: pointerTo(pointerTo(at, name), index), value })),
      ),
    ];
    return named.flatMap(({ pointer, value }): ClientIdentity[] => {
      const isName = isPlain(value) && isValidFor(contract, parameter, value);
      return isName ? [{ resource, pointer, value }] : [];
    });
  });
}

/** Whether a field names several resources of a kind: `usernames` of `/users/{name}`. Lists of ids are of what exists. */
function namesSeveral(
  name: string,
  resource: Resource | undefined,
  { name: parameter = "" }: Partial<Parameter> = {},
): boolean {
  const own = plainName(parameter);
  if (!resource || own === "" || IDENTIFYING.some((end) => own.endsWith(end))) return false;
  const owner = singularOf(lastSegment(collectionPath(resource.key)));
  return plainName(name) !== singularOf(name) && [own, owner + own].includes(singularOf(name));
}

/**
 * Whether the document describes a body that names one resource by a field. The field is declared, and no list of plain
 * values is beside it. Such a list may hold the identifiers of a change in bulk.
 */
export function declaresName({ document }: Contract, { requestBody }: Operation, body: Json, pointer: string): boolean {
  const parent = parentOf(pointer);
  const [name = ""] = pointerNames(pointer).slice(-1);
  const contents = requestBody?.content ?? [];
  const isDeclared = contents.some((content) => propertiesAt(document, content, parent).includes(name));
  const isPlainList = (value: Json | undefined) => Array.isArray(value) && value.some((item) => !isObject(item));
  const around = valueAt(body, parent);
  return isDeclared && isObject(around) && !Object.values(around).some(isPlainList);
}

/** Whether a value can stand in the path: a name cannot, if the path has UUIDs. */
function isValidFor(
  { validator }: Contract,
  parameter: Parameter | undefined,
  value: string | number | bigint,
): boolean {
  if (parameter?.schema === undefined) return true;
  // In a path and in a form, a number is a text. Some servers cut off fractions.
  return [String(value), Number(value), Math.trunc(Number(value))].some(
    (named) => validator.errors(parameter.schemaPointer, named).length === 0,
  );
}

function namesIn(
  fields: readonly string[],
  operation: Operation,
  resource: Resource | undefined,
  { name: parameter = "" }: Partial<Parameter> = {},
): string[] {
  const collection = operation.path.replace(/\/(\{[^{}]+\})?$/, "");
  const segment = collection.split("/").at(-1) ?? "";
  const usual = [...IDENTIFYING, singularOf(segment), `${singularOf(segment)}id`];
  const identifying = fields.filter((field) => usual.includes(plainName(field)));
  if (!resource) return identifying;
  const [first] = resource.identifiers();
  const known = first && pointerNames(first.pointer).at(-1);
  const exact = fields.filter((field) => plainName(field) === plainName(parameter) || field === known);
  // Where the server numbers its resources, an address or a name is only another way to find them.
  const isNumbered = known !== undefined && IDENTIFYING.includes(plainName(known));
  const natural = fields.filter((field) => NATURAL_KEYS.includes(plainName(field)));
  // A name or a code seldom identifies a resource. It counts where a read finds it, or nothing else is known.
  const isKnown = known !== undefined && resource.retrieve === undefined;
  const isLikely = !isNumbered && !isKnown && !endsInParameter(operation.path);
  const likely = isLikely ? [...likelyProperties(parameter, segment, fields), ...natural].slice(0, 1) : [];
  return [...new Set([...identifying, ...exact, ...likely])];
}

function isPlain(value: Json | undefined): value is string | number | bigint {
  return isNumber(value) || (typeof value === "string" && value !== "");
}
