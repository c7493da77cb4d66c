import { HttpResponse, type HttpResponseResolver } from "msw";
import { isJson } from "#http/media-type.js";
import { PROBLEM_TYPE, problemDetails } from "#http/problem.js";
import { inputOf, type RequestReading, readRequest, violationText } from "#http/request/read-request.js";
import type { Route } from "#http/routes.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { type ExamplePair, examplePairs } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { responseFor } from "#openapi/operations/status.js";
import type { SchemaValidator } from "#openapi/schema/validator.js";
import { withChoice } from "../responder/choice.js";
import { chooseExample, firstStatus } from "../responder/choose-example.js";
import { echoIdentifiers } from "../responder/echo-identifiers.js";
import { examplePage } from "../responder/list/example-page.js";
import { type MockedList, mockedList } from "../responder/list/mocked-list.js";
import { withParentFields } from "../responder/list/parent-fields.js";
import { type MockedResponse, violationOf } from "../responder/mocked-response.js";
import { hasCredentials } from "./has-credentials.js";
import type { AnyOverride, AnyReply } from "./reply.js";

/**
 * Makes the function that responds to the requests of one operation: with a problem (RFC 9457) to a request that violates
 * the contract, else by the override, else with an example.
 */
export function responder(
  document: OpenApiDocument,
  { operation, valuesOf }: Route,
  validator: SchemaValidator,
  override: AnyOverride | undefined,
): HttpResponseResolver {
  const examples = examplePairs(operation);
  const list = mockedList(document, operation);
  const schemes = securitySchemes(document);

  return async ({ request, cookies }) => {
    const url = new URL(request.url);
    const path = valuesOf(url);
    if (!path) return undefined;
    // The override may read the body as well.
    const body = await request.clone().text();
    const received = { path, query: url.searchParams, headers: request.headers, cookies, body };
    if (!hasCredentials(operation.security, schemes, received)) return problem(operation, 401, "a key is missing");
    const reading = readRequest(document, operation, received, validator);
    const { violations } = reading;
    if (violations.length > 0) {
      const status = violations.some(({ kind }) => kind === "media-type") ? 415 : 422;
      return problem(operation, status, violations.map(violationText).join("; "));
    }
    const own = typeof override === "function" ? await override(inputOf(reading), request) : override;
    const reply = own ?? exampleReply(operation, examples, list, validator, reading);
    return reply
      ? responseOf(operation, reply)
      : problem(operation, 501, "the contract has no example of a response. Pass an override");
  };
}

/**
 * The response of the example that matches a request best, or of the first success.
 *
 * @returns undefined if the operation has no example of a response
 */
function exampleReply(
  operation: Operation,
  examples: readonly ExamplePair[],
  list: MockedList | undefined,
  validator: SchemaValidator,
  reading: RequestReading,
): AnyReply | undefined {
  const matching = chooseExample(examples, reading, list?.paging);
  const pair = matching ?? examples.find(({ response }) => response.status.startsWith("2")) ?? examples[0];
  if (!pair || (pair.response.content.length > 0 && !pair.responseExample)) return undefined;
  const { response, responseExample } = pair;
  const documented = {
    statusCode: firstStatus(response.status, operation, responseExample?.value),
    headers: responseExample ? { "content-type": responseExample.mediaType.name } : {},
    ...(responseExample ? { body: responseExample.value } : {}),
  };
  const echoed = echoIdentifiers(operation, reading, documented, validator, matching);
  const isValid = (candidate: MockedResponse) => violationOf(operation, candidate, validator) === undefined;
  const asked = { examples, matching, reading };
  const page = list
    ? withParentFields(operation, list, asked, examplePage(list, asked, echoed, isValid), isValid)
    : echoed;
  const { statusCode, ...reply } = withChoice(page, { preferred: {}, matching: matching?.key, isExample: true });
  return { status: statusCode, ...reply };
}

function responseOf(operation: Operation, { status, body, headers }: AnyReply): HttpResponse<string | null> {
  const all = new Headers(headers);
  const documented = responseFor(operation, status)?.content[0]?.name;
  if (body !== undefined && !all.has("content-type")) all.set("content-type", documented ?? "application/json");
  const isText = typeof body === "string" && !isJson(all.get("content-type") ?? "");
  return new HttpResponse(body === undefined ? null : isText ? body : JSON.stringify(body), { status, headers: all });
}

function problem({ method, path }: Operation, status: number, reason: string): HttpResponse<string> {
  const detail = `${method.toUpperCase()} ${path}: ${reason}.`;
  const title = status === 501 ? "No example" : "The request violates the contract";
  const body = JSON.stringify(problemDetails(status, title, detail));
  return new HttpResponse(body, { status, headers: { "content-type": PROBLEM_TYPE } });
}
