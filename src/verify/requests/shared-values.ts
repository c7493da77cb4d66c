import type { Json } from "#openapi/document/document.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { isSafe, isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { endsInParameter, pathParameters } from "#statements/resources/path-parameters.js";
import type { Contract } from "../model/contract.js";
import type { Target } from "../model/target/target.js";

/**
 * Whether a value that the target file gives for all operations may serve a parameter of this one. It never names what a
 * request changes: that takes a value for the operation. It may name what a new resource belongs to.
 */
export function mayBeShared(contract: Contract, operation: Operation, parameter: Parameter): boolean {
  if (parameter.in !== "path" || isSafe(operation)) return true;
  if (pathParameters(operation).at(-1) !== parameter) return true;
  return operation.method === "post" && !endsInParameter(operation.path) && isOfCollection(contract, operation);
}

/**
 * Whether one value is likely to serve a parameter of all operations. Several of them have it, and it means the same in
 * each. `id` of `/pets/{id}` is not that of `/orders/{id}`.
 */
export function isSharable(contract: Contract, operation: Operation, parameter: Parameter): boolean {
  if (!mayBeShared(contract, operation, parameter)) return false;
  const { name } = parameter;
  const uses = contract.operations.flatMap((candidate) =>
    candidate.parameters.flatMap((use) => (use.name === name ? [{ candidate, use }] : [])),
  );
  const served = uses.filter(({ candidate, use }) => mayBeShared(contract, candidate, use));
  const meanings = new Set(uses.map(({ candidate, use }) => meaningOf(candidate, use)));
  return served.length > 1 && meanings.size === 1;
}

/** The place of a parameter; for one of the path, with all that stands before it. */
function meaningOf({ path }: Operation, { in: place, name }: Parameter): string {
  return place === "path" ? (path.split(`{${name}}`)[0] ?? path) : place;
}

/** Whether a path is that of a collection: the document has items below it. */
function isOfCollection({ operations }: Contract, { path }: Operation): boolean {
  return operations.some((candidate) => candidate.path.startsWith(`${path}/{`));
}

/**
 * The value that the target file gives for a parameter of all operations. Undefined without one, for an example of an error,
 * and where it would name what a request changes.
 */
export function sharedValue(
  { contract, target }: { contract: Contract; target: Pick<Target, "parameters"> },
  operation: Operation,
  parameter: Parameter,
  key: string | undefined,
): Json | undefined {
  const { parameters = {} } = target;
  const value = Object.hasOwn(parameters, parameter.name) ? parameters[parameter.name] : undefined;
  if (value === undefined || !mayBeShared(contract, operation, parameter)) return undefined;
  const pair = key === undefined ? undefined : examplePairs(operation).find((candidate) => candidate.key === key);
  return pair === undefined || isSuccessKey(pair.response) ? value : undefined;
}
