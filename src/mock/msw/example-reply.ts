import type { IHttpRequest } from "@stoplight/prism-http";
import type { ExamplePair } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { SchemaValidator } from "#openapi/schema/validator.js";
import { chooseExample } from "../prism/choose-example.js";
import { echoIdentifiers } from "../prism/echo-identifiers.js";
import type { ReadRequest, ReceivedRequest } from "./read-request.js";
import type { AnyReply } from "./reply.js";

/**
 * The response of the example that matches a request best, or of the first success. It returns the identifiers of the
 * request, as the mock does.
 *
 * @returns undefined if the operation has no example of a response
 */
export function exampleReply(
  operation: Operation,
  examples: readonly ExamplePair[],
  validator: SchemaValidator,
  { url, headers, path }: ReceivedRequest,
  { input }: ReadRequest,
): AnyReply | undefined {
  const request: IHttpRequest = {
    method: operation.method,
    url: { path: url.pathname, query: Object.fromEntries(url.searchParams) },
    headers: Object.fromEntries(headers),
    body: input.body,
  };
  const successes = examples.filter(({ response }) => response.status.startsWith("2"));
  const pair = chooseExample(examples, request, path) ?? successes[0] ?? examples[0];
  if (!pair || (pair.response.content.length > 0 && !pair.responseExample)) return undefined;
  const { response, responseExample } = pair;
  const statusCode = statusOf(response.status);
  const type: Record<string, string> = responseExample ? { "content-type": responseExample.mediaType.name } : {};
  const { body } = echoIdentifiers(
    operation,
    path,
    { statusCode, headers: type, body: responseExample?.value },
    validator,
  );
  return { status: statusCode, headers: type, ...(responseExample ? { body } : {}) };
}

/** The first status of a range, as Prism responds; 500 for `default`, which describes errors. */
function statusOf(key: string): number {
  if (key === "default") return 500;
  return Number(key.replace(/XX$/i, "00"));
}
