import type { Operation } from "#openapi/operations/operation.js";
import { isAccessDenied, isSuccess } from "../model/request/exchange.js";
import type { ParameterValue } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { oncePerRun } from "../model/test-case/once-per-run.js";
import { operandCombinations } from "../requests/operands.js";

/** After so many responses with 404, the values identify something that the target lacks. */
const MOST_MISSING = 3;

/** After so many rejections, and none accepted, the values are not those of the operation. */
const MOST_REJECTED = 12;

const accepted = oncePerRun<Operation, readonly ParameterValue[]>();

/**
 * Values that an operation which calculates accepts: numbers and texts that identify nothing. All usual combinations are sent
 * once, because a function does something else for ordered, equal, negative and other values. Each response is judged as any
 * exchange of the run.
 *
 * @returns the first accepted combination; an empty list if there is none
 */
export function operandValues(context: CaseContext, operation: Operation): Promise<readonly ParameterValue[]> {
  return accepted.get(context, operation, () => sendOperands(context, operation));
}

async function sendOperands(context: CaseContext, operation: Operation): Promise<readonly ParameterValue[]> {
  if (!context.target.keepsState) return [];
  let first: readonly ParameterValue[] | undefined;
  let missing = 0;
  let rejected = 0;
  for (const parameters of operandCombinations(context, operation)) {
    if (!first && (missing >= MOST_MISSING || rejected >= MOST_REJECTED)) break;
    const request = { operation, parameters };
    if (!(await context.prepare(request))) break;
    const exchange = await context.send(request);
    if (exchange.status === 429 || isAccessDenied(exchange)) break;
    if (isSuccess(exchange)) first ??= parameters;
    else {
      rejected += 1;
      missing += exchange.status === 404 ? 1 : 0;
    }
  }
  return first ?? [];
}
