import { STATUS_CODES } from "node:http";
import type { IHttpResponse } from "@stoplight/prism-http";
import { DiagnosticSeverity } from "@stoplight/types";
import { includesType } from "#http/media-type.js";
import { PROBLEM_TYPE, problemDetails } from "#http/problem.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { ExamplePair } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { SchemaValidator } from "#openapi/schema/validator.js";
import { withChoice } from "../responder/choice.js";
import { chooseExample, firstStatus } from "../responder/choose-example.js";
import { echoIdentifiers } from "../responder/echo-identifiers.js";
import { type ExamplePage, examplePage } from "../responder/list/example-page.js";
import { generatedPage } from "../responder/list/generated-page.js";
import { withParentFields } from "../responder/list/parent-fields.js";
import { hasExample, type MockedResponse, violationOf } from "../responder/mocked-response.js";
import type { DocumentedOperation, OperationLookup } from "./documented-operations.js";
import type { Generator } from "./generator.js";
import { statusOfExample } from "./preferred-example.js";
import { type Mocker, type Outcome, prismMocker } from "./prism-mocker.js";
import { rejection } from "./rejection.js";
import { markRepeatable } from "./remembered-responses.js";
import { withValidHeaders } from "./valid-headers.js";
import { validOutcome, withWarning } from "./valid-outcome.js";

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
  contract: OpenApiDocument,
  lookup: OperationLookup,
  validator: SchemaValidator,
  generator: Generator,
  isStrict: boolean,
): Mocker {
  const validating = { validator, isStrict };
  return ({ resource, input, config: requested }) => {
    const isInvalid = input.validations.some(({ severity }) => severity === DiagnosticSeverity.Error);
    const documented = lookup(resource);
    const { operation, examples, list, read } = documented;
    if (isInvalid) return rejection({ resource, input, config: requested }, operation, generator, validating);
    const preferredStatus =
      requested.exampleKey === undefined
        ? requested.code
        : statusOfExample(operation, requested.exampleKey, requested.code);
    if (preferredStatus instanceof Error) return () => ({ _tag: "Left", left: preferredStatus });
    const config = preferredStatus === undefined ? requested : { ...requested, code: preferredStatus };
    if (config.code !== undefined && isContentless(operation, config.code)) {
      const preferred = { preferred: config, matching: undefined, isExample: true };
      const empty = withChoice({ statusCode: Number(config.code), headers: {} }, preferred);
      return () => ({ _tag: "Right", right: markRepeatable(empty) });
    }
    if (config.code !== undefined && responseFor(operation, config.code) === undefined) {
      const undocumented = undocumentedResponse(operation, config.code);
      return () => ({ _tag: "Right", right: undocumented });
    }
    if (operation.responses.length === 0 && !isStrict) {
      const empty = withWarning({ statusCode: 204 }, `${operation.id} documents no response`);
      return () => ({ _tag: "Right", right: empty });
    }
    const reading = read(input.data);
    const isChoosing = config.code === undefined && config.exampleKey === undefined && !config.dynamic;
    const example = isChoosing ? chooseExample(examples, reading, list?.paging) : undefined;
    const chosen = example ? { ...config, ...preferenceFor(example, operation, input.data.headers?.accept) } : config;

    return (logger) => {
      let hasGeneratedHeader = false;
      const respond = (dynamic: boolean): Outcome => {
        const source = dynamic ? generator.generatorResource(resource, config.seed) : resource;
        const mocked = () => prismMocker({ resource: source, input, config: { ...chosen, dynamic } })(logger);
        try {
          const outcome = mocked();
          if (outcome._tag === "Left" || config.exampleKey !== undefined) return outcome;
          const fitting = { validator, generator, seed: config.seed };
          const valid = withValidHeaders(contract, operation, outcome.right, fitting);
          hasGeneratedHeader ||= valid !== outcome.right;
          const right = echoIdentifiers(operation, reading, valid, validator, example);
          const page = { examples, matching: example, reading };
          return { _tag: "Right", right: pageOf(documented, page, right, validator, dynamic ? mocked : undefined) };
        } catch (error) {
          return { _tag: "Left", left: error instanceof Error ? error : new Error(String(error)) };
        }
      };
      const outcome = validOutcome(operation, respond, config.dynamic, validating);
      if (outcome._tag === "Left") return outcome;
      const { body } = outcome.right;
      const isExample = body === undefined || (!config.dynamic && hasExample(operation, outcome.right));
      const choice = { preferred: config, matching: example?.key, isExample };
      const right = withChoice(outcome.right, choice);
      return { _tag: "Right", right: isExample && !hasGeneratedHeader ? markRepeatable(right) : right };
    };
  };
}

/**
 * The response with the items that the request asks for, if it is a list.
 *
 * @param generate makes another response of generated values; undefined if the response is not generated
 */
function pageOf(
  { operation, list }: DocumentedOperation,
  page: ExamplePage,
  response: IHttpResponse,
  validator: SchemaValidator,
  generate: (() => Outcome) | undefined,
): IHttpResponse {
  if (!list) return response;
  const isValid = (candidate: MockedResponse) => violationOf(operation, candidate, validator) === undefined;
  const another = () => {
    const outcome = generate?.();
    return outcome?._tag === "Right" ? outcome.right : undefined;
  };
  const found =
    !generate && hasExample(operation, response)
      ? examplePage(list, page, response, isValid)
      : generatedPage(list, page.reading, response, another, isValid);
  return withParentFields(operation, list, page, found, isValid);
}

/** A response with a status that the contract does not document, for example of a gateway: a problem (RFC 9457). */
function undocumentedResponse({ id }: Operation, status: number): IHttpResponse {
  const choice = { preferred: { code: status }, matching: undefined, isExample: true };
  // Neither status has content (RFC 9110, 15.3.6 and 15.4.5).
  if ([204, 205, 304].includes(status)) return withChoice({ statusCode: status, headers: {} }, choice);
  const headers = { "content-type": PROBLEM_TYPE };
  const title = STATUS_CODES[status] ?? `Status ${status}`;
  const detail = `The contract does not document ${status} for ${id}. The request preferred it.`;
  return withChoice({ statusCode: status, headers, body: problemDetails(status, title, detail) }, choice);
}

/**
 * The status, the example key and the media type by which Prism finds the response of an example; no key if the client
 * does not accept its media type.
 */
function preferenceFor(
  { key, response, responseExample }: ExamplePair,
  operation: Operation,
  accept = "*/*",
): { code: number; exampleKey?: string; mediaTypes?: string[] } {
  const status = { code: firstStatus(response.status, operation, responseExample?.value) };
  const { name, examples } = responseExample?.mediaType ?? {};
  if (name === undefined || !examples?.named.has(key)) return status;
  const isAccepted = accept.split(",").some((range) => includesType(range.trim(), name));
  return isAccepted ? { ...status, exampleKey: key, mediaTypes: [name] } : status;
}

/** True for a status that the contract documents without a body. */
function isContentless(operation: Operation, status: number): boolean {
  return responseFor(operation, status)?.content.length === 0;
}
