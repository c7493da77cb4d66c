import type { Json } from "../../openapi/document.js";
import type { Operation } from "../../openapi/operation.js";
import type { CaseContext } from "../model/case-context.js";
import type { BodySpec, ParameterValue, RequestSpec, ValueSource } from "../model/request-spec.js";
import { pathParameters } from "../relations/path-parameters.js";
import { generatedBody, generatedParameter } from "./generated-request.js";
import { exampleBody, exampleValue, successExample, targetFileValue } from "./valid-request.js";

/** A value of a path parameter, by its position. */
export interface PathValue {
  value: Json;
  source: ValueSource;
}

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

/** The body of the operation's example with new unique values; a generated one without an example. */
export function likelyBody(context: CaseContext, operation: Operation): BodySpec | undefined {
  return exampleBody(context, successExample(operation)) ?? generatedBody(context, operation);
}
