import { pathKey, pathParameters, resourcePaths } from "#statements/resources/path-parameters.js";
import type { Contract } from "../model/contract.js";
import type { ParameterValue, RequestSpec } from "../model/request/request-spec.js";
import { pathValues } from "./address.js";

/** The reads of the resources that a request names by its path, the innermost one first. */
export function readsAround(
  { operations }: Pick<Contract, "operations">,
  { operation, parameters }: Pick<RequestSpec, "operation" | "parameters">,
): RequestSpec[] {
  const values = pathValues(operation, parameters);
  return resourcePaths(operation.path)
    .toReversed()
    .flatMap((path) => {
      const key = pathKey(path);
      const read = operations.find((other) => other.method === "get" && pathKey(other.path) === key);
      const known = (read ? pathParameters(read) : []).flatMap((parameter, index): ParameterValue[] => {
        const value = values[index];
        return parameter && value ? [{ ...value, parameter }] : [];
      });
      const isWhole = read && known.length === pathParameters(read).length;
      return isWhole ? [{ operation: read, parameters: known }] : [];
    });
}
