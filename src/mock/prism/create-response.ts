import { createRequire } from "node:module";
import type { PrismHttpComponents } from "@stoplight/prism-http";
import { DiagnosticSeverity } from "@stoplight/types";
import type { ExamplePair } from "../../openapi/example-pairs.js";
import type { Operation } from "../../openapi/operation.js";
import { responseFor } from "../../openapi/status.js";
import type { SchemaError, SchemaValidator } from "../../openapi/validator.js";
import { bodyErrors, noValidResponse } from "./check-response.js";
import { chooseExample } from "./choose-example.js";
import type { OperationLookup } from "./documented-operations.js";
import { echoIdentifiers } from "./echo-identifiers.js";
import { generatorResource } from "./generator.js";

type Mocker = PrismHttpComponents["mock"];

// The index of Prism does not export its mocker. `require` is used because tools disagree on the default export of a
// CommonJS module.
const { default: prismMocker }: { default: Mocker } = createRequire(import.meta.url)(
  "@stoplight/prism-http/dist/mocker/index.js",
);

/** The generator may need several tries until a value is valid by all keywords of a schema. */
const DYNAMIC_TRIES = 20;

/**
 * Makes the component that creates responses: Prism's own mocker, with the example that matches the request, the
 * identifier of the request, every status that a range covers, and responses that are validated before they are sent.
 */
export function responseCreator(lookup: OperationLookup, validator: SchemaValidator): Mocker {
  return ({ resource, input, config }) => {
    const isInvalid = input.validations.some(({ severity }) => severity === DiagnosticSeverity.Error);
    if (isInvalid) return prismMocker({ resource, input, config });

    const { operation, examples, pathValues } = lookup(resource);
    if (config.code !== undefined && isContentless(operation, config.code)) {
      return () => ({ _tag: "Right", right: { statusCode: Number(config.code), headers: {} } });
    }
    const sent = pathValues(input.data.url.path);
    const isChoosing = config.code === undefined && config.exampleKey === undefined && !config.dynamic;
    const example = isChoosing ? chooseExample(examples, input.data, sent) : undefined;
    const chosen = example ? { ...config, ...preferenceFor(example, operation) } : config;
    const source = config.dynamic ? generatorResource(resource) : resource;

    return (logger) => {
      let errors: SchemaError[] = [];
      for (let tries = config.dynamic ? DYNAMIC_TRIES : 1; tries > 0; tries -= 1) {
        const outcome = prismMocker({ resource: source, input, config: { ...chosen } })(logger);
        if (outcome._tag === "Left") return outcome;
        const response =
          config.exampleKey === undefined ? echoIdentifiers(operation, sent, outcome.right, validator) : outcome.right;
        errors = bodyErrors(operation, response, validator);
        if (errors.length === 0) return { _tag: "Right", right: response };
      }
      return { _tag: "Left", left: noValidResponse(operation, errors) };
    };
  };
}

/** The status and the example key by which Prism finds the response of an example. */
function preferenceFor(
  { key, response, responseExample }: ExamplePair,
  operation: Operation,
): { code?: number; exampleKey?: string } {
  const code = response.status === "default" ? undefined : firstStatus(response.status, operation);
  return {
    ...(code === undefined ? {} : { code }),
    ...(responseExample?.mediaType.examples.named.has(key) ? { exampleKey: key } : {}),
  };
}

/** The status itself or, for a range, its first status that is not documented exactly. */
function firstStatus(documented: string, { responses }: Operation): number {
  if (!documented.endsWith("XX")) return Number(documented);
  let status = Number(documented.replace("XX", "00"));
  while (responses.some((response) => response.status === String(status))) status += 1;
  return status;
}

/** True for a status that the contract documents without a body. */
function isContentless(operation: Operation, status: number): boolean {
  return responseFor(operation, status)?.content.length === 0;
}
