import type { Key } from "../http/credentials.js";

/** The values that `Headers` can be built from. The types of the DOM have a name for them, those of Node do not. */
export type HeaderFields = NonNullable<RequestInit["headers"]>;

/** Options for all calls of a client. */
export interface ClientOptions<Scheme extends string = string> {
  /** The base URL of the API, for example `https://api.example.com`. */
  baseUrl: string;
  /** The API key. If the contract has several security schemes, an object of keys by the name of the scheme. */
  apiKey?: Key | Partial<Record<Scheme, Key>>;
  /** Sends the requests in place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** Headers of every request. */
  headers?: HeaderFields;
  /** The time limit of a call, body included, in milliseconds (default: 30,000; 0 for no limit). */
  timeout?: number;
}

/** Options for one call. */
export interface CallOptions {
  /** Headers of this request. They override those of the client. */
  headers?: HeaderFields;
  /** Aborts the call. */
  signal?: AbortSignal;
  /** The time limit of this call in milliseconds (default: that of the client; 0 for no limit). */
  timeout?: number;
}
