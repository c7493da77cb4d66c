import { http, passthrough } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createClient, unwrap } from "#generated/client.js";
import { handler, handlers } from "#generated/msw.js";
import { startMock } from "#mock/mock.js";
import { contractHandlers } from "#mock/msw/handlers.js";
import type { JsonObject } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { headersWithKey } from "../../placed-key.js";
import { documentOf } from "../../verify/small-document.js";

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const api = createClient({ baseUrl: "https://api.example.com/v1", apiKey: "any-key", retry: false });
const BOUNCED = "8be0d7c4-1f63-4a92-9e5b-27c4f08a6d3e";

describe("handlers", () => {
  test("respond to every example of the contract with its response", async () => {
    server.use(...handlers());
    const document = await loadDocument("openapi/openapi.yaml");
    const operations = operationsOf(document);
    const pairs = operations.flatMap((operation) => examplePairs(operation).map((pair) => ({ operation, pair })));
    expect(pairs.length).toBeGreaterThan(8);
    for (const { operation, pair } of pairs) {
      const values = new Map(pair.parameters.map(({ parameter, value }) => [parameter.name, String(value)]));
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.get(name) ?? ""));
      const query = pair.parameters.filter(({ parameter }) => parameter.in === "query");
      const search = new URLSearchParams(query.map(({ parameter, value }) => [parameter.name, String(value)]));
      const response = await fetch(`https://api.example.com/v1${path}?${search}`, {
        method: operation.method.toUpperCase(),
        headers: { ...(await headersWithKey(document, operation)), "content-type": "application/json" },
        body: pair.body ? JSON.stringify(pair.body.value) : null,
      });
      const text = await response.text();
      const where = `${operation.id} ${pair.name}`;
      expect(String(response.status)[0], where).toBe(pair.response.status[0]);
      expect(text === "" ? undefined : JSON.parse(text), where).toEqual(pair.responseExample?.value);
    }
  });

  test("return the id of the request, and the page of an iterator", async () => {
    server.use(...handlers());
    const id = "0193a5a0-7c1e-7d3b-9f0e-2b6f8c1d4e5a";
    expect(unwrap(await api.retrieveContactImport({ path: { id } })).id).toBe(id);
    const origins = new Set<string>();
    for await (const { origin } of api.listSuppressions.items({ query: { origin: "bounce" } })) origins.add(origin);
    expect([...origins]).toEqual(["bounce"]);
  });

  test.each<[string, string, RequestInit, number, string]>([
    ["a missing key", "/suppressions", { headers: {} }, 401, "GET /suppressions: a key is missing."],
    ["a limit that is too small", "/suppressions?limit=0", {}, 422, "the query parameter limit must be >= 1"],
    ["a limit that is not a number", "/suppressions?limit=many", {}, 422, "the query parameter limit must be number"],
    ["a value outside of an enum", "/suppressions?origin=spam", {}, 422, "must be one of"],
    ["two exclusive parameters", `/suppressions?after=${BOUNCED}&before=a`, {}, 422, "after and before cannot be comb"],
    ["a missing body", "/suppressions", { method: "POST" }, 422, "POST /suppressions: the body is missing."],
    ["a body that is not JSON", "/suppressions", { method: "POST", body: "{" }, 400, "the body is not JSON"],
    ["a missing field", "/suppressions", { method: "POST", body: "{}" }, 422, "must have required property 'email'"],
    [
      "another media type",
      "/suppressions",
      { method: "POST", body: "email=kim", headers: { authorization: "Bearer k", "content-type": "text/csv" } },
      415,
      "the body is text/csv, not application/json",
    ],
  ])("reject %s, with a problem that says why", async (_, path, init, status, detail) => {
    server.use(...handlers());
    const headers = { authorization: "Bearer k", "content-type": "application/json" };
    const response = await fetch(`https://api.example.com${path}`, { headers, ...init });
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const problem = await response.json();
    expect(problem.detail).toContain(detail);
    expect([response.status, problem.status]).toEqual([status, status]);
  });

  test.each([false, true])("obey the header Prefer as the mock does (state: %s)", async (state) => {
    const mock = await startMock({ spec: "openapi/openapi.yaml", port: 0, state });
    try {
      server.use(
        http.all(`${mock.url}/*`, () => passthrough()),
        ...handlers({}, { state }),
      );
      const sent = async (base: string, prefer: string, query = "") => {
        const response = await fetch(`${base}/suppressions${query}`, {
          headers: { authorization: "Bearer k", ...(prefer && { prefer }) },
        });
        const names = ["content-type", "x-mock-choice", "retry-after"];
        return [response.status, names.map((name) => response.headers.get(name)), await response.text()];
      };
      for (const prefer of [
        ...["code=500", "code=404", "code=429", "code=204", "code=304", "code=401", "code=299", 'Code="503"; a=b'],
        ...["example=firstPage", "example=none", "code=200, example=none", "dynamic=true, seed=a", "dynamic=false"],
        ...["code=100", "code=700", "code=x", "code=", "dynamic=maybe", "delay=soon", "delay=60001", "other", ""],
        ...["delay=1", "delay=1, code=500", "delay=1, code=x"],
      ]) {
        expect(await sent("https://api.example.com", prefer), prefer).toEqual(await sent(mock.url, prefer));
      }
      expect(await sent("https://api.example.com", "", "?__code=500")).toEqual(await sent(mock.url, "", "?__code=500"));
    } finally {
      await mock.close();
    }
  });

  test("wait as long as the header Prefer says, also before an override", async () => {
    server.use(...handlers({ listSuppressions: { status: 404 } }));
    const begun = performance.now();
    const { status, response } = await api.listSuppressions({}, { headers: { Prefer: "delay=200" } });
    expect(performance.now() - begun).toBeGreaterThan(190);
    expect([status, response?.headers.get("x-mock-choice")]).toEqual([404, "delay 200 ms (Prefer: delay=200)"]);
  });

  test("leave other addresses alone", async () => {
    server.use(...handlers({}, { baseUrl: "https://api.example.com/v1/" }));
    expect(await api.listSuppressions()).toMatchObject({ ok: true });
    await expect(fetch("https://api.example.com/v2/suppressions")).rejects.toThrow();
    await expect(fetch("https://api.example.com/v1/teams")).rejects.toThrow();
  });
});

describe("an override", () => {
  test("is a response, or a function of the valid request that may leave it to the example", async () => {
    server.use(
      ...handlers({
        revokeOauthGrant: { status: 404 },
        retrieveSuppression: ({ path: { suppression } }) =>
          suppression === "nobody@example.com" ? { status: 404 } : undefined,
        addSuppression: async ({ body }, request) => ({
          status: 201,
          body: { object: "suppression", id: `${body.email} ${(await request.json()).email.length}` },
          headers: { "x-seen": "yes" },
        }),
      }),
    );
    expect(await api.revokeOauthGrant({ path: { oauth_grant_id: BOUNCED } })).toMatchObject({ status: 404 });
    expect(await api.retrieveSuppression({ path: { suppression: "nobody@example.com" } })).toMatchObject({
      status: 404,
      error: undefined,
    });
    expect(await api.retrieveSuppression({ path: { suppression: BOUNCED } })).toMatchObject({ ok: true });
    const added = await api.addSuppression({ body: { email: "kim@example.com" } });
    expect(added).toMatchObject({ ok: true, status: 201, data: { id: "kim@example.com 15" } });
    expect(added.response?.headers.get("x-seen")).toBe("yes");
    expect(added.response?.headers.get("content-type")).toBe("application/json");
  });

  test("of one operation leaves the other handlers as they are, and does not see an invalid request", async () => {
    server.use(...handlers({ listSuppressions: { status: 403, body: { title: "not in the beta" } } }));
    server.use(handler("retrieveSuppression", { status: 404 }));
    expect(await api.retrieveSuppression({ path: { suppression: BOUNCED } })).toMatchObject({ status: 404 });
    expect(await api.listSuppressions()).toMatchObject({ status: 403, body: { title: "not in the beta" } });
    expect(await api.listSuppressions({ query: { limit: 0 } })).toMatchObject({ status: 422 });
  });

  test("does not compile with a wrong name, status, field or parameter", () => {
    const never = () => [
      // @ts-expect-error no such operation
      handlers({ noSuchOperation: { status: 404 } }),
      // @ts-expect-error the contract does not document the status
      handlers({ listSuppressions: { status: 500 } }),
      // @ts-expect-error a suppression has more fields
      handlers({ retrieveSuppression: { status: 200, body: { object: "suppression", id: BOUNCED } } }),
      // @ts-expect-error no such path parameter
      handler("retrieveSuppression", ({ path: { id } }) => ({ status: id === "" ? 404 : 403 })),
      // @ts-expect-error no such operation
      handler("then"),
    ];
    expect(never).toBeTypeOf("function");
  });

  test("of an unknown operation is an error at run time too", () => {
    expect(() => Reflect.apply(handler, undefined, ["none", { status: 404 }])).toThrow("the operation none");
  });
});

test("another document is served too: styles, cookies, several media types, and concrete paths first", async () => {
  const document = await loadDocument("test/documents/parcels.yaml");
  const places: Record<string, [string, string]> = Object.fromEntries(
    operationsOf(document).map(({ id, method, path }) => [id, [method, path]]),
  );
  server.use(...contractHandlers<Record<string, never>>(document, places).handlers());
  const call = async (path: string, init: RequestInit = {}, cookie = "lang=fr") => {
    const headers = { "x-desk-key": "k", "x-desk": "north", cookie, ...init.headers };
    const response = await fetch(`http://127.0.0.1:4011${path}`, { ...init, headers });
    const text = await response.text();
    return [response.status, text.startsWith("{") ? JSON.parse(text) : text];
  };
  const query = "labels=fragile|glass&weight[min]=1&weight[max]=5";
  expect(await call(`/parcels?${query}`)).toMatchObject([200, { page: { parcels: [{ id: 7 }] } }]);
  expect(await call("/parcels?labels=a|a")).toMatchObject([422, { title: expect.stringContaining("duplicate") }]);
  expect(await call("/parcels?weight[min]=x")).toMatchObject([
    422,
    { title: expect.stringContaining("weight at /min") },
  ]);
  expect(await call("/parcels", {}, "lang=de")).toMatchObject([
    422,
    { title: expect.stringContaining("cookie parameter lang") },
  ]);
  expect(await call("/parcels", { headers: { "x-desk-key": "" } })).toMatchObject([401, {}]);
  expect(await call("/parcels/7")).toMatchObject([200, { id: 7 }]);
  expect(await call("/parcels/9")).toEqual([404, ""]);
  expect(await call("/parcels/7", { method: "DELETE" })).toEqual([204, ""]);
  const form = { method: "POST", body: "label=ab", headers: { "content-type": "application/x-www-form-urlencoded" } };
  expect(await call("/parcels", form)).toMatchObject([201, {}]);
});

const OBJECT = { schema: { type: "object", properties: { id: { type: "integer" } } } };
const TEXT = { schema: { type: "string" } };
test.each<[title: string, content: JsonObject, accept: string | undefined, body: unknown, want: [string, string]]>([
  ["any type with an object", { "*/*": OBJECT }, undefined, { id: 1 }, ["application/json", '{"id":1}']],
  ["any type, asked for as JSON", { "*/*": OBJECT }, "application/json", { id: 1 }, ["application/json", '{"id":1}']],
  [
    "JSON beside texts",
    { "text/plain": OBJECT, "application/json": OBJECT, "text/json": OBJECT },
    "application/json, text/json, text/plain;q=0.9",
    { id: 1 },
    ["application/json", '{"id":1}'],
  ],
  ["any type with a text", { "*/*": TEXT }, undefined, "hi", ["text/plain", "hi"]],
  ["CSV beside JSON", { "application/json": OBJECT, "text/csv": TEXT }, "text/csv", "a,b", ["text/csv", "a,b"]],
])("an override of %s has the media type that the client wants", async (_, content, accept, body, want) => {
  const responses = { "200": { description: "", content } };
  const document = documentOf({ "/a": { get: { operationId: "read", responses } } });
  const { handler: handlerOf } = contractHandlers<Record<string, never>>(document, { read: ["get", "/a"] });
  server.use(
    Reflect.apply(handlerOf, undefined, ["read", { status: 200, body }, { baseUrl: "http://127.0.0.1:4012" }]),
  );
  const response = await fetch("http://127.0.0.1:4012/a", accept === undefined ? {} : { headers: { accept } });
  expect([response.headers.get("content-type"), await response.text()]).toEqual(want);
});
