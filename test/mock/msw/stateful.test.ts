import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createClient, unwrap } from "#generated/client.js";
import { handlers } from "#generated/msw.js";
import { contractHandlers } from "#mock/msw/handlers.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { thingsDocument } from "#test/state/things.js";

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const api = createClient({ baseUrl: "https://api.example.com/v1", apiKey: "any-key", retry: false });

test("handlers with state show what the generated client created, by its id and by its address, until they begin anew", async () => {
  server.use(...handlers({}, { state: true }));
  const listed = async (limit?: number) => {
    const items: { id: string; email: string }[] = [];
    for await (const item of api.listSuppressions.items({ query: limit ? { limit } : {} })) items.push(item);
    return items;
  };
  const { length: before } = await listed();
  expect(before, "the examples of the contract").toBeGreaterThan(1);
  const { id } = unwrap(await api.addSuppression({ body: { email: "kim@example.com" } }));
  for (const suppression of [id, "kim@example.com"]) {
    expect(unwrap(await api.retrieveSuppression({ path: { suppression } })).id).toBe(id);
  }
  const items = await listed(1);
  expect(items.map(({ email }) => email)).toContain("kim@example.com");
  expect([items.length, new Set(items.map((item) => item.id)).size]).toEqual([before + 1, before + 1]);
  server.use(...handlers({}, { state: true }));
  expect((await api.retrieveSuppression({ path: { suppression: id } })).status).toBe(404);
});

test("a screen that lists, shows, adds and deletes works against handlers of another document", async () => {
  const document = thingsDocument();
  const places = Object.fromEntries(
    operationsOf(document).map(({ operationId = "", method, path }) => [operationId, [method, path] as const]),
  );
  server.use(...contractHandlers<Record<string, never>>(document, places).handlers({}, { state: true }));
  const send = async (method: string, path: string, json?: object) => {
    const headers = { authorization: "Bearer k", "content-type": "application/json" };
    const body = json && JSON.stringify(json);
    const response = await fetch(`https://things.example.com${path}`, { method, headers, ...(body && { body }) });
    return response.status === 204 ? {} : await response.json();
  };
  const { id } = await send("POST", "/things", { name: "lamp" });
  expect((await send("GET", `/things/${id}`)).name).toBe("lamp");
  expect((await send("GET", "/things")).items).toHaveLength(1);
  await send("DELETE", `/things/${id}`);
  expect((await send("GET", "/things")).items).toEqual([]);
});
