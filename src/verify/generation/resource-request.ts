import type { Operation } from "../../openapi/operation.js";
import type { CaseContext } from "../model/case-context.js";
import type { BodySpec, ParameterValue, PathValue, RequestSpec } from "../model/request-spec.js";
import { pathParameters } from "../relations/path-parameters.js";
import { generatedBody, generatedParameter } from "./generated-request.js";
import { exampleBody, exampleValue, successExample, targetFileValue } from "./valid-request.js";

/**
 * A request to a resource whose path values are known. Other required parameters have values of the target file, of
 * examples, or generated ones.
 *
 * @returns undefined if the path has more parameters
 * @throws Skipped if a value cannot be generated
 */
export function resourceRequest(
  context: CaseContext,
  operation: Operation,
  values: readonly PathValue[],
  body?: BodySpec,
): RequestSpec | undefined {
  const example = successExample(operation);
  const path = pathParameters(operation);
  const parameters: ParameterValue[] = [];
  for (const parameter of operation.parameters) {
    const position = path.indexOf(parameter);
    const known = position < 0 ? undefined : values[position];
    if (known) parameters.push({ parameter, ...known });
    else if (parameter.required) {
      const value =
        targetFileValue(context, operation, parameter, example?.key ?? "") ??
        (parameter.in === "path" ? undefined : exampleValue(example, parameter)) ??
        generatedParameter(context, operation, parameter);
      if (!value) return undefined;
      parameters.push(value);
    }
  }
  return { operation, parameters, body };
}

/**
 * The bodies that an operation may accept, the likeliest one first: its example with new unique values; or a generated one
 * with all properties, and one with the required ones only.
 */
export function likelyBodies(context: CaseContext, operation: Operation): (BodySpec | undefined)[] {
  const example = exampleBody(context, successExample(operation));
  if (example) return [example];
  const least = generatedBody(context, operation);
  return least ? [generatedBody(context, operation, "all"), least] : [undefined];
}
