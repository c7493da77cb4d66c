import { expect, test } from "vitest";
import type { paths } from "#generated/schema.js";
import { createFetchClient } from "#openapi-fetch/index.js";
import { json, serve } from "#test/server.js";

test.each([
  ["a key", "k1"],
  ["a function that returns a key", async () => "k1"],
])("openapi-fetch sends requests by their paths, with the generated types and %s", async (_, apiKey) => {
  const server = await serve((_request, response) => json(response, 200, { data: [], has_more: false }));
  const client = createFetchClient<paths>({ baseUrl: server.url, apiKey });
  const { data, response } = await client.GET("/suppressions", { params: { query: { limit: 2 } } });
  await server.close();
  expect(response.status).toBe(200);
  expect(server.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ["/suppressions?limit=2", "Bearer k1"],
  ]);
  const addresses: string[] | undefined = data?.data.map(({ email }) => email);
  expect(addresses).toEqual([]);
});

test("without a key, no request has one", async () => {
  const server = await serve((_request, response) => json(response, 200, {}));
  await createFetchClient<paths>({ baseUrl: server.url }).GET("/suppressions");
  await server.close();
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});
