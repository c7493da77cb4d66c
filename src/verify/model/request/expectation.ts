import { requirementPlace } from "#openapi/document/requirements.js";
import { isRedirectKey, isSuccessKey } from "#openapi/operations/methods.js";
import type { DocumentedResponse, Operation, Parameter } from "#openapi/operations/operation.js";
import type { Basis } from "../finding/kinds.js";

/** The response that a test case expects. */
export interface Expectation {
  kind: "success" | "rejection" | "not-found" | "response" | "any";
  /** The documented responses that are right; empty if any response of the kind is. */
  responses: readonly DocumentedResponse[];
  /** The reason, as part of a sentence: `the key belongs to no team`. */
  why: string;
  /** Where the document states it. */
  place: string;
  /** Further places of the document that the expectation concerns. */
  places: readonly string[];
  /** The basis of the finding if a request that should be rejected is accepted. */
  ifAccepted: Basis;
  /** The part of the request that is wrong on purpose. */
  fault?: RequestFault | undefined;
  /** Whether the reason names an example of the document, and is not a clause. */
  isExample?: true;
  /** Whether no response shows what became of the invalid value. */
  isHidden?: true;
}

/** A part of a request that a server has to reject, or that it cannot know. */
export interface RequestFault {
  /** The same for all requests that are wrong there: `credentials`, `query limit`. */
  part: string;
  /** As the object of a verb: `limit below the minimum`; left out where the reason of the expectation says it. */
  what?: string;
  /** As `what`, without values of requests, for files that are committed (default: it has none). */
  plain?: string;
  /** The places of the schemas of its part of the body (default: the finding's place is in it). */
  schemas?: readonly string[];
  /** The value that programs refuse in any part: `the character NUL`. A server that fails for it in several parts has one cause. */
  value?: string;
}

/** A fault of a parameter, or of the body. */
export function faultOf(parameter: Pick<Parameter, "in" | "name"> | undefined, what?: string): RequestFault {
  const part = parameter ? `${parameter.in} ${parameter.name}` : "body";
  return what === undefined ? { part } : { part, what };
}

/**
 * The fault of a creation that repeats values of another one. Its body is valid, so no part of it lacks validation.
 *
 * @param place of the statement that the values are unique
 * @param what is the same: `the same key`
 */
export function repetitionOf(place: string, what: string): RequestFault {
  return { part: `repetition at ${place}`, what };
}

/** Where an expectation is stated, if not at the response. Requirements are given by their ids. */
export interface Statement {
  place?: string;
  places?: readonly string[];
  requirements?: readonly string[];
  /** Default: `stated`. */
  ifAccepted?: Basis;
  fault?: RequestFault | undefined;
  isExample?: true;
}

/**
 * The basis of the finding if a request that violates the document is accepted. `format` is an annotation by default (JSON
 * Schema Validation 2020-12, 7.2), and a mock need not validate requests.
 */
export function basisIfAccepted(
  { place, ifAccepted = "stated" }: { place: string; ifAccepted?: Basis },
  { keepsState }: { keepsState: boolean },
): Basis {
  return keepsState && !place.endsWith("/format") ? ifAccepted : "lenient";
}

function expectation(
  kind: Expectation["kind"],
  responses: readonly DocumentedResponse[],
  why: string,
  defaultPlace: string,
  { place = defaultPlace, places = [], requirements = [], ifAccepted = "stated", fault, isExample }: Statement = {},
): Expectation {
  return {
    kind,
    responses,
    why,
    place,
    places: [...places, ...requirements.map(requirementPlace)],
    ifAccepted,
    ...(fault ? { fault } : {}),
    ...(isExample ? { isExample } : {}),
  };
}

/**
 * The operation succeeds, or redirects as documented. `default` stands for success where the document has no other key for
 * it.
 */
export function success(operation: Operation, why: string, statement?: Statement): Expectation {
  const documented = [isSuccessKey, isRedirectKey].flatMap((isKey) => operation.responses.filter(isKey));
  const responses =
    documented.length > 0 ? documented : operation.responses.filter(({ status }) => status === "default");
  return expectation("success", responses, why, responses[0]?.pointer ?? operation.pointer, statement);
}

/** One documented response of an operation, and no other. */
export function documentedResponse(
  operation: Operation,
  expected: DocumentedResponse,
  why: string,
  statement?: Statement,
): Expectation {
  const fault = expected.status === "404" || expected.status === "410" ? unknownResource(operation) : undefined;
  return expectation("response", [expected], why, expected.pointer, { fault, ...statement });
}

/** The request is rejected with any 4xx that the document leaves open. */
export function rejection(operation: Operation, why: string, statement?: Statement): Expectation {
  const responses = operation.responses.filter(({ status }) => status.startsWith("4") || status === "default");
  return expectation("rejection", responses, why, responses[0]?.pointer ?? operation.pointer, statement);
}

/**
 * The resource does not exist. The response is 404, or another 4xx that the document has by its exact number. If it does not
 * document 404, it is any rejection.
 */
export function notFound(operation: Operation, why: string, statement?: Statement): Expectation {
  const exact = operation.responses.filter(({ status }) => /^4\d\d$/.test(status) && status !== "401");
  const documented = exact.find(({ status }) => status === "404");
  if (!documented) return rejection(operation, why, { fault: unknownResource(operation), ...statement });
  return expectation("not-found", exact, why, documented.pointer, { fault: unknownResource(operation), ...statement });
}

/** The request names a resource that does not exist. */
function unknownResource({ parameters }: Operation): RequestFault | undefined {
  const parameter = parameters.findLast((candidate) => candidate.in === "path");
  return parameter && faultOf(parameter);
}

/** Any documented response that is not a server error. */
export function anyResponse(operation: Operation, why: string, fault?: RequestFault): Expectation {
  return expectation("any", [], why, operation.pointer, { fault });
}
