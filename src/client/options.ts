import type { Key } from "../http/credentials.js";
import type { Middleware } from "./middleware.js";
import type { OperationDescriptor } from "./operation.js";
import type { AnyResult } from "./result.js";

/** The values that `Headers` can be built from. The types of the DOM have a name for them, those of Node do not. */
export type HeaderFields = NonNullable<RequestInit["headers"]>;

/** The module `team-api/validation`. */
export interface ValidationModule {
  /**
   * Validates the body of a response.
   *
   * @param call method and URL, for messages
   * @returns the result, or a failure if its body violates the contract
   */
  validated(result: AnyResult, operation: OperationDescriptor, call: string): AnyResult;
}

/** Loads the validation of responses, which a page does not have otherwise. */
export type LoadValidation = () => Promise<{
  validated(...call: Parameters<ValidationModule["validated"]>): AnyResult | Promise<AnyResult>;
}>;

/** Options of `fetch` for all calls of a client, or for one. Those of a call count more. */
export interface RequestOptions {
  /** Whether cookies are sent (Fetch, 2.2.6). A page sends them to another origin only with `include`. */
  credentials?: "include" | "omit" | "same-origin";
  /** How the cache of the browser is used (Fetch, 2.2.6). */
  cache?: "default" | "force-cache" | "no-cache" | "no-store" | "only-if-cached" | "reload";
  /** Whether the request may outlive the page. */
  keepalive?: boolean;
  /** For a body that is a stream. It is `half` for every such body, also without this option. */
  duplex?: "half";
  /** The options of Next.js for its cache. */
  next?: { revalidate?: number | false; tags?: string[] };
}

/** Options for all calls of a client. */
export interface ClientOptions<Scheme extends string = string> extends RequestOptions {
  /** The base URL of the API, for example `https://api.example.com`. In a page, it may be relative: `/api`. */
  baseUrl: string;
  /** The API key. For HTTP Basic, it is `user:password`. If the contract has several security schemes, an object of keys by the name of the scheme. */
  apiKey?: Key | Partial<Record<Scheme, Key>>;
  /** Sends the requests in place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** Headers of every request. */
  headers?: HeaderFields;
  /** The time limit of a call, retries and body included, in milliseconds (default: 30,000; 0 for no limit). */
  timeout?: number;
  /**
   * How often a request may be sent again (default: 2; `false` for never). A safe request is sent again after a network
   * failure, 408, 429, 502, 503 or 504. Any other needs a 429 or 503 with `Retry-After`.
   */
  retry?: number | false;
  /**
   * Which redirects are followed (default: `same-origin`). Those of a safe request are, within the same origin, up to ten.
   * Every other redirect is the failure `Redirected`. Browsers hide the address of a redirect, so there each one is a
   * failure. With `follow`, `fetch` follows all. A 307 or 308 then sends the body and custom headers to any origin.
   */
  redirect?: "same-origin" | "follow";
  /**
   * Whether the bodies of responses are validated by the contract (default: false). It needs `ajv` and `ajv-formats`. A
   * bundler includes the validation only if this is `() => import("team-api/validation")`; `true` is for Node.
   */
  validate?: boolean | LoadValidation;
}

/** Options for one call. */
export interface CallOptions extends RequestOptions {
  /** Sends this request in place of the `fetch` of the client. */
  fetch?: (request: Request) => Promise<Response>;
  /** Which redirects are followed (default: as the client says). */
  redirect?: "same-origin" | "follow";
  /** Headers of this request. They override those of the client. */
  headers?: HeaderFields;
  /** Aborts the call. */
  signal?: AbortSignal;
  /** The time limit of this call in milliseconds (default: that of the client; 0 for no limit). */
  timeout?: number;
  /** How often the request may be sent again (default: that of the client; `false` for never). */
  retry?: number | false;
  /** Middleware of openapi-fetch for this call. It runs inside that of the client. */
  middleware?: readonly Middleware[];
}
