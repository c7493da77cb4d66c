import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findRoute, routesOf } from "#http/routes.js";
import { startMock } from "#mock/mock.js";
import { contractHandlers } from "#mock/msw/handlers.js";
import type { JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { startProxy } from "#proxy/proxy.js";
import { serve } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { Contract } from "#verify/model/contract.js";
import { Traffic } from "#verify/traffic/traffic.js";

/** The methods of each path. Each operation responds with its own name. */
const PATHS = {
  "/products/{id}/{flag}": ["get"],
  "/products/{slug}/list": ["get"],
  "/jobs/{id}": ["get", "post", "delete"],
  "/jobs/{id}:cancel": ["post"],
  "/jobs/{id}.json": ["get"],
  "/jobs/mine": ["get"],
  "/größe/{id}": ["get"],
  "/caf%C3%A9/{id}": ["get"],
  "/a b/{id}": ["get"],
  "/ranges/{from}-{to}": ["get"],
  "/ranges/{all}": ["get"],
} as const;

const DOCUMENT: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Routes", version: "1.0.0" },
  paths: Object.fromEntries(
    Object.entries(PATHS).map(([path, methods]) => [
      path,
      Object.fromEntries(methods.map((method) => [method, operation(path, method)])),
    ]),
  ),
};

function operation(path: string, method: string): JsonObject {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    ...{ name, in: "path", required: true, schema: { type: "string" }, example: "5" },
  }));
  const content = { "application/json": { schema: { const: `${method} ${path}` } } };
  return { parameters, responses: { 200: { description: "ok", content } } };
}

/** The operation that has a handler of its own. */
interface Client {
  addJob(): Promise<{ ok: true; status: 200; data: string; response: Response }>;
}

/** The method and address of a request, and the operation that it belongs to with the values of its path. */
const ROWS: [request: string, operation: string, values: Record<string, string>][] = [
  ["GET /products/7/list", "get /products/{slug}/list", { slug: "7" }],
  ["GET /products/7/hot", "get /products/{id}/{flag}", { id: "7", flag: "hot" }],
  ["POST /jobs/5:cancel", "post /jobs/{id}:cancel", { id: "5" }],
  ["POST /jobs/5", "post /jobs/{id}", { id: "5" }],
  ["GET /jobs/5.json", "get /jobs/{id}.json", { id: "5" }],
  ["GET /jobs/5:cancel", "get /jobs/{id}", { id: "5:cancel" }],
  ["GET /jobs/mine", "get /jobs/mine", {}],
  ["DELETE /jobs/mine", "delete /jobs/{id}", { id: "mine" }],
  ["GET /gr%C3%B6%C3%9Fe/1", "get /größe/{id}", { id: "1" }],
  ["GET /gr%c3%b6%c3%9fe/1", "get /größe/{id}", { id: "1" }],
  ["GET /caf%C3%A9/1", "get /caf%C3%A9/{id}", { id: "1" }],
  ["GET /a%20b/x%2Fy", "get /a b/{id}", { id: "x/y" }],
  ["GET /j%6Fbs/m%69ne", "get /jobs/mine", {}],
  ["GET /ranges/1-2", "get /ranges/{from}-{to}", { from: "1", to: "2" }],
  ["GET /ranges/1", "get /ranges/{all}", { all: "1" }],
];

/** Requests that belong to no operation. */
const NONE = ["PUT /jobs/5", "GET /products/7", "GET /jobs/", "POST /größe/1", "GET /größer/1", "DELETE /products/1/2"];

const asked = (request: string, base: string) => {
  const [method = "", path = ""] = request.split(/ (.*)/);
  return { method, url: new URL(base + path) };
};
const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe("a request belongs to the path that fits best", () => {
  const operations = operationsOf(DOCUMENT);

  test.each(ROWS)("%s is %s", (request, wanted, values) => {
    for (const base of [undefined, "https://api.example.com", "https://api.example.com/v1"]) {
      const { method, url } = asked(request, base ?? "https://other.example.com/any");
      // The order of the document does not decide.
      for (const order of [operations, operations.toReversed()]) {
        const found = findRoute(routesOf(order, base), method, url);
        expect(found && named(found.operation)).toBe(wanted);
        expect(found?.path).toEqual(values);
      }
    }
  });

  test.each(NONE)("%s belongs to none", (request) => {
    const { method, url } = asked(request, "https://api.example.com");
    expect(findRoute(routesOf(operations, "https://api.example.com"), method, url)).toBeUndefined();
    expect(findRoute(routesOf(operations, undefined), method, url)).toBeUndefined();
  });

  test("a request below another base URL belongs to none", () => {
    const routes = routesOf(operations, "https://api.example.com/v1");
    expect(findRoute(routes, "GET", new URL("https://api.example.com/v2/jobs/5"))).toBeUndefined();
  });

  test("recorded traffic, a contract, and the search agree", () => {
    const contract = new Contract(DOCUMENT);
    const traffic = new Traffic({ contract, name: "test", keyVariable: "KEY", baseUrl: undefined });
    for (const [request, wanted] of ROWS) {
      const recorded = asked(request, "https://api.example.com");
      const found = traffic.routeOf(recorded);
      expect(found && named(found.operation)).toBe(wanted);
      expect(contract.serves(recorded.method, recorded.url.pathname)).toBe(true);
    }
    expect(contract.serves("PUT", "/jobs/mine")).toBe(false);
  });
});

describe("the mock responds by the path that fits best", () => {
  test("to each request", async () => {
    const spec = join(await temporaryFolder("routes"), "openapi.json");
    await writeFile(spec, JSON.stringify(DOCUMENT));
    const mock = await startMock({ spec, port: 0 });
    try {
      for (const [request, wanted] of ROWS) {
        const { method, url } = asked(request, mock.url);
        const response = await fetch(url, { method });
        expect([request, await response.json()]).toEqual([request, wanted]);
      }
    } finally {
      await mock.close();
    }
  });
});

describe("the proxy checks by the path that fits best", () => {
  test("each response: that of the operation is right, and that of another one is not", async () => {
    const target = await serve(({ headers }, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(decodeURIComponent(String(headers["x-wanted"]))));
    });
    const contract = new Contract(DOCUMENT);
    const traffic = new Traffic({ contract, name: "test", keyVariable: "KEY", baseUrl: target.url });
    const proxy = await startProxy({ target: target.url, port: 0, marksResponses: true, traffic });
    const isMarked = async (request: string, responds: string) => {
      const { method, url } = asked(request, proxy.url);
      const { headers } = await fetch(url, { method, headers: { "x-wanted": encodeURIComponent(responds) } });
      return headers.has("x-contract-violations");
    };
    try {
      for (const [request, wanted] of ROWS) {
        expect([request, await isMarked(request, wanted), await isMarked(request, "other")]).toEqual([
          request,
          false,
          true,
        ]);
      }
    } finally {
      await proxy.close();
      await target.close();
    }
  });
});

describe("handlers of MSW respond by the path that fits best", () => {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  test("to each request, also the handler of one operation", async () => {
    const places = { addJob: ["post", "/jobs/{id}"] } as const;
    const { handlers, handler } = contractHandlers<Client>(DOCUMENT, places);
    server.use(...handlers());
    server.use(handler("addJob", { status: 200, body: "overridden" }));
    for (const [request, wanted] of ROWS) {
      const { method, url } = asked(request, "https://api.example.com");
      const response = await fetch(url, { method });
      const expected = request === "POST /jobs/5" ? "overridden" : wanted;
      expect([request, await response.json()]).toEqual([request, expected]);
    }
  });
});
