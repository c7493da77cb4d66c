import { percentDecoded } from "#openapi/document/percent-decoded.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";

const PARAMETER = /\{[^{}]+\}/g;

/** A path with its parameters left out: two operations may name the parameter of one place differently. */
export function pathKey(path: string): string {
  return path.replace(PARAMETER, "{}");
}

/** The path parameters of an operation, in the order of its path. */
export function pathParameters({ path, parameters }: Operation): (Parameter | undefined)[] {
  return namesIn(path).map((name) =>
    parameters.find((parameter) => parameter.in === "path" && parameter.name === name),
  );
}

/** The names in the path of an operation that the document does not declare as path parameters (OpenAPI 3.1, 4.8.8.1). */
export function undeclaredParameters(operation: Operation): string[] {
  const declared = pathParameters(operation);
  return namesIn(operation.path).filter((_, index) => declared[index] === undefined);
}

function namesIn(path: string): string[] {
  return (path.match(PARAMETER) ?? []).map((name) => name.slice(1, -1));
}

/** The part of a path up to each segment that is a parameter: `/a/{b}` and `/a/{b}/c/{d}` of `/a/{b}/c/{d}/e`. */
export function resourcePaths(path: string): string[] {
  const segments = path.split("/");
  return segments.flatMap((segment, index) =>
    index > 1 && /^\{[^{}]+\}$/.test(segment) && !/^\{/.test(segments[index - 1] ?? "")
      ? [segments.slice(0, index + 1).join("/")]
      : [],
  );
}

/** The path of the collection of a resource: `/things` of `/things/{id}`. */
export function collectionPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** The segments of the path of an address, which may have a host. The first one is empty if the path is absolute. */
export function segmentsOf(address: string): string[] {
  const [path = ""] = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/);
  return path.replace(/\/$/, "").split("/");
}

/**
 * The value of the last parameter of a path in an address, such as that of `Location`. The address may have another host
 * and begin with further segments.
 */
export function lastValueIn(address: string, path: string): string | undefined {
  const found = segmentsOf(address);
  const wanted = path.split("/").slice(1);
  const last = found.slice(-wanted.length);
  if (found.length < wanted.length) return undefined;
  const fits = wanted.every((segment, index) => /^\{/.test(segment) || segment === last[index]);
  const value = last.at(-1);
  if (!fits || value === undefined || value === "") return undefined;
  return percentDecoded(value);
}
