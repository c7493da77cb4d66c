import type { PlacedCredentials } from "#http/credentials.js";
import type { AnyInput } from "../input.js";
import { type Middleware, type Progress, throughMiddleware } from "../middleware.js";
import type { OperationDescriptor } from "../operation.js";
import type { CallOptions, ClientOptions } from "../options.js";

/** The options of the client, and those of the call, which count more. */
type Options = readonly [client: ClientOptions, call: CallOptions];

/**
 * Builds and sends one request, and returns its response with the body unread.
 *
 * @param address the base URL and the path, without a query
 * @param options `Request` ignores those that it does not have
 * @param middleware that of the connection
 * @throws the errors of the stage
 */
export async function sendOnce(
  operation: OperationDescriptor,
  input: AnyInput,
  address: string,
  keys: PlacedCredentials,
  [client, call]: Options,
  middleware: readonly Middleware[],
  signal: AbortSignal,
  progress: Progress,
): Promise<Response> {
  // The global one is looked up for each request, because tests replace it after a client is made.
  const { fetch = globalThis.fetch, redirect, ...init } = { ...client, ...call };
  const { method, path: schemaPath, accept = "application/json", extras = {} } = operation;
  const { path = {}, query = {}, header = {}, cookie = {} } = input;
  const querySerializer = (values: Record<string, unknown>) =>
    extras.query?.({ ...values, ...keys.query }, operation) ?? "";
  const headers = new Headers({ accept: input.accept ?? accept });
  const all = [
    keys.headers,
    extras.cookie?.(operation, input, keys),
    client.headers,
    call.headers,
    extras.header?.(operation, input),
  ];
  for (const fields of all) new Headers(fields).forEach((value, name) => void headers.set(name, value));
  const body = extras.body?.(operation, input, headers) ?? null;
  const search = querySerializer(query);
  const request = new Request(search ? `${address}?${search}` : address, {
    // A body that is a stream needs it (Fetch, 5.4).
    ...{ duplex: "half" },
    ...init,
    method,
    body,
    headers,
    signal,
    redirect: redirect === "follow" ? redirect : "manual",
  });
  // Next.js reads it there.
  Object.assign(request, { next: init.next });
  const facts = {
    schemaPath,
    params: { path, query, header, cookie },
    id: `${Math.random()}`,
    options: {
      baseUrl: client.baseUrl,
      parseAs: "stream" as const,
      querySerializer,
      bodySerializer: (content: unknown) => content,
      pathSerializer: () => address,
      fetch: globalThis.fetch,
    },
  };
  const send = async (sent: Request) => extras.safe?.follow(sent, fetch, operation) ?? fetch(sent);
  return throughMiddleware(request, [...middleware, ...(call.middleware ?? [])], facts, send, progress);
}
