import type { Operation } from "#openapi/operations/operation.js";
import type { Contract } from "#verify/model/contract.js";
import { invalidBodies } from "./bodies.js";
import type { InvalidRequest } from "./invalid-request.js";
import { exclusiveParameters, invalidParameter } from "./parameters.js";

/** Every way to violate one constraint on the requests of an operation. */
export function invalidRequestsOf(contract: Contract, operation: Operation): InvalidRequest[] {
  return [
    ...operation.parameters.flatMap((parameter) => invalidParameter(contract, parameter)),
    ...exclusiveParameters(operation),
    ...invalidBodies(contract, operation),
  ];
}
