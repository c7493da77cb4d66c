import type { PlacedCredentials } from "#http/credentials.js";
import type { AnyInput } from "../input.js";
import { type Middleware, type Progress, throughMiddleware } from "../middleware.js";
import type { OperationDescriptor } from "../operation.js";
import type { CallOptions, ClientOptions } from "../options.js";

/** The options of the client, and those of the call, which count more. */
type Options = readonly [client: Partial<ClientOptions>, call: CallOptions];

/**
 * Builds and sends one request, and returns its response with the body unread.
 *
 * @param address the base URL, and the serialized path
 * @param options `Request` ignores those that it does not have
 * @param middleware that of the connection
 * @throws the errors of the stage
 */
export async function sendOnce(
  operation: OperationDescriptor,
  input: AnyInput,
  [baseUrl, path]: readonly [string, string],
  keys: PlacedCredentials,
  [client, call]: Options,
  middleware: readonly Middleware[],
  signal: AbortSignal,
  progress: Progress,
): Promise<Response> {
  // The global one is looked up for each request, because tests replace it after a client is made.
  const { redirect, ...init } = { ...client, ...call };
  const fetch = call.fetch ?? client.fetch ?? globalThis.fetch;
  const { method, path: schemaPath, styles, accept = "*/*", extras = {} } = operation;
  const { path: values = {}, query = {}, header = {}, cookie = {} } = input;
  const querySerializer = (values: Record<string, unknown>) =>
    extras.query?.({ ...values, ...keys.query }, styles) ?? "";
  const fields = new Headers({ accept: input.accept ?? accept });
  const all = [
    keys.headers,
    extras.cookie?.(operation, input, keys),
    client.headers,
    call.headers,
    extras.header?.(operation, input),
  ];
  for (const some of all) new Headers(some).forEach((value, name) => void fields.set(name, value));
  const body = extras.body?.(operation, input, fields) ?? null;
  const search = querySerializer(query);
  const request = new Request(baseUrl + path + (search && `?${search}`), {
    ...(body instanceof ReadableStream && { duplex: "half" }),
    ...init,
    method: method.toUpperCase(),
    body,
    headers: fields,
    signal,
    redirect: redirect === "follow" ? redirect : "manual",
  });
  // Next.js reads it there.
  if (init.next) Object.assign(request, { next: init.next });
  progress.requests = [request];
  const facts = {
    schemaPath,
    params: { path: values, query, header, cookie },
    id: `${Math.random()}`,
    options: {
      baseUrl,
      parseAs: "stream" as const,
      querySerializer,
      bodySerializer: (content: unknown) => content,
      pathSerializer: () => baseUrl + path,
      fetch: globalThis.fetch,
    },
  };
  return throughMiddleware(
    request,
    [...middleware, ...(call.middleware ?? [])],
    facts,
    (sent) => extras.follow?.(sent, fetch, operation) ?? fetch(sent),
    progress,
  );
}
