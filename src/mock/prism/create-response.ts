import { STATUS_CODES } from "node:http";
import { createRequire } from "node:module";
import type { IHttpResponse, PrismHttpComponents } from "@stoplight/prism-http";
import { DiagnosticSeverity } from "@stoplight/types";
import type { ExamplePair } from "../../openapi/example-pairs.js";
import type { Operation } from "../../openapi/operation.js";
import { responseFor } from "../../openapi/status.js";
import type { SchemaValidator } from "../../openapi/validator.js";
import { TimeOver, withinTime } from "../../openapi/within-time.js";
import { hasExample, violationOf } from "./body-violation.js";
import { noResponseInTime, noValidResponse, withWarning } from "./check-response.js";
import { withChoice } from "./choice.js";
import { chooseExample } from "./choose-example.js";
import type { OperationLookup } from "./documented-operations.js";
import { echoIdentifiers } from "./echo-identifiers.js";
import type { Generator } from "./generator.js";

type Mocker = PrismHttpComponents["mock"];
type Outcome = ReturnType<ReturnType<Mocker>>;

// The index of Prism does not export its mocker. `require` is used because tools disagree on the default export of a
// CommonJS module.
const { default: prismMocker }: { default: Mocker } = createRequire(import.meta.url)(
  "@stoplight/prism-http/dist/mocker/index.js",
);

/** The generator may need several tries until a value is valid by all keywords of a schema. */
const DYNAMIC_TRIES = 20;

/** The time in which a response has to be generated, in milliseconds. */
const GENERATION_LIMIT = 1000;

/**
 * Makes the component that creates responses: Prism's own mocker, with the example that matches the request, the
 * identifier of the request, every status that a range covers, and responses that are validated before they are sent.
 *
 * A generated response that is invalid by its schema is generated again. If none is valid, or the document's own example
 * is invalid, the response has a warning.
 *
 * @param isStrict whether such a response is an error instead
 */
export function responseCreator(
  lookup: OperationLookup,
  validator: SchemaValidator,
  generator: Generator,
  isStrict: boolean,
): Mocker {
  return ({ resource, input, config }) => {
    const isInvalid = input.validations.some(({ severity }) => severity === DiagnosticSeverity.Error);
    if (isInvalid) return prismMocker({ resource, input, config });

    const { operation, examples, pathValues } = lookup(resource);
    if (config.code !== undefined && isContentless(operation, config.code)) {
      const preferred = { preferred: config, matching: undefined, isExample: true };
      return () => ({ _tag: "Right", right: withChoice({ statusCode: Number(config.code), headers: {} }, preferred) });
    }
    if (config.code !== undefined && responseFor(operation, config.code) === undefined) {
      const undocumented = undocumentedResponse(operation, config.code);
      return () => ({ _tag: "Right", right: undocumented });
    }
    if (operation.responses.length === 0 && !isStrict) {
      const empty = withWarning({ statusCode: 204 }, `${operation.id} documents no response`);
      return () => ({ _tag: "Right", right: empty });
    }
    const sent = pathValues(input.data.url.path);
    const isChoosing = config.code === undefined && config.exampleKey === undefined && !config.dynamic;
    const example = isChoosing ? chooseExample(examples, input.data, sent) : undefined;
    const chosen = example ? { ...config, ...preferenceFor(example, operation) } : config;

    return (logger) => {
      const respond = (dynamic: boolean): Outcome => {
        const source = dynamic ? generator.generatorResource(resource, config.seed) : resource;
        try {
          const outcome = prismMocker({ resource: source, input, config: { ...chosen, dynamic } })(logger);
          if (outcome._tag === "Left" || config.exampleKey !== undefined) return outcome;
          return { _tag: "Right", right: echoIdentifiers(operation, sent, outcome.right, validator) };
        } catch (error) {
          return { _tag: "Left", left: error instanceof Error ? error : new Error(String(error)) };
        }
      };
      const generate = () => inTime(operation, () => respond(true));
      const candidates = outcomes(() => respond(false), generate, config.dynamic, operation);
      const outcome = firstValid(candidates, operation, validator, isStrict);
      if (outcome._tag === "Left") return outcome;
      const { body } = outcome.right;
      const isExample = body === undefined || (!config.dynamic && hasExample(operation, outcome.right));
      const choice = { preferred: config, matching: example?.key, isExample };
      return { _tag: "Right", right: withChoice(outcome.right, choice) };
    };
  };
}

/** A response with a status that the contract does not document, for example of a gateway: a problem (RFC 9457). */
function undocumentedResponse({ id }: Operation, status: number): IHttpResponse {
  const choice = { preferred: { code: status }, matching: undefined, isExample: true };
  // Neither status has content (RFC 9110, 15.3.6 and 15.4.5).
  if ([204, 205, 304].includes(status)) return withChoice({ statusCode: status, headers: {} }, choice);
  const headers = { "content-type": "application/problem+json" };
  const title = STATUS_CODES[status] ?? `Status ${status}`;
  const detail = `The contract does not document ${status} for ${id}. The request preferred it.`;
  return withChoice({ statusCode: status, headers, body: { type: "about:blank", title, status, detail } }, choice);
}

/** Generates a response, and ends after a time: a schema may require a text of billions of characters. */
function inTime(operation: Operation, respond: () => Outcome): Outcome {
  try {
    return withinTime(GENERATION_LIMIT, respond);
  } catch (error) {
    if (!(error instanceof TimeOver)) throw error;
    return { _tag: "Left", left: noResponseInTime(operation, GENERATION_LIMIT) };
  }
}

/**
 * The outcomes of a request, in the order of preference.
 *
 * @param respond responds with examples, or the simplest values
 * @param generate responds with generated values
 * @param isDynamic whether the request prefers generated values
 */
function* outcomes(
  respond: () => Outcome,
  generate: () => Outcome,
  isDynamic: boolean,
  operation: Operation,
): IterableIterator<Outcome> {
  if (!isDynamic) {
    const first = respond();
    yield first;
    // The author of an example wants to see it. Generated values never replace it.
    if (first._tag === "Right" && hasExample(operation, first.right)) return;
  }
  for (let tries = DYNAMIC_TRIES; tries > 0; tries -= 1) {
    const next = generate();
    yield next;
    // The generator fails at the schema, not at chance.
    if (next._tag === "Left") break;
  }
  if (isDynamic) yield respond();
}

/** The first valid response; without one, the first response with a warning, or an error if it is strict. */
function firstValid(
  candidates: Iterable<Outcome>,
  operation: Operation,
  validator: SchemaValidator,
  isStrict: boolean,
): Outcome {
  let failure: Outcome | undefined;
  let invalid: { response: IHttpResponse; violation: string } | undefined;
  for (const outcome of candidates) {
    if (outcome._tag === "Left") failure ??= outcome;
    else {
      const violation = violationOf(operation, outcome.right, validator);
      if (violation === undefined) return outcome;
      invalid ??= { response: outcome.right, violation };
    }
  }
  if (!invalid) return failure ?? { _tag: "Left", left: new Error(`The mock has no response for ${operation.id}.`) };
  return isStrict
    ? { _tag: "Left", left: noValidResponse(operation, invalid.violation) }
    : { _tag: "Right", right: withWarning(invalid.response, invalid.violation) };
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
