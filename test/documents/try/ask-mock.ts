import { errorText } from "#cli/user-error.js";
import { anyKey } from "#mock/example-request.js";
import { startMock } from "#mock/mock.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { GENERATED } from "#verify/model/request/request-spec.js";
import { singleCredential } from "#verify/model/target/target.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { prepareRequest } from "#verify/transport/prepare-request.js";
import { sampleValue } from "./sample-value.js";

/** How the mock answered one request for each operation, and one more with `Prefer: dynamic=true`. */
export interface MockAnswers {
  /** Until it listens. */
  milliseconds: number;
  operations: number;
  /** Requests that were answered with a status below 400. */
  successes: number;
  /** Requests that were answered with another status below 500: the sampled request was not valid. */
  rejections: number;
  /** Responses that the mock sent with a warning, because they are not valid by their schema. */
  warnings: number;
  /** Operations with a response of 500 or more, each with the detail of the response. */
  failures: string[];
}

/** The time limit of a response, in milliseconds. */
const TIMEOUT = 30_000;

/** Asks a mock of a document for operations. */
export async function askMock(
  spec: string,
  document: OpenApiDocument,
  operations: readonly Operation[],
): Promise<MockAnswers> {
  const begun = Date.now();
  const mock = await startMock({ spec, port: 0 });
  const answers: MockAnswers = {
    milliseconds: Date.now() - begun,
    operations: operations.length,
    successes: 0,
    rejections: 0,
    warnings: 0,
    failures: [],
  };
  try {
    for (const operation of operations) {
      for (const isDynamic of [false, true]) await ask(mock.url, document, operation, isDynamic, answers);
    }
  } finally {
    await mock.close();
  }
  return answers;
}

async function ask(
  baseUrl: string,
  document: OpenApiDocument,
  operation: Operation,
  isDynamic: boolean,
  answers: MockAnswers,
): Promise<void> {
  try {
    const { url, init } = await requestFor(baseUrl, document, operation);
    if (isDynamic) init.headers.set("Prefer", "dynamic=true");
    const response = await fetch(url, {
      ...init,
      body: init.body ?? null,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const text = await response.text();
    if (response.status >= 500 && operation.responses.every(({ status }) => status !== String(response.status))) {
      answers.failures.push(`${operation.id}${isDynamic ? " (dynamic)" : ""}: ${response.status} ${text}`);
    } else if (response.status < 400) answers.successes += 1;
    else answers.rejections += 1;
    if (response.headers.has("x-mock-warning")) answers.warnings += 1;
  } catch (error) {
    // No client can send it: the document describes a header that frames a message, for example.
    if (error instanceof Skipped) return;
    answers.failures.push(`${operation.id}: ${errorText(error)}`);
  }
}

/** The request of an operation: its first example, or sampled values of what is required. */
export async function requestFor(baseUrl: string, document: OpenApiDocument, operation: Operation) {
  const [example] = examplePairs(operation);
  const parameters = operation.parameters
    .filter(({ required }) => required)
    .map((parameter) => {
      const fromExample = example?.parameters.find((each) => each.parameter === parameter)?.value;
      return { parameter, value: fromExample ?? sampleValue(document, parameter.schema), source: GENERATED };
    });
  const [described] = operation.requestBody?.required ? operation.requestBody.content : [];
  const body = described && {
    type: described.name,
    value: example?.body?.value ?? sampleValue(document, described.schema),
    source: GENERATED,
  };
  const credentials = { own: singleCredential(anyKey(document), "KEY") };
  return prepareRequest(
    { operation, parameters, body: example?.body && body ? { ...body, type: example.body.mediaType.name } : body },
    { baseUrl, credentials, headers: {} },
    securitySchemes(document),
  );
}
