import type { Operation } from "#openapi/operations/operation.js";
import { resourceOf } from "#statements/resources/find-resources.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { isRejection } from "#verify/model/request/exchange.js";
import type { ParameterValue } from "#verify/model/request/request-spec.js";
import type { CaseContext, ShownPath } from "#verify/model/test-case/case-context.js";
import { oncePerRun } from "#verify/model/test-case/once-per-run.js";
import { addressOf } from "../address.js";

/** How many values of a path are tried. */
export const PATH_TRIES = 3;

/** Whether the target rejects the values. They cannot be tried if the operation requires others, which it may lack. */
export async function isRejected(
  context: CaseContext,
  operation: Operation,
  parameters: readonly ParameterValue[],
): Promise<boolean> {
  const requiresMore = operation.parameters.some((parameter) => parameter.required && parameter.in !== "path");
  return !requiresMore && isRejection(await context.send({ operation, parameters }));
}

const shownAtFirst = oncePerRun<Operation, readonly ParameterValue[]>();
const shownNow = oncePerRun<Operation, readonly ParameterValue[]>();

/**
 * Values for the whole path of an operation that a response of this run showed together. The target does not reject them.
 * Empty if there are none.
 */
export function shownPathValues(context: CaseContext, operation: Operation): Promise<readonly ParameterValue[]> {
  return (context.isSecondRun ? shownNow : shownAtFirst).get(context, operation, () =>
    findPathValues(context, operation),
  );
}

async function findPathValues(context: CaseContext, operation: Operation): Promise<readonly ParameterValue[]> {
  for (const sent of shownPaths(context, operation).slice(0, PATH_TRIES)) {
    if (!(await isRejected(context, operation, sent))) return sent;
  }
  return [];
}

/**
 * The values for the whole path of an operation that responses of this run showed together, the last ones first. They serve
 * requests that only read. A resource of another test case may be removed at any moment. So the first run of a test case
 * does not get those.
 */
export function shownPaths(context: CaseContext, operation: Operation): ParameterValue[][] {
  const parameters = pathParameters(operation);
  const last = parameters.at(-1);
  const resource = last && resourceOf(context.contract, operation, last);
  if (!resource || resource.position + 1 !== parameters.length) return [];
  const isLasting = ({ values }: ShownPath) => !context.resources.owns(addressOf(resource.key, values) ?? "");
  const shown = context.shown.pathsOf(resource.key);
  const paths = context.isSecondRun ? shown : shown.filter(isLasting);
  return paths.map(({ values, source }) =>
    parameters.flatMap((parameter, index): ParameterValue[] => {
      const value = values[index];
      return parameter && value !== undefined ? [{ parameter, value, source }] : [];
    }),
  );
}
