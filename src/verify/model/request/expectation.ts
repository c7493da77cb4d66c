import { requirementPlace } from "#openapi/document/requirements.js";
import { isRedirectKey, isSuccessKey } from "#openapi/operations/methods.js";
import type { DocumentedResponse, Operation } from "#openapi/operations/operation.js";
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
}

/** Where an expectation is stated, if not at the response. Requirements are given by their ids. */
export interface Statement {
  place?: string;
  places?: readonly string[];
  requirements?: readonly string[];
  /** Default: `stated`. */
  ifAccepted?: Basis;
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
  { place = defaultPlace, places = [], requirements = [], ifAccepted = "stated" }: Statement = {},
): Expectation {
  return { kind, responses, why, place, places: [...places, ...requirements.map(requirementPlace)], ifAccepted };
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

/** One documented response, and no other. */
export function documentedResponse(expected: DocumentedResponse, why: string, statement?: Statement): Expectation {
  return expectation("response", [expected], why, expected.pointer, statement);
}

/** The request is rejected with any 4xx that the document leaves open. */
export function rejection(operation: Operation, why: string, statement?: Statement): Expectation {
  const responses = operation.responses.filter(({ status }) => status.startsWith("4") || status === "default");
  return expectation("rejection", responses, why, responses[0]?.pointer ?? operation.pointer, statement);
}

/**
 * The resource does not exist: 404, or another 4xx that the document has by its exact number, if it documents 404; any
 * rejection otherwise.
 */
export function notFound(operation: Operation, why: string, statement?: Statement): Expectation {
  const exact = operation.responses.filter(({ status }) => /^4\d\d$/.test(status) && status !== "401");
  const documented = exact.find(({ status }) => status === "404");
  if (!documented) return rejection(operation, why, statement);
  return expectation("not-found", exact, why, documented.pointer, statement);
}

/** Any documented response that is not a server error. */
export function anyResponse(operation: Operation, why: string): Expectation {
  return expectation("any", [], why, operation.pointer);
}
