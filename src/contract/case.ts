import type { Json } from "../openapi/document.js";
import type { DocumentedResponse, MediaType, Operation, Parameter } from "../openapi/operation.js";

/** One request that is sent to a target, and what is to come back. */
export interface Case {
  /** `operation › example`: the name of its test. */
  name: string;
  /** Which kind of case it is: one a file in cases/. */
  kind: "example";
  operation: Operation;
  parameters: { parameter: Parameter; value: Json }[];
  body: { mediaType: MediaType; value: Json } | undefined;
  /** The documented response that answers it. */
  response: DocumentedResponse;
}

/** What came back. */
export interface Exchange {
  request: SentRequest;
  status: number;
  headers: Headers;
  /** The body as text. */
  body: string;
  /** The body was longer than is read; `body` is its beginning. */
  truncated: boolean;
  /** From sending to the end of the body, in milliseconds. */
  duration: number;
}

/** A request as it went out, without its key. */
export interface SentRequest {
  method: string;
  url: string;
  headers: [string, string][];
  body: string | undefined;
  /** The headers that carried the key, their value left out: `Authorization: Bearer $TEAM_API_KEY`. */
  keyHeaders: [string, string][];
}

/** Where the cases are sent. */
export interface Target {
  /** Without a slash at the end. */
  baseUrl: string;
  key: string | undefined;
  /** The environment variable that holds the key, named in place of the key. */
  keyVariable: string;
  /** How long an answer may take, body included, in milliseconds. */
  timeout: number;
  /** Whether anything but safe methods (RFC 9110, 9.2.1) may be sent. */
  writes: boolean;
  /** Whether the target surely has what the examples name, as the sandbox and the mock have. */
  hasExamples: boolean;
}
