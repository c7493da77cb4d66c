/**
 * A client of openapi-fetch for teams that call an API by its paths. It has the generated types, and the key of the API.
 */

import createFetch, { type Client, type ClientOptions } from "openapi-fetch";

/** The options of openapi-fetch, and the key. */
export interface FetchClientOptions extends ClientOptions {
  /** The key of the scheme `bearer` (RFC 6750, 2.1), or a function that is called for each request (default: none). */
  apiKey?: string | (() => string | Promise<string>);
}

/**
 * A client of openapi-fetch: `client.GET("/suppressions/{id}", { params })`. `Paths` are those of the generated types. It neither
 * repeats requests nor limits their time; the generated client does.
 */
export function createFetchClient<Paths extends {}>({ apiKey, ...options }: FetchClientOptions): Client<Paths> {
  const client = createFetch<Paths>(options);
  if (apiKey === undefined) return client;
  client.use({
    async onRequest({ request }) {
      request.headers.set("Authorization", `Bearer ${typeof apiKey === "string" ? apiKey : await apiKey()}`);
      return request;
    },
  });
  return client;
}
