import type { Json } from "#openapi/document/document.js";
import type { ParameterLocation } from "#openapi/operations/operation.js";

/** Stands for the value that identifies the resource that the first request of a sequence created. */
export const CREATED = "{created}";

/** A violation of the document on purpose, because of which a request has to be rejected. */
export interface ReplayedViolation {
  /** In words: `limit below the minimum`. */
  what: string;
  /** JSON pointer to the violated constraint. */
  place: string;
  /** The parameter that is invalid. */
  parameter?: { in: ParameterLocation; name: string };
  /** Set if a server may accept the request: then it is a warning. */
  ifAccepted?: "lenient";
}

/** A request as data. It has no secret: it names whose key is sent. */
export interface ReplayedRequest {
  /** The id of the operation. */
  operation: string;
  credential: "own";
  /** By their places and names. */
  parameters?: Partial<Record<ParameterLocation, Record<string, Json>>>;
  body?: { type?: string; value: Json } | { type?: string; text: string };
  /** Empty, or left out, for a request that the document allows. */
  violations?: readonly ReplayedViolation[];
}

/** The requests that led to a finding, in a form that can be written to a file and sent again. */
export interface Replay {
  /** In a sequence, the first request creates the resource that `{created}` stands for. */
  requests: readonly ReplayedRequest[];
  /** Texts in the requests that have to be new each time. Other ones of the same length are sent in place of them. */
  unique?: readonly string[];
}

/** A failed test case of an earlier run, which runs again. */
export interface ReplayedFailure {
  /** The name of the test case. */
  case: string;
  operation: string;
  /** Undefined for a test case that every run has. */
  replay: Replay | undefined;
}
