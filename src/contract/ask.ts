import type { Json } from "../openapi/document.js";
import type { DocumentedResponse, Operation, Parameter } from "../openapi/operation.js";
import type { Holder } from "./target.js";

/** A value for a parameter. */
export interface Given {
  parameter: Parameter;
  value: Json;
}

/** A body: a value that is written for its media type, or text that goes out as it is. */
export type AskBody = { type: string; value: Json } | { type: string | undefined; text: string };

/** What a key is made into before it is sent. */
export interface KeyChange {
  /** For people: `one character longer`. */
  name: string;
  apply(key: string): string;
  /** The same for a shell: `$KEY` becomes `${KEY}x`. */
  show(variable: string): string;
  /** What stands before the key in place of `Bearer`; nothing if empty. */
  scheme?: string;
}

/** Which key a request carries: a holder's, the own one changed, or none. */
export type KeyUse = Holder | KeyChange | "none";

/** A request to make: what is put into it, before it is written. */
export interface Ask {
  operation: Operation;
  /** In place of the operation's own. */
  method?: string;
  parameters: readonly Given[];
  /** Writes an `@` in the path as it is, as RFC 3986 (3.3) admits and people do. */
  plainAt?: boolean;
  body?: AskBody | undefined;
  /** `own` unless told. */
  key?: KeyUse;
}

/** What is to come back. */
export interface Expectation {
  kind: "success" | "refusal" | "response" | "anything";
  /** The documented responses that are right; empty where any of the kind is. */
  responses: readonly DocumentedResponse[];
  /** Why it is expected, as part of a sentence: `the key is no team's`. */
  why: string;
  /** Where the document says so. */
  location: string;
  /** Further places of the document that this speaks of. */
  places: readonly string[];
  /** Ids of promises that are broken if something else comes back, besides those that stand at the places. */
  promises: readonly string[];
}

type Reason = Partial<Pick<Expectation, "location" | "places" | "promises">>;

/** The operation is to succeed. */
export function success(operation: Operation, why: string, reason: Reason = {}): Expectation {
  const documented = operation.responses.filter(({ status }) => status.startsWith("2"));
  const responses =
    documented.length > 0 ? documented : operation.responses.filter(({ status }) => status === "default");
  const location = responses[0]?.pointer ?? operation.pointer;
  return { kind: "success", responses, why, location, places: [], promises: [], ...reason };
}

/** The documented response is to come back, and no other. */
export function response(expected: DocumentedResponse, why: string, reason: Reason = {}): Expectation {
  return {
    kind: "response",
    responses: [expected],
    why,
    location: expected.pointer,
    places: [],
    promises: [],
    ...reason,
  };
}

/** The request is to be refused: by whatever 4xx the document leaves open. */
export function refusal(operation: Operation, why: string, reason: Reason = {}): Expectation {
  const responses = operation.responses.filter(({ status }) => status.startsWith("4") || status === "default");
  const location = responses[0]?.pointer ?? operation.pointer;
  return { kind: "refusal", responses, why, location, places: [], promises: [], ...reason };
}

/**
 * What does not exist is to be refused: by 404, or another 4xx that stands in the document by its number, if 404 does;
 * else by any.
 */
export function missing(operation: Operation, why: string, reason: Reason = {}): Expectation {
  const exact = operation.responses.filter(({ status }) => /^4\d\d$/.test(status) && status !== "401");
  if (!exact.some(({ status }) => status === "404")) return refusal(operation, why, reason);
  const location = exact.find(({ status }) => status === "404")?.pointer ?? operation.pointer;
  return { kind: "response", responses: exact, why, location, places: [], promises: [], ...reason };
}

/** Anything may come back that the document knows and that is no failure of the server. */
export function anything(operation: Operation, why: string): Expectation {
  return { kind: "anything", responses: [], why, location: operation.pointer, places: [], promises: [] };
}
