import { isObject, type Json, type JsonObject } from "../../openapi/document.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { pointerNames, pointerTo } from "../../openapi/pointer.js";
import type { Contract } from "../model/contract.js";
import { resourceCreatedBy } from "./find-resources.js";
import { likelyProperties, plainName, singularOf } from "./names.js";
import { pathParameters } from "./path-parameters.js";
import type { Resource } from "./resource.js";

/** A field in a body that names the resource that is created or replaced. */
export interface ClientIdentity {
  /** Undefined if the document has no path for the resource. */
  resource: Resource | undefined;
  /** JSON pointer into the body. */
  pointer: string;
  value: string | number;
}

/** Names of identifiers in any API, and of fields that identify a resource in some. */
const IDENTIFYING = ["id", "uuid", "guid"];
const NATURAL = ["slug", "key", "code", "handle", "number", "username", "login", "email", "name"];

/** The resource that the body of an operation names: `POST /pets` creates it, and `PUT /pets` replaces it. */
export function resourceNamedBy(contract: Contract, operation: Operation): Resource | undefined {
  const { method, path } = operation;
  if (method !== "put" && method !== "patch") return resourceCreatedBy(contract, operation);
  if (pathParameters(operation).length > 0) return undefined;
  const creates = contract.operationsAt(path).flatMap((other) => resourceCreatedBy(contract, other) ?? []);
  return creates[0];
}

/**
 * The fields by which a client names the resources that it creates or replaces, one for each object: a field of usual name,
 * that of the path parameter, or one that the document states.
 */
export function clientIdentities(contract: Contract, operation: Operation, body: Json): ClientIdentity[] {
  const resource = resourceNamedBy(contract, operation);
  if (operation.method !== "post" && !resource) return [];
  const parameter = resource && parameterOf(resource);
  return objectsIn(body).flatMap(({ at, object }) => {
    const names = namesIn(Object.keys(object), operation, resource, parameter);
    const named = names.flatMap((name): ClientIdentity[] => {
      const value = object[name];
      const isName = isPlain(value) && isValidFor(contract, parameter, value);
      return isName ? [{ resource, pointer: pointerTo(at, name), value }] : [];
    });
    return named.slice(0, 1);
  });
}

/** The path parameter that identifies a resource. */
function parameterOf({ retrieve, remove, update, replace, nested, position }: Resource): Parameter | undefined {
  const [user] = [retrieve, remove, update, replace, ...nested].flatMap((operation) => operation ?? []);
  return user && pathParameters(user)[position];
}

/** Whether a value can stand in the path: a name is none if the path has UUIDs. */
function isValidFor({ validator }: Contract, parameter: Parameter | undefined, value: string | number): boolean {
  if (parameter?.schema === undefined) return true;
  // In a form, a number is a text. Some servers cut off fractions.
  return [value, Number(value), Math.trunc(Number(value))].some(
    (named) => validator.errors(parameter.schemaPointer, named).length === 0,
  );
}

/** The objects of a body that may describe a resource: itself, the only one in it (`{ "article": { … } }`), or those of a list. */
function objectsIn(body: Json): { at: string; object: JsonObject }[] {
  if (Array.isArray(body)) {
    return body.flatMap((item, index) => (isObject(item) ? [{ at: pointerTo("", index), object: item }] : []));
  }
  if (!isObject(body)) return [];
  const inner = Object.entries(body).flatMap(([name, value]) => (isObject(value) ? [[name, value] as const] : []));
  const [only] = inner;
  return [
    { at: "", object: body },
    ...(only && inner.length === 1 ? [{ at: pointerTo("", only[0]), object: only[1] }] : []),
  ];
}

function namesIn(
  fields: readonly string[],
  { path }: Operation,
  resource: Resource | undefined,
  { name: parameter = "" }: Partial<Parameter> = {},
): string[] {
  const segment = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  const usual = [...IDENTIFYING, singularOf(segment), `${singularOf(segment)}id`];
  const identifying = fields.filter((field) => usual.includes(plainName(field)));
  if (!resource) return identifying;
  const stated = resource.identifiers().filter(({ origin }, index) => index === 0 || origin === "stated");
  const known = stated.flatMap(({ pointer }) => pointerNames(pointer).slice(-1));
  // A name or a code identifies seldom, so it counts where the target can be asked for it.
  const natural = fields.filter((field) => NATURAL.includes(plainName(field)));
  const likely = resource.retrieve ? [...likelyProperties(parameter, segment, fields), ...natural].slice(0, 1) : [];
  const exact = fields.filter((field) => plainName(field) === plainName(parameter));
  return [...new Set([...identifying, ...exact, ...fields.filter((field) => known.includes(field)), ...likely])];
}

function isPlain(value: Json | undefined): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}
