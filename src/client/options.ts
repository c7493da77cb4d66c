import type { Key } from "../http/credentials.js";

/** What `Headers` are made of. Node's types have no name for it, as the DOM's do. */
export type HeaderFields = NonNullable<RequestInit["headers"]>;

/** What holds for every call of a client. */
export interface ClientOptions<Scheme extends string = string> {
  /** Where the API is, for example `https://api.example.com`. */
  baseUrl: string;
  /** The API key; an object by the name of the security scheme where the contract has several. */
  apiKey?: Key | Partial<Record<Scheme, Key>>;
  /** Sends the requests in place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** Sent with every request. */
  headers?: HeaderFields;
  /** How long a call may take, body included, in milliseconds. 30,000 unless told; 0 for no limit. */
  timeout?: number;
}

/** What holds for one call. */
export interface CallOptions {
  /** Sent with this request; they win over the client's. */
  headers?: HeaderFields;
  /** Aborts the call. */
  signal?: AbortSignal;
  /** How long this call may take, in milliseconds. */
  timeout?: number;
}
