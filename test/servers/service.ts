import type { IncomingHttpHeaders } from "node:http";
import type { Json } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";

/** A request as a server received it. */
export interface ServedRequest {
  method: string;
  /** Percent-encoded, without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A response as a server sends it. */
export interface ServedResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** A value of a request. A part of a form that has a file name is a file. */
export type ReadValue = Json | undefined;

/** The values of a request. They fit the document, unless a variation ignores a violation. */
export interface ReadRequest {
  path: Record<string, ReadValue>;
  query: Record<string, ReadValue>;
  header: Record<string, ReadValue>;
  cookie: Record<string, ReadValue>;
  body: ReadValue;
  /** The files of a multipart body, by the names of their parts. */
  files: Record<string, File>;
}

/** One statement of the document that a request violates. */
export interface Violation {
  operation: string;
  kind: "credentials" | "parameter" | "mediaType" | "missingBody" | "syntax" | "body";
  /** The parameter, or the JSON pointer into the body. */
  place: string;
  /** The keyword of JSON Schema; `required` for a missing parameter; empty for other kinds. */
  keyword: string;
  message: string;
  /** The status with which the service rejects the request. */
  status: number;
}

/** An API in memory. */
export interface Service<State> {
  /** The document, relative to this folder. */
  file: string;
  /** The data of a new server. */
  createState(): State;
  /** Whether a request has a valid key for the operation. */
  isAuthorized(operation: Operation, request: ServedRequest, state: State): boolean;
  /** Rejects a request to an operation, or to a path or method that the document does not have. */
  reject(status: number, message: string, operation?: string): ServedResponse;
  /** By operationId. */
  handlers: Record<string, (request: ReadRequest, state: State, served: ServedRequest) => ServedResponse>;
}

/** The work of a variation: the server around it. */
export interface VariationContext<State> {
  /** The id of the operation that the request calls; undefined if the document has none. */
  operation: string | undefined;
  /** The query parameters that the operation does not have. */
  unknownParameters: readonly string[];
  /** How many requests the server has received, this one included. */
  count: number;
  state: State;
  /** Values that the variation keeps from request to request. */
  memory: Map<string, number>;
  /** The first statement that the request violates; undefined for a valid request. */
  violation(): Promise<Violation | undefined>;
}

/** One way in which a server differs from the service. */
export interface Variation<State> {
  /** The behavior of the server, as a sentence whose subject is the server. */
  title: string;
  /** Whether the server ignores a violation (default: false). */
  ignores?(violation: Violation): boolean;
  /** Replaces the handling of a request. `next` is the handling by the service. */
  respond?(
    request: ServedRequest,
    next: (request?: ServedRequest) => Promise<ServedResponse>,
    context: VariationContext<State>,
  ): ServedResponse | Promise<ServedResponse>;
  /** Changes the data before the first request. */
  prepare?(state: State): void;
  /** How the response is written (default: at once). */
  write?: "chunked" | "gzip" | "earlyHints";
  /** Whether no statement of the document is broken, and only names suggest the relation: then its findings are warnings. */
  warns?: true;
  /** Whether no exchange alone shows the fault: a later response has to be compared with an earlier request or response. */
  needsTwo?: true;
  /** Why no run can find the fault. */
  missed?: string;
  /** Whether the run mostly waits, so that others may run at the same time. */
  waits?: true;
}

/** Rejects a request from within a handler. */
export class Rejection extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A JSON response. */
export function json(status: number, value: Json | object, headers: Record<string, string> = {}): ServedResponse {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(value) };
}

/** A response without a body. */
export function empty(status: number, headers: Record<string, string> = {}): ServedResponse {
  return { status, headers, body: "" };
}
