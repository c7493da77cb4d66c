import { sampleExample } from "#generate/client/client-sample.js";
import { asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { type ExamplePair, examplePairs, firstExample } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";

/** The key of the values for a request without a body that has examples. */
const SAMPLE = "sample";

/** A copy of a document for Scalar, which makes one request of all values of an operation's parameters. */
export function withSampleParameters(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const operation of operationsOf(document)) {
    Object.assign(asObject(valueAt(copy, operation.pointer)), parametersOf(document, operation));
  }
  return copy;
}

/**
 * The parameters of an operation, with one value for each example of its body. Scalar takes the value with the key of the
 * body's example, and puts all into one request. Values of different examples may exclude each other. So a parameter that the
 * example does not have keeps its first value, and is switched off (`x-disabled`).
 */
function parametersOf(document: OpenApiDocument, operation: Operation): JsonObject {
  if (operation.parameters.length === 0) return {};
  const pairs = examplePairs(operation);
  const bodies = (operation.requestBody?.content ?? []).flatMap(({ examples }) => [...examples.named.keys()]);
  const parameters = operation.parameters.map((parameter): JsonObject => {
    const { example: _, examples: __, ...node } = asObject(valueAt(document, parameter.pointer));
    const exampleOf = (pair: ExamplePair | undefined): JsonObject => {
      const given = pair?.parameters.find((candidate) => candidate.parameter === parameter);
      const value = given?.value ?? firstExample(parameter.examples);
      return { ...(value === undefined ? {} : { value }), "x-disabled": !given && !parameter.required };
    };
    const ofBodies = bodies.map((key) => [key, exampleOf(pairs.find((pair) => pair.key === key))]);
    return { ...node, examples: { ...Object.fromEntries(ofBodies), [SAMPLE]: exampleOf(sampleExample(operation)) } };
  });
  return { parameters };
}
