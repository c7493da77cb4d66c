import { type Chosen, chooseOffer, concreteType, preferredOffer, shapeOf } from "#http/negotiate.js";
import type { RequestReading } from "#http/request/read-request.js";
import { asList, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { resolveReference } from "#openapi/document/reference.js";
import { type ExamplePair, firstExample } from "#openapi/operations/example-pairs.js";
import { isErrorKey, isRedirectKey, isSuccessKey } from "#openapi/operations/methods.js";
import type { DocumentedResponse, MediaType, Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { StateRequest } from "#state/engine.js";
import { directedDocumentOf } from "#values/attempt/directed-document.js";
import { notAcceptable, type Refusal } from "../errors/refusal.js";
import { chooseExample, firstStatus } from "./choose-example.js";
import type { DocumentedOperation } from "./documented.js";
import { type Preferred, UNNAMED_EXAMPLE } from "./preferred-status.js";

/** A request. */
export interface Asked {
  reading: RequestReading;
  /** The header of the request; undefined for any media type. */
  accept: string | undefined;
  preferred: Preferred;
  /** Where the request comes from, and the address that it has; undefined for a response from the document alone. */
  origin?:
    | (Pick<StateRequest, "content" | "range" | "tenant"> & { address: Pick<URL, "pathname" | "searchParams"> })
    | undefined;
}

/** Which documented response a request gets, and in which media type. */
export interface ResponsePlan {
  documented: DocumentedOperation;
  asked: Asked;
  response: DocumentedResponse;
  statusCode: number;
  /** The example that matches the request; undefined if none does, or the request prefers another response. */
  matching: ExamplePair | undefined;
  /** Undefined for a response without content. */
  chosen: Chosen<MediaType> | undefined;
  /** Why the request is rejected; undefined if it is not. */
  reason?: string;
}

/**
 * Plans the response to a valid request.
 *
 * @param status that the request prefers, and that the operation documents
 * @returns undefined if the operation documents no response but errors
 */
export function responsePlan(
  document: OpenApiDocument,
  documented: DocumentedOperation,
  asked: Asked,
  status: number | undefined,
): ResponsePlan | Refusal | undefined {
  const { operation, examples, list } = documented;
  const { preferred, reading } = asked;
  const isChoosing = status === undefined && !preferred.dynamic;
  const pair = isChoosing ? chooseExample(examples, reading, list?.paging) : undefined;
  const matching = pair && isOfRequest(pair) ? pair : undefined;
  const response =
    status === undefined ? (matching?.response ?? usualResponseOf(operation)) : responseFor(operation, status);
  if (!response) return undefined;
  const chosen = contentFor(document, response, asked, matching);
  const example = matching?.responseExample?.value ?? (chosen && exampleIn(document, chosen.content, undefined));
  const statusCode = status ?? firstStatus(response.status, operation, example);
  if (!chosen && response.content.length > 0) return notAcceptable(response, statusCode);
  return { documented, asked, response, statusCode, matching, chosen };
}

/**
 * Plans the documented response to an invalid request; undefined if it says nothing beyond its status.
 *
 * @param statuses those that fit, the best first
 */
export function rejectionPlan(
  document: OpenApiDocument,
  documented: DocumentedOperation,
  asked: Asked,
  statuses: readonly number[],
): ResponsePlan | undefined {
  const { responses } = documented.operation;
  const stated = statuses.find((status) => statedFor(responses, status));
  const statusCode = stated ?? statuses[0] ?? 400;
  // Without another key for it, `default` stands for a success.
  const others = responses.some(isSuccessKey) ? responses.find(({ status }) => status === "default") : undefined;
  const response = statedFor(responses, statusCode) ?? others;
  const { code } = asked.preferred;
  const isPreferred = code !== undefined && statuses.includes(code);
  const preferred = isPreferred ? asked.preferred : { ...asked.preferred, code: undefined, exampleKey: undefined };
  const chosen = response && contentFor(document, response, { ...asked, preferred, accept: undefined }, undefined);
  if (!response || !chosen) return undefined;
  const plan = { documented, asked: { ...asked, preferred }, response, statusCode, matching: undefined, chosen };
  return chosen.content.schema !== undefined || exampleOf(document, plan) !== undefined ? plan : undefined;
}

/** A status, or its range. One without content says nothing, and gives way to a further status. */
export function statedFor(responses: readonly DocumentedResponse[], status: number): DocumentedResponse | undefined {
  return (
    responses.find((response) => response.status === String(status)) ??
    responses.find((response) => response.status === `${String(status)[0]}XX` && response.content.length > 0)
  );
}

/** The status of a success of an operation, of a resource that it creates if it creates some. */
export function successStatus(operation: Operation, isNew: boolean): number | undefined {
  const created = isNew ? operation.responses.find(({ status }) => status === "201") : undefined;
  const others = operation.responses.filter(({ status }) => isNew || status !== "201" || operation.method === "post");
  // Beside 201, `default` stands for errors.
  const known = others.some(isSuccessKey) || !operation.responses.some(isSuccessKey) ? others : operation.responses;
  const response = created ?? usualResponse({ ...operation, responses: known });
  return response && firstStatus(response.status, operation, undefined);
}

/**
 * The response to a request without an example: the first success, else a redirection, else what stands for both. A valid
 * request gets no error, also where the document has nothing else.
 */
function usualResponse({ responses }: Operation): DocumentedResponse | undefined {
  const [lowest] = responses.filter(isSuccessKey).toSorted((one, other) => (one.status < other.status ? -1 : 1));
  const others = responses.filter((response) => !isErrorKey(response));
  return lowest ?? others.find(isRedirectKey) ?? others.find(({ status }) => status === "default") ?? others[0];
}

const usualResponseOf = oncePer(usualResponse);

/** An error is sent in another media type than the client accepts, because it says what is wrong (RFC 9110, 12.5.1). */
function contentFor(
  document: OpenApiDocument,
  response: DocumentedResponse,
  { accept, preferred }: Asked,
  matching: ExamplePair | undefined,
): Chosen<MediaType> | undefined {
  const { content } = response;
  const key = preferred.exampleKey ?? matching?.key;
  const wanted = wantedOffer(document, content, accept, key);
  const usual = isErrorKey(response) ? preferredOffer(content) : undefined;
  return wanted ?? (usual && { content: usual, type: concreteType(usual.name, shapeOf(usual.schema)) });
}

/** How many choices are remembered for each response: programs send few headers `Accept`. */
const CHOICES = 50;

const wantedOffers = oncePer((_: readonly MediaType[]) => new Map<string, Chosen<MediaType> | undefined>());

/**
 * The content that a client wants: one that has the example of a key, or else any. Of equally wanted ones, it
 * is that with an example. It is chosen once for each header.
 */
function wantedOffer(
  document: OpenApiDocument,
  content: readonly MediaType[],
  accept = "*/*",
  key = "",
): Chosen<MediaType> | undefined {
  const [known, asked] = [wantedOffers(content), `${accept} ${key}`];
  if (known.has(asked)) return known.get(asked);
  const ofKey = content.filter(({ examples }) => examples.named.has(key));
  const chosen =
    (ofKey.length > 0 ? chooseOffer(ofKey, accept) : undefined) ??
    chooseOffer(content, accept, (part) => exampleIn(document, part, undefined) !== undefined);
  if (known.size < CHOICES) known.set(asked, chosen);
  return chosen;
}

/** The example of the body of a response; undefined if the document has none, or the request wants generated values. */
export function exampleOf(
  document: OpenApiDocument,
  { asked: { preferred }, matching, chosen }: ResponsePlan,
): Json | undefined {
  if (!chosen || (preferred.dynamic && preferred.exampleKey === undefined)) return undefined;
  return exampleIn(document, chosen.content, preferred.exampleKey ?? matching?.key);
}

/** The example of a key, else the first one, else that of the schema. */
function exampleIn(
  document: OpenApiDocument,
  { examples, schema, schemaPointer }: MediaType,
  key: string | undefined,
): Json | undefined {
  const { named, fallback } = examples;
  const ofKey = key === UNNAMED_EXAMPLE ? fallback : named.get(key ?? "");
  return (
    ofKey ??
    (key === undefined ? firstExample(examples) : (fallback ?? firstExample(examples))) ??
    exampleOfSchema(document, schema, schemaPointer)
  );
}

/** The example of a schema, which may be that of requests as well, without the `writeOnly` properties. */
function exampleOfSchema(document: OpenApiDocument, schema: MediaType["schema"], pointer: string): Json | undefined {
  const example = isObject(schema) ? asList(resolveReference(document, schema, "#").node.examples)[0] : undefined;
  return example === undefined ? undefined : directedDocumentOf(document).inDirection(example, pointer, "response");
}

/** Whether an example says anything of the request: an operation that requires nothing has one in any case. */
function isOfRequest({ parameters, body, responseExample, response, key }: ExamplePair): boolean {
  return (
    parameters.length > 0 || body !== undefined || responseExample !== undefined || response.exampleKeys.includes(key)
  );
}
