import { inspect } from "node:util";
import type { Middleware as OpenapiFetchMiddleware } from "openapi-fetch";
import { afterEach, describe, expect, expectTypeOf, test } from "vitest";
import { createClient, type Middleware } from "#generated/client.js";
import { json, serve, type TestServer } from "../server.js";

const ADDED = { object: "suppression", id: "3c9f2b61-7d04-4e8a-b1f5-90c2de6a4f17" };
const path = { suppression: "kim@example.com" };

let server: TestServer | undefined;
afterEach(() => server?.close());

describe("middleware", () => {
  test("for openapi-fetch is middleware of a client", () => {
    expectTypeOf<OpenapiFetchMiddleware>().toExtend<Middleware>();
  });

  test("of the client and of a call sees the request in this order, the response in the other, and what openapi-fetch gives", async () => {
    server = await serve((_, response) => json(response, 201, ADDED));
    const client = createClient({ baseUrl: server.url, apiKey: "k" });
    const order: string[] = [];
    const named = (name: string): Middleware => ({
      onRequest({ request, schemaPath, params, id, options }) {
        order.push(`${name} ${request.method} ${schemaPath} ${Object.keys(params)} ${typeof id} ${options.parseAs}`);
        request.headers.append("x-order", name);
      },
      onResponse: ({ response }) => void order.push(`${name} ${response.status}`),
    });
    client.use(named("one"), named("two"));
    const result = await client.addSuppression(
      { body: { email: "kim@example.com" } },
      { middleware: [named("three")] },
    );
    expect(result).toMatchObject({ ok: true, data: ADDED });
    expect(server.seen[0]?.headers).toMatchObject({ "x-order": "one, two, three", authorization: "Bearer k" });
    const sent = "POST /suppressions path,query,header,cookie string stream";
    expect(order).toEqual([`one ${sent}`, `two ${sent}`, `three ${sent}`, "three 201", "two 201", "one 201"]);
  });

  test("does not run after `eject`", async () => {
    server = await serve((_, response) => response.writeHead(404).end());
    const client = createClient({ baseUrl: server.url });
    const middleware: Middleware = { onRequest: ({ request }) => request.headers.set("x-seen", "yes") };
    client.use(middleware);
    await client.retrieveSuppression({ path });
    client.eject(middleware);
    await client.retrieveSuppression({ path });
    expect(server.seen.map(({ headers }) => headers["x-seen"])).toEqual(["yes", undefined]);
  });

  test("may replace the request, and the response, whose body is read by the contract", async () => {
    server = await serve((_, response) => json(response, 404, { title: "none" }));
    const client = createClient({ baseUrl: server.url });
    client.use({
      onRequest: ({ request }) => new Request(`${request.url}?trace=1`, request),
      onResponse: async ({ response }) => Response.json({ seen: await response.json() }, { status: 404 }),
    });
    expect(await client.retrieveSuppression({ path })).toMatchObject({
      status: 404,
      body: { seen: { title: "none" } },
      failure: null,
    });
    expect(server.seen[0]?.url).toBe("/suppressions/kim%40example.com?trace=1");
  });

  test.each([
    ["a success", Response.json(ADDED), { ok: true, data: ADDED }],
    ["an error with JSON", Response.json({ title: "no" }, { status: 403 }), { status: 403, body: { title: "no" } }],
    ["an error with text", new Response("no", { status: 403 }), { status: 403, body: "no" }],
    ["an error without a body", new Response(null, { status: 403 }), { status: 403, body: undefined }],
  ])("may respond in place of the server, with %s", async (_, response, want) => {
    const client = createClient({ baseUrl: "http://127.0.0.1:1" });
    client.use({ onRequest: () => response });
    const result = await client.addSuppression({ body: { email: "kim@example.com" } });
    expect(result).toMatchObject(want);
  });

  test("may turn a network failure into a response, or into another error", async () => {
    const client = createClient({ baseUrl: "http://127.0.0.1:1", retry: false });
    const recovering: Middleware = { onError: () => Response.json(null, { status: 404 }) };
    const renaming: Middleware = { onError: () => new Error("offline") };
    expect(await client.retrieveSuppression({ path }, { middleware: [recovering] })).toMatchObject({
      status: 404,
      failure: null,
    });
    expect(await client.retrieveSuppression({ path }, { middleware: [renaming] })).toMatchObject({
      failure: { name: "NetworkFailure", cause: { message: "offline" } },
    });
  });

  test.each<[string, Middleware, RegExp]>([
    ["onRequest throws", { onRequest: () => Promise.reject(new Error("no token")) }, /middleware: no token\./],
    ["onResponse throws", { onResponse: () => Promise.reject(new Error("no log")) }, /middleware: no log\./],
    [
      "it reads a body",
      { onResponse: async ({ response }) => void (await response.text()) },
      /it read the body, not a clone/,
    ],
  ])("that fails is a MiddlewareFailure, and the request is not sent again: %s", async (_, middleware, message) => {
    server = await serve((_seen, response) => json(response, 200, ADDED));
    const client = createClient({ baseUrl: server.url, apiKey: "very-secret" });
    const result = await client.retrieveSuppression({ path }, { middleware: [middleware] });
    expect(result).toMatchObject({ ok: false, status: null, failure: { name: "MiddlewareFailure" } });
    expect(result.ok ? "" : result.failure?.message).toMatch(message);
    expect(server.seen.length).toBeLessThan(2);
    expect(inspect(result, { depth: 9 })).not.toContain("very-secret");
  });

  test("that never ends is ended by the time limit and by the signal", async () => {
    const client = createClient({ baseUrl: "http://127.0.0.1:1" });
    client.use({ onRequest: () => new Promise(() => {}) });
    expect(await client.retrieveSuppression({ path }, { timeout: 30 })).toMatchObject({
      failure: { name: "TimeoutFailure" },
    });
    expect(await client.retrieveSuppression({ path }, { signal: AbortSignal.timeout(30) })).toMatchObject({
      failure: { name: "AbortFailure" },
    });
  });

  test("does not run for a request that cannot be built", async () => {
    const client = createClient({ baseUrl: "not a URL" });
    const ran: string[] = [];
    client.use({ onRequest: () => void ran.push("onRequest"), onError: () => void ran.push("onError") });
    expect(await client.retrieveSuppression({ path })).toMatchObject({ failure: { name: "InvalidRequest" } });
    expect(ran).toEqual([]);
  });
});

describe("a key that is fetched", () => {
  const keyOf = (seen: TestServer["seen"]) => seen.map(({ headers }) => headers.authorization);

  test("is fetched once more after a 401, and the request is sent again with it", async () => {
    server = await serve(({ headers }, response) =>
      headers.authorization === "Bearer new" ? json(response, 201, ADDED) : response.writeHead(401).end(),
    );
    const keys = ["old", "new", "never"];
    const client = createClient({ baseUrl: server.url, apiKey: () => keys.shift() ?? "", retry: false });
    const result = await client.addSuppression({ body: { email: "kim@example.com" } });
    expect(result).toMatchObject({ ok: true, data: ADDED });
    expect(keyOf(server.seen)).toEqual(["Bearer old", "Bearer new"]);
    expect(server.seen[1]?.body).toBe('{"email":"kim@example.com"}');
  });

  test("is not fetched a third time, and the request is not sent again with the same key or a key that is a value", async () => {
    server = await serve((_, response) => response.writeHead(401).end());
    const fetched: string[] = [];
    const next = () => `key-${fetched.push("key")}`;
    expect(await createClient({ baseUrl: server.url, apiKey: next }).retrieveSuppression({ path })).toMatchObject({
      status: 401,
    });
    expect(fetched).toHaveLength(2);
    await createClient({ baseUrl: server.url, apiKey: () => "same" }).retrieveSuppression({ path });
    await createClient({ baseUrl: server.url, apiKey: "value" }).retrieveSuppression({ path });
    expect(keyOf(server.seen)).toEqual(["Bearer key-1", "Bearer key-2", "Bearer same", "Bearer value"]);
  });
});
