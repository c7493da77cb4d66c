import { isObject, type Json, type JsonObject } from "../../openapi/document.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { pointerNames, pointerTo } from "../../openapi/pointer.js";
import type { Contract } from "../model/contract.js";
import { resourceCreatedBy } from "./find-resources.js";
import { likelyProperties, plainName, singularOf } from "./names.js";
import { pathParameters } from "./path-parameters.js";
import type { Resource } from "./resource.js";

/** A field in the body of a creation that names the new resource: some servers replace what has this name. */
export interface ClientIdentity {
  /** Undefined if the document has no path for the created resource. */
  resource: Resource | undefined;
  /** JSON pointer into the body. */
  pointer: string;
  value: string | number;
}

/** Names of identifiers in any API, and of fields that identify a resource in some. */
const IDENTIFYING = ["id", "uuid", "guid"];
const NATURAL = ["slug", "key", "code", "handle", "number", "username", "login", "email", "name"];

/**
 * The field by which a client names the resource that it creates: one of usual name, that of the path parameter, or one that
 * the document states. Undefined if the body has none, or the operation creates nothing.
 */
export function clientIdentity(contract: Contract, operation: Operation, body: Json): ClientIdentity | undefined {
  if (operation.method !== "post") return undefined;
  const resource = resourceCreatedBy(contract, operation);
  const parameter = resource && parameterOf(resource);
  for (const { at, object } of objectsIn(body)) {
    for (const name of namesIn(Object.keys(object), operation, resource, parameter)) {
      const value = object[name];
      if (isPlain(value) && isValidFor(contract, parameter, value)) {
        return { resource, pointer: pointerTo(at, name), value };
      }
    }
  }
  return undefined;
}

/** The path parameter that identifies a resource. */
function parameterOf({ retrieve, remove, update, replace, nested, position }: Resource): Parameter | undefined {
  const [user] = [retrieve, remove, update, replace, ...nested].flatMap((operation) => operation ?? []);
  return user && pathParameters(user)[position];
}

/** Whether a value can stand in the path: a name is none if the path has UUIDs. */
function isValidFor({ validator }: Contract, parameter: Parameter | undefined, value: string | number): boolean {
  if (parameter?.schema === undefined) return true;
  // In a form, a number is a text.
  return [value, Number(value)].some((each) => validator.errors(parameter.schemaPointer, each).length === 0);
}

/** A body, and the object in it if that is its only one: `{ "article": { … } }`. */
function objectsIn(body: Json): { at: string; object: JsonObject }[] {
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
