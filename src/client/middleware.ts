import type { FailureName } from "./failure.js";

type Values = Record<string, unknown>;

/** A request on its way, as middleware sees it. */
export interface MiddlewareContext {
  /** The request, as the middleware before this one left it. */
  request: Request;
  /** The path of the contract, with its parameters in braces. */
  readonly schemaPath: string;
  readonly params: {
    query?: Values;
    header?: Values;
    path?: Values;
    cookie?: Values;
  };
  /** The same for all middleware of one request, and another one for a retry. */
  readonly id: string;
  readonly options: MiddlewareOptions;
}

/** The options of the client, as middleware for openapi-fetch expects them. */
export interface MiddlewareOptions {
  baseUrl: string;
  parseAs: "stream";
  querySerializer: (query: Record<string, unknown>) => string;
  bodySerializer: (body: unknown) => unknown;
  pathSerializer: (path: string) => string;
  fetch: typeof globalThis.fetch;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a function without a return statement returns void.
type Replaced<Value> = Value | undefined | void | Promise<Value | undefined | void>;

interface Hooks {
  /** May return another request, or a response in place of sending it. */
  onRequest?(context: MiddlewareContext): Replaced<Request | Response>;
  /** May return another response. */
  onResponse?(context: MiddlewareContext & { response: Response }): Replaced<Response>;
  /** Runs if `fetch` fails. May return a response, or another error. */
  onError?(context: MiddlewareContext & { error: unknown }): Replaced<Response | Error>;
}

/**
 * Runs for every request, retries included. The first one sees a request first, and its response last. It has at least one
 * of its functions. Middleware for openapi-fetch has the same form.
 */
export type Middleware =
  | (Hooks & Required<Pick<Hooks, "onRequest">>)
  | (Hooks & Required<Pick<Hooks, "onResponse">>)
  | (Hooks & Required<Pick<Hooks, "onError">>);

/** The parts that do not change while middleware runs. */
export type MiddlewareFacts = Omit<MiddlewareContext, "request">;

/**
 * The failure of an error that is thrown now. It is `InvalidParameter` until the path exists, and `KeyFailure`
 * until the key does. Then it is `InvalidRequest` until the request does, and `MiddlewareFailure` while a middleware runs. `NetworkFailure` lasts from `fetch` to the end of the body.
 * `InvalidResponse` follows, while the body is validated.
 */
export interface Progress {
  stage: Extract<
    FailureName,
    "InvalidParameter" | "InvalidRequest" | "InvalidResponse" | "KeyFailure" | "MiddlewareFailure" | "NetworkFailure"
  >;
  /**
   * The request, and those that middleware made of it. Each has a signal of its own that follows the one before. Node.js
   * collects it as garbage with its request, even while the body arrives. Then nothing would end the body.
   */
  requests?: Request[];
}

/**
 * Sends a request through middleware.
 *
 * @throws the error of a middleware, or of `fetch`
 */
export async function throughMiddleware(
  first: Request,
  middleware: readonly Middleware[],
  facts: MiddlewareFacts,
  send: (request: Request) => Promise<Response>,
  progress: Progress,
): Promise<Response> {
  progress.requests = [first];
  let request = first;
  progress.stage = "MiddlewareFailure";
  for (const used of middleware) {
    const replaced = await used.onRequest?.({ ...facts, request });
    if (replaced instanceof Response) return replaced;
    request = replaced ?? request;
    progress.requests.push(request);
  }
  const backwards = middleware.toReversed();
  progress.stage = "NetworkFailure";
  let response = await send(request).catch(async (error: unknown) => {
    for (const used of backwards) {
      const replaced = await used.onError?.({ ...facts, request, error });
      if (replaced instanceof Response) return replaced;
      error = replaced ?? error;
    }
    throw error;
  });
  progress.stage = "MiddlewareFailure";
  for (const used of backwards) {
    response = (await used.onResponse?.({ ...facts, request, response })) ?? response;
  }
  return response;
}
