import createFetchClient, { createQuerySerializer, type Middleware } from "openapi-fetch";
import type { PlacedCredentials } from "#http/credentials.js";
import type { AnyInput } from "../input.js";
import type { Extras, OperationDescriptor } from "../operation.js";
import type { ClientOptions, HeaderFields } from "../options.js";
import { sendWithinOrigin } from "./redirect.js";
import { bodyOf, headersOf, paramsOf } from "./request.js";

/** One request of an operation, before it is built. */
export interface UnsentRequest {
  operation: OperationDescriptor;
  input: AnyInput;
  /** The serialized path. */
  path: string;
  keys: PlacedCredentials;
  /** Headers of the client and of the call; later ones override earlier ones. */
  headers: readonly (HeaderFields | undefined)[];
  signal: AbortSignal | undefined;
  middleware: readonly Middleware[];
  redirect: ClientOptions["redirect"];
}

/**
 * The part that runs: `building` until the request exists, `middleware` while a middleware runs, `network` from `fetch`
 * to the end of the body, `validation` after it. It tells whose error it is if one is thrown.
 */
export interface Progress {
  stage: "building" | "middleware" | "network" | "validation";
  /**
   * The request, and those that middleware made of it. Each has a signal of its own that follows the one before, and that
   * Node.js collects as garbage with its request, also while the body arrives: then nothing would end the body.
   */
  requests?: Request[];
}

/** Sends one request, and returns its response with the body unread. Throws the errors of the stage. */
export type SendOnce = (request: UnsentRequest, progress: Progress) => Promise<Response>;

/** Paths for the types of openapi-fetch. The generated client has the types of each operation, so these say nothing. */
type AnyPaths = Record<string, Record<Method, { requestBody?: { content: { "*/*": unknown } } }>>;

/** The methods that the types of openapi-fetch have. It sends any other method in the same way. */
type Method = "delete" | "get" | "head" | "options" | "patch" | "post" | "put" | "trace";

/** Serializes texts, numbers and lists of them. */
const plainQuery: Extras["query"] = createQuerySerializer();

/** Connects to a server through the client of openapi-fetch, which builds the request and runs the middleware. */
export function sendOnceTo(baseUrl: string, fetch: (request: Request) => Promise<Response>): SendOnce {
  const api = createFetchClient<AnyPaths>({ baseUrl });

  return async ({ operation, input, path, keys, headers, signal, middleware, redirect }, progress) => {
    let unread: Response | undefined;
    // openapi-fetch reads the body of an error, and then cannot tell JSON from text. So it gets another response.
    const receive = (response: Response): Response => {
      if (response.bodyUsed) throw new TypeError("it read the body, not a clone");
      unread = response;
      progress.stage = "network";
      return new Response();
    };
    progress.requests = [];
    const keep: Middleware = { onRequest: ({ request }) => void progress.requests?.push(request) };
    const hasMiddleware = middleware.length > 0;
    // The first middleware sees the request first, and the response last.
    const outermost: Middleware = {
      onRequest() {
        progress.stage = "middleware";
      },
      onResponse: ({ response }) => receive(response),
    };
    const body = bodyOf(operation, input, headers);
    const { response, error } = await api.request(operation.method as Method, operation.path, {
      params: paramsOf(operation, input),
      body: body?.content,
      bodySerializer: (content: unknown) => content,
      headers: headersOf(operation, input, keys, body, headers),
      pathSerializer: () => baseUrl + path,
      querySerializer: (query: Record<string, unknown>) =>
        (operation.extras?.query ?? plainQuery)({ ...query, ...keys.query }, operation.styles),
      parseAs: "stream",
      signal: signal ?? null,
      redirect: redirect === "follow" ? "follow" : "manual",
      async fetch(request: Request) {
        progress.stage = "network";
        progress.requests?.push(request);
        const received = await sendWithinOrigin(request, fetch);
        if (!hasMiddleware) return receive(received);
        progress.stage = "middleware";
        return received;
      },
      middleware: hasMiddleware ? [outermost, keep, ...middleware.flatMap((used) => [used, keep])] : [],
    });
    progress.stage = "network";
    if (unread) return unread;
    // A middleware returned this response in place of a request. If it is an error, openapi-fetch has read it.
    return response.bodyUsed
      ? new Response(typeof error === "string" ? error : JSON.stringify(error), response)
      : response;
  };
}
