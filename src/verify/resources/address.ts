import type { Operation } from "#openapi/operations/operation.js";
import { isSegment, pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import type { ParameterValue } from "../model/request/request-spec.js";

/**
 * The address of a resource: its path with the values of its parameters, percent-encoded. Two operations may name the
 * parameter of one place differently, and have the same address.
 *
 * @param key the path with its parameters left out: `/things/{}`
 * @param values of the parameters, in their order
 * @returns undefined if a value is missing, or is not a text, a number or a boolean. Also if it leads to another path: an
 * empty one, and the dot segments (RFC 3986, 5.2.4)
 */
export function addressOf(key: string, values: readonly unknown[]): string | undefined {
  let count = 0;
  let isComplete = true;
  const address = key.replaceAll("{}", () => {
    const value = values[count];
    count += 1;
    const isPlain = ["string", "number", "bigint", "boolean"].includes(typeof value);
    isComplete &&= isPlain && isSegment(value);
    return isComplete ? encoded(String(value)) : "";
  });
  return isComplete ? address : undefined;
}

/** Half of a surrogate pair cannot be percent-encoded (RFC 3986, 2.5), and is compared as it is. */
function encoded(value: string): string {
  return value.isWellFormed() ? encodeURIComponent(value) : value;
}

/** Whether an address is that of a resource, or below it. */
export function isAtOrBelow(address: string, resource: string): boolean {
  return address === resource || address.startsWith(`${resource}/`);
}

/** The values of a request's path parameters, in the order of the path; undefined where one is missing. */
export function pathValues(
  operation: Operation,
  parameters: readonly ParameterValue[],
): readonly (ParameterValue | undefined)[] {
  return pathParameters(operation).map((wanted) =>
    wanted === undefined ? undefined : parameters.find(({ parameter }) => parameter === wanted),
  );
}

/**
 * The addresses of the resources that a request names by its path, the outermost first: `/teams/3` and `/teams/3/keys/8` of
 * `/teams/3/keys/8/usage`. Undefined for a resource whose value is missing.
 */
export function namedAddresses(
  operation: Operation,
  parameters: readonly ParameterValue[],
): readonly (string | undefined)[] {
  const values = pathValues(operation, parameters).map((pathValue) => pathValue?.value);
  const segments = pathKey(operation.path).split("/");
  let count = 0;
  return segments.flatMap((segment, index) => {
    const before = count;
    count += segment.split("{}").length - 1;
    const key = segments.slice(0, index + 1).join("/");
    // A segment may have several parameters.
    return Array.from({ length: count - before }, () => addressOf(key, values.slice(0, count)));
  });
}
