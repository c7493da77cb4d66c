import type { Operation } from "#openapi/operations/operation.js";
import type { Contract } from "#verify/model/contract.js";
import { invalidBodies } from "./bodies.js";
import { exclusiveParameters, invalidParameter } from "./parameters.js";
import type { Violation } from "./violation.js";

/** Every way to violate one constraint on the requests of an operation. */
export function invalidRequestsOf(contract: Contract, operation: Operation): Violation[] {
  return [
    ...operation.parameters.flatMap((parameter) => invalidParameter(contract, parameter)),
    ...exclusiveParameters(operation),
    ...invalidBodies(contract, operation),
  ];
}
