import { sampleExample } from "#generate/client/client-sample.js";
import { asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { firstExample } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";

/** A copy of a document for Scalar, which makes one request of all values of an operation's parameters. */
export function withSampleParameters(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const operation of operationsOf(document)) {
    Object.assign(asObject(valueAt(copy, operation.pointer)), parametersOf(document, operation));
  }
  return copy;
}

/**
 * The parameters of an operation, each with one value: that of its first example that succeeds. Scalar puts all values into
 * one request, and those of different examples may exclude each other. So a parameter that the example does not have keeps
 * its first value, and is switched off (`x-disabled`).
 */
function parametersOf(document: OpenApiDocument, operation: Operation): JsonObject {
  if (operation.parameters.length === 0) return {};
  const pair = sampleExample(operation);
  const parameters = operation.parameters.map((parameter): JsonObject => {
    const { example: _, examples: __, ...node } = asObject(valueAt(document, parameter.pointer));
    const given = pair?.parameters.find((candidate) => candidate.parameter === parameter);
    const value = given?.value ?? firstExample(parameter.examples);
    const isOff = !given && !parameter.required;
    return { ...node, examples: { sample: { ...(value === undefined ? {} : { value }), "x-disabled": isOff } } };
  });
  return { parameters };
}
