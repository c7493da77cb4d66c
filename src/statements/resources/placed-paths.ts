import type { OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { itemsPointer } from "../list-items.js";
import { IDENTIFYING, plainName, singularOf } from "../names.js";
import { namesIn, pathKey, pathParameters, withoutSlash } from "./path-parameters.js";

/** Ends of names that have the identifier of a thing: `project_id`, `projectCode`. */
const ENDS = ["", ...IDENTIFYING, "code", "key", "name", "slug"];

/** A collection at the top of a document, and the parameter by which its items are identified. */
interface Top {
  /** Its path: `/projects`. */
  path: string;
  noun: string;
  name: string;
  /** The place of the parameter in the document: that of a component, if it is one. */
  pointer: string;
}

/**
 * The operations of a document, each at the place that its resource has among the others. Some documents name the resource
 * around a collection after it. `/comments/{post_id}` has the comments of `/posts/{id}`, so its place is
 * `/posts/{post_id}/comments`. The path that is sent stays as it is written. The list is remembered, as that of `operationsOf`.
 */
export const placedOperations = oncePer((document: OpenApiDocument) => placed(document, operationsOf(document)));

function placed(document: OpenApiDocument, operations: readonly Operation[]): readonly Operation[] {
  const tops = topsOf(operations);
  if (tops.length === 0) return operations;
  const keys = new Set(operations.map(({ path }) => pathKey(path)));
  const places = new Map<string, string | undefined>();
  const placeOf = (operation: Operation) => {
    const [around] = /^[^{}]*\/\{[^{}]+\}(?=\/|$)/.exec(operation.path) ?? [];
    if (around === undefined) return undefined;
    const key = pathKey(around);
    if (!places.has(key)) places.set(key, placeAround(document, operations, tops, key));
    const place = places.get(key);
    const [name = ""] = namesIn(around);
    if (place === undefined) return undefined;
    return place.replace("{}", `{${name}}`) + withoutSlash(operation.path).slice(around.length);
  };
  const all = operations.map((operation): Operation => {
    const path = placeOf(operation);
    return path === undefined ? operation : { ...operation, path, writtenPath: operation.path };
  });
  // Another operation may have this place already.
  const isFree = ({ path, writtenPath }: Operation) => writtenPath === undefined || !keys.has(pathKey(path));
  return all.every(isFree) ? all : operations;
}

/** The collections at the top whose items other operations may name. */
function topsOf(operations: readonly Operation[]): Top[] {
  const isCollection = (path: string) =>
    operations.some((operation) => withoutSlash(operation.path) === path && ["get", "post"].includes(operation.method));
  const tops = new Map<string, Top>();
  for (const operation of operations) {
    const [, path, name] = /^([^{}]*\/[^{}/]+)\/\{([^{}]+)\}(?=\/|$)/.exec(operation.path) ?? [];
    const [parameter] = pathParameters(operation);
    if (path === undefined || name === undefined || !parameter || !isCollection(path)) continue;
    const noun = singularOf(path.slice(path.lastIndexOf("/") + 1));
    tops.set(`${path} ${parameter.pointer}`, { path, noun, name, pointer: parameter.pointer });
  }
  return [...tops.values()];
}

/**
 * The place of a collection that is named before the resource around it: `/posts/{}/comments` of `/comments/{}`. Undefined if
 * nothing says that its parameter identifies another thing.
 */
function placeAround(
  document: OpenApiDocument,
  operations: readonly Operation[],
  tops: readonly Top[],
  key: string,
): string | undefined {
  const own = key.slice(0, -"/{}".length);
  if (operations.some(({ path }) => withoutSlash(path) === own)) return undefined;
  const at = operations.filter(({ path }) => pathKey(path) === key);
  const isOfCollection = (operation: Operation) =>
    operation.method === "post" || (operation.method === "get" && itemsPointer(document, operation) !== undefined);
  if (at.length === 0 || !at.every(isOfCollection)) return undefined;
  const users = operations.filter(({ path }) => pathKey(path) === key || pathKey(path).startsWith(`${key}/`));
  const parameters = users.flatMap((operation) => pathParameters(operation)[0] ?? []);
  const noun = singularOf(own.slice(own.lastIndexOf("/") + 1));
  const isOther = (top: Top) =>
    top.noun !== noun &&
    parameters.every(
      ({ name, pointer }) => (pointer === top.pointer && pointer.startsWith("#/components/")) || names(top, name),
    );
  const around = [...new Set(tops.filter(isOther).map(({ path }) => path))];
  const [only] = around;
  if (only === undefined || around.length > 1) return undefined;
  const base = only.slice(0, only.lastIndexOf("/") + 1);
  return own.startsWith(base) ? `${only}/{}/${own.slice(base.length)}` : undefined;
}

/** Whether a parameter has the name of a thing: `post_id` of `/posts/{id}`. */
function names({ noun, name }: Top, parameter: string): boolean {
  const plain = plainName(parameter);
  const isSame = plain === plainName(name) && plain !== noun && plain.startsWith(noun);
  return isSame || ENDS.some((end) => plain === noun + end);
}
