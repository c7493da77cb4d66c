import { percentDecoded } from "#openapi/document/percent-decoded.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";

const PARAMETER = /\{[^{}]+\}/g;

/** A path without the slash at its end, which the routers of Django write. It leads to the same resource. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** A path with its parameters left out: two operations may name the parameter of one place differently. */
export function pathKey(path: string): string {
  return withoutSlash(path).replace(PARAMETER, "{}");
}

/** The last segment of a path: `things` of `/things/`. */
export function lastSegment(path: string): string {
  return withoutSlash(path).split("/").at(-1) ?? "";
}

/** Whether a path ends with the identifier of a resource. */
export function endsInParameter(path: string): boolean {
  return lastSegment(path).endsWith("}");
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

/** The names of the parameters of a path, in their order. */
export function namesIn(path: string): string[] {
  return (path.match(PARAMETER) ?? []).map((name) => name.slice(1, -1));
}

/** A collection and the key of an item in one segment, as OData writes it (URL Conventions 4.01, 4.3.1): `Posts('{id}')`. */
const KEYED = /^([^{}()]+)\('?\{[^{}]*\}'?\)$/;

/**
 * The part of a path up to each segment that is a parameter: `/a/{b}` and `/a/{b}/c/{d}` of `/a/{b}/c/{d}/e`. Several in a row
 * identify one resource together: `/repos/{owner}/{repo}`.
 */
export function resourcePaths(path: string): string[] {
  const segments = path.split("/");
  const isParameter = (index: number) => /^\{[^{}]+\}$/.test(segments[index] ?? "");
  const literals = segments.findIndex((segment, index) => index > 0 && !isParameter(index) && segment !== "");
  return segments.flatMap((_, index) =>
    literals > 0 &&
    (KEYED.test(segments[index] ?? "") || (index > literals && isParameter(index) && !isParameter(index + 1)))
      ? [segments.slice(0, index + 1).join("/")]
      : [],
  );
}

/** The path of the collection of a resource: `/things` of `/things/{id}` and of `/things({id})`. */
export function collectionPath(path: string): string {
  const own = withoutSlash(path);
  const around = own.slice(0, own.lastIndexOf("/"));
  const [, collection] = KEYED.exec(own.slice(around.length + 1)) ?? [];
  return collection === undefined ? around : `${around}/${collection}`;
}

/** Whether a value is a segment of a path: an empty one, and dots alone, lead to another path (RFC 3986, 5.2.4). */
export function isSegment(value: unknown): boolean {
  return !["", ".", ".."].includes(String(value));
}

/** The segments of the path of an address, which may have a host. The first one is empty if the path is absolute. */
export function segmentsOf(address: string): string[] {
  const [path = ""] = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/);
  return withoutSlash(path).split("/");
}

/**
 * The value of the last parameter of a path in an address, such as that of `Location`. The address may have another host
 * and begin with further segments.
 */
export function lastValueIn(address: string, path: string): string | undefined {
  return valuesIn(address, path)?.at(-1);
}

/** The values of all parameters of a path in an address; undefined if the address has another path. */
export function valuesIn(address: string, path: string): string[] | undefined {
  const found = segmentsOf(address);
  const wanted = withoutSlash(path).split("/").slice(1);
  const last = found.slice(-wanted.length);
  if (found.length < wanted.length) return undefined;
  const isParameter = (index: number) => /^\{/.test(wanted[index] ?? "");
  if (!wanted.every((segment, index) => isParameter(index) || segment === last[index])) return undefined;
  const values = last.filter((_, index) => isParameter(index)).map(percentDecoded);
  return values.includes("") ? undefined : values;
}

/** The values of the parameters of a path that an address, or its beginning, has. Undefined if it has another path. */
export function valuesWithin(address: string, path: string): string[] | undefined {
  if (!/[/]/.test(address)) return undefined;
  const segments = segmentsOf(address);
  const length = withoutSlash(path).split("/").length - 1;
  for (let end = segments.length; end >= length; end -= 1) {
    const values = valuesIn(segments.slice(0, end).join("/"), path);
    if (values) return values;
  }
  return undefined;
}
