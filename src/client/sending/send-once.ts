import type { PlacedCredentials } from "#http/credentials.js";
import type { AnyInput } from "../input.js";
import { type Middleware, type MiddlewareOptions, type Progress, throughMiddleware } from "../middleware.js";
import type { OperationDescriptor } from "../operation.js";
import type { CallOptions, HeaderFields, RequestOptions } from "../options.js";
import { sendWithinOrigin } from "./redirect.js";
import { bodyOf, headersOf, plainQuery } from "./request.js";

/** One request of an operation, before it is built. */
export interface UnsentRequest {
  operation: OperationDescriptor;
  input: AnyInput;
  /** The base URL, without a slash at its end. */
  url: string;
  /** The serialized path. */
  path: string;
  keys: PlacedCredentials;
  /** Headers of the client and of the call; later ones override earlier ones. */
  headers: readonly (HeaderFields | undefined)[];
  signal: AbortSignal;
  middleware: readonly Middleware[];
  /** Options of the client and of the call. `Request` ignores those that it does not have. */
  init: RequestOptions & { redirect?: CallOptions["redirect"] | undefined };
  fetch: (request: Request) => Promise<Response>;
}

/**
 * Builds and sends one request, and returns its response with the body unread.
 *
 * @throws the errors of the stage
 */
export async function sendOnce(unsent: UnsentRequest, progress: Progress): Promise<Response> {
  const { operation, input, url, path, keys, headers, signal, middleware, fetch, init } = unsent;
  const { query = {}, header = {}, cookie = {} } = input;
  const params = { path: input.path ?? {}, query, header, cookie };
  const querySerializer = (values: Record<string, unknown>) =>
    (operation.extras?.query ?? plainQuery)({ ...values, ...keys.query }, operation.styles);
  const fields = headersOf(operation, input, keys, headers);
  const body = bodyOf(operation, input, fields);
  const search = querySerializer(query);
  const request = new Request(url + path + (search && `?${search}`), {
    ...(body instanceof ReadableStream && { duplex: "half" }),
    ...init,
    method: operation.method.toUpperCase(),
    body,
    headers: fields,
    signal,
    redirect: init.redirect === "follow" ? "follow" : "manual",
  });
  // Next.js reads it there.
  if (init.next) Object.assign(request, { next: init.next });
  progress.requests = [request];
  const send = (sent: Request) => sendWithinOrigin(sent, fetch, operation);
  const options: MiddlewareOptions = {
    baseUrl: url,
    parseAs: "stream",
    querySerializer,
    bodySerializer: (content) => content,
    pathSerializer: () => url + path,
    fetch: globalThis.fetch,
  };
  const id = `${Math.random()}`;
  const facts = { schemaPath: operation.path, params, id, options };
  const response = await throughMiddleware(request, middleware, facts, send, progress);
  progress.stage = "network";
  return response;
}
