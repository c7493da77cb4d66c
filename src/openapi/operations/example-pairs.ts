import type { Json } from "../document/document.js";
import { isErrorKey } from "./methods.js";
import type { DocumentedResponse, Examples, MediaType, Operation, Parameter } from "./operation.js";

/** One example of an operation: a request and its response, paired by an equal key. */
export interface ExamplePair {
  /** The key, followed by the media type in brackets for a second media type of the request body. */
  name: string;
  key: string;
  parameters: { parameter: Parameter; value: Json }[];
  body: { mediaType: MediaType; value: Json } | undefined;
  response: DocumentedResponse;
  /** The example of the response body; undefined if it has none. */
  responseExample: { mediaType: MediaType; value: Json } | undefined;
}

/** All examples, the unnamed one last. */
export function allExamples({ named, fallback }: Examples): Json[] {
  return fallback === undefined ? [...named.values()] : [...named.values(), fallback];
}

/** The first example, named or not; undefined if there is none. */
export function firstExample({ named, fallback }: Examples): Json | undefined {
  return [...named.values()][0] ?? fallback;
}

/** The key of examples that have no name (`example` in place of `examples`). */
export const UNNAMED = "example";

/**
 * Pairs the examples of an operation. A response belongs to a key if it has an example of that key, or lists the key in
 * `x-examples`. A key that no response has belongs to the first success. Examples that lack a required value are left
 * out, because no complete request could be sent. An operation that requires nothing has at least one pair.
 */
export function examplePairs(operation: Operation): ExamplePair[] {
  return keysOf(operation).flatMap((key) => {
    const response = responseOf(operation, key);
    if (!response) return [];
    const parameters = operation.parameters.flatMap((parameter) => {
      const value = exampleValue(parameter.examples, key);
      // The unnamed example of an optional parameter does not belong to a named key.
      const belongs = parameter.required || parameter.examples.named.has(key) || key === UNNAMED;
      return value !== undefined && belongs ? [{ parameter, value }] : [];
    });
    const lacks = operation.parameters.some(
      (parameter) => parameter.required && !parameters.some((pair) => pair.parameter === parameter),
    );
    const bodies = (operation.requestBody?.content ?? []).flatMap((mediaType) => {
      const value = exampleValue(mediaType.examples, key);
      return value === undefined ? [] : [{ mediaType, value }];
    });
    if (lacks || (operation.requestBody?.required && bodies.length === 0)) return [];

    return (bodies.length > 0 ? bodies : [undefined]).map((body, index) => ({
      name: index === 0 ? key : `${key} (${body?.mediaType.name})`,
      key,
      parameters,
      body,
      response,
      responseExample: responseExampleOf(response, key),
    }));
  });
}

/**
 * The keys in the order of the document, those of the responses first, because a response makes an example complete. An
 * error that only a response names is not a key: no request is known to cause it.
 */
function keysOf({ parameters, requestBody, responses }: Operation): string[] {
  const contents = (mediaTypes: MediaType[]) => mediaTypes.flatMap(({ examples }) => [...examples.named.keys()]);
  const requested = [
    ...parameters.flatMap(({ examples }) => [...examples.named.keys()]),
    ...contents(requestBody?.content ?? []),
  ];
  const responded = responses.flatMap((response) => {
    const named = contents(response.content);
    return [
      ...(isErrorKey(response) ? named.filter((key) => requested.includes(key)) : named),
      ...response.exampleKeys,
    ];
  });
  const keys = new Set([...responded, ...requested]);
  return keys.size > 0 ? [...keys] : [UNNAMED];
}

function responseOf({ responses }: Operation, key: string): DocumentedResponse | undefined {
  const named = responses.find(
    ({ content, exampleKeys }) => exampleKeys.includes(key) || content.some(({ examples }) => examples.named.has(key)),
  );
  return (
    named ??
    responses.find(({ status }) => status.startsWith("2")) ??
    responses.find(({ status }) => status.startsWith("3")) ??
    responses.find(({ status }) => status === "default") ??
    responses[0]
  );
}

function responseExampleOf({ content }: DocumentedResponse, key: string): ExamplePair["responseExample"] {
  const mediaType = content.find(({ examples }) => exampleValue(examples, key) !== undefined);
  const value = mediaType && exampleValue(mediaType.examples, key);
  return mediaType && value !== undefined ? { mediaType, value } : undefined;
}

function exampleValue({ named, fallback }: Examples, key: string): Json | undefined {
  return named.get(key) ?? fallback;
}
