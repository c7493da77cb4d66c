import { afterEach, describe, expect, test } from "vitest";
import { collectionOf } from "#export/collection.js";
import { findRoute, routesOf } from "#http/routes.js";
import { startMock } from "#mock/mock.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { baseOf } from "#openapi/operations/own-server.js";
import { startProxy } from "#proxy/proxy.js";
import { json, serve } from "#test/server.js";
import { testTarget } from "#test/verify/target.js";
import { Contract } from "#verify/model/contract.js";
import { Traffic } from "#verify/traffic/traffic.js";
import { verify } from "#verify/verify.js";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

describe("the base URL of an operation", () => {
  test.each<[base: string, own: string, instead: string[], want: string]>([
    ["http://t", "/uploads", [], "http://t/uploads"],
    ["http://t/api", "/uploads", ["/api"], "http://t/uploads"],
    ["http://t/x/api", "/uploads", ["/api"], "http://t/x/uploads"],
    ["http://t/x", "/uploads", ["/api"], "http://t/uploads"],
    ["http://t/x", "https://a.test/v2", ["https://a.test"], "http://t/x/v2"],
    ["http://t/v1", "https://a.test/v2/", ["https://a.test/v1"], "http://t/v2"],
    ["http://t/v1", "https://up.test/v2", ["https://a.test/v1"], "https://up.test/v2"],
    ["http://t/v1", "https://a.test:8443", ["https://a.test/v1"], "https://a.test:8443"],
    ["http://t/v1", "https://a.test@evil.test/v1", ["https://a.test/v1"], "https://a.test@evil.test/v1"],
    ["http://t", "//up.test/v2", ["/v1"], "http://t/v2"],
    ["http://t/v1", "{broken", ["/v1"], "http://t/%7Bbroken"],
  ])("%s with the own server %s in place of %j is %s", (base, url, instead, want) => {
    expect(baseOf({ url, instead }, base)).toBe(want);
  });

  test("is the given one without an own server", () => {
    expect(baseOf(undefined, "http://t/v1")).toBe("http://t/v1");
  });
});

/** A document with a shared server, one of a path, and one of an operation, which is at another origin. */
function documentWith(elsewhere: string) {
  const ok = {
    description: "ok",
    content: { "application/json": { schema: { type: "array", items: { type: "integer" } } } },
  };
  const get = (operationId: string, more = {}) => ({ operationId, responses: { "200": ok }, ...more });
  return {
    openapi: "3.1.0",
    info: { title: "Files", version: "1" },
    servers: [{ url: "/api" }],
    security: [{ Key: [] }],
    components: { securitySchemes: { Key: { type: "http", scheme: "bearer" } } },
    paths: {
      "/items": { get: get("listItems") },
      "/files": { servers: [{ url: "/uploads" }], get: get("listFiles") },
      "/events": {
        get: get("listEvents", { servers: [{ url: `${elsewhere}/v{n}`, variables: { n: { default: "2" } } }] }),
      },
    },
  };
}

async function started() {
  const server = await serve(({ url }, response) => {
    const isKnown = ["/api/items", "/uploads/files", "/v2/events"].includes(url.split("?")[0] ?? "");
    return isKnown ? json(response, 200, [1]) : response.writeHead(404).end();
  });
  open.push(server);
  return server;
}

describe("verify", () => {
  const examples = { only: ["listItems", "listFiles", "listEvents"] };

  test("uses the server of a path, and sends no request and no key to another origin", async () => {
    const [target, elsewhere] = [await started(), await started()];
    const settings = testTarget(`${target.url}/api`, { hasExampleData: false });
    const report = await verify({ contract: new Contract(documentWith(elsewhere.url)), target: settings, ...examples });
    const valid = report.cases.filter(({ name }) => name.endsWith("› example"));
    expect(valid.map(({ operation, outcome }) => [operation, outcome.verdict])).toEqual([
      ["listItems", "passed"],
      ["listFiles", "passed"],
      ["listEvents", "skipped"],
    ]);
    expect(JSON.stringify(valid[2]?.outcome)).toContain(`its server is ${elsewhere.url}: allow it`);
    expect(elsewhere.seen).toEqual([]);
  });

  test("sends requests and the key to an origin that the settings allow", async () => {
    const [target, elsewhere] = [await started(), await started()];
    const allowedOrigins = new Set([elsewhere.url]);
    const settings = testTarget(`${target.url}/api`, { hasExampleData: false, allowedOrigins });
    await verify({ contract: new Contract(documentWith(elsewhere.url)), target: settings, only: ["listEvents"] });
    const sent = elsewhere.seen.map(({ url, headers }) => [url, headers.authorization]);
    expect(sent).toContainEqual(["/v2/events", "Bearer k"]);
  });
});

test("a route recognizes the own server of an operation, and the base URL", () => {
  const routes = routesOf(operationsOf(documentWith("https://up.test")), "http://t/api");
  const found = (url: string) => findRoute(routes, "GET", new URL(url))?.operation.id;
  expect(["http://t/uploads/files", "http://t/api/files", "https://up.test/v2/events"].map(found)).toEqual([
    "listFiles",
    "listFiles",
    "listEvents",
  ]);
  expect(["http://t/files", "http://t/uploads/items", "https://evil.test/v2/events"].map(found)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("the proxy forwards to the own server of an operation at the target, and never to another origin", async () => {
  const [target, elsewhere] = [await started(), await started()];
  const base = `${target.url}/api`;
  const contract = new Contract(documentWith(elsewhere.url));
  const traffic = new Traffic({ contract, name: base, baseUrl: base, keyVariable: "KEY" });
  const proxy = await startProxy({ target: base, port: 0, traffic });
  open.push(proxy);
  const headers = { authorization: "Bearer k" };
  for (const path of ["/items", "/files?a=1", "/events", "/files/../x"]) await fetch(proxy.url + path, { headers });
  expect(target.seen.map(({ url }) => url)).toEqual(["/api/items", "/uploads/files?a=1", "/api/events", "/api/x"]);
  expect(elsewhere.seen).toEqual([]);
});

test("the mock serves an operation below its own server, too", async () => {
  const mock = await startMock({ document: documentWith("https://up.test"), port: 0 });
  open.push(mock);
  const statuses = ["/files", "/uploads/files", "/v2/events", "/api/items"].map(async (path) => {
    return (await fetch(mock.url + path, { headers: { authorization: "Bearer k" } })).status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
});

test("a collection has the address of the own server, and no key for another origin", async () => {
  const { requests } = await collectionOf(documentWith("https://up.test"), "http://t/api");
  const shown = requests.map(({ operation, base, headers }) => [
    operation,
    base,
    headers.some(([name]) => /auth/i.test(name)),
  ]);
  expect(shown).toEqual([
    ["listItems", "{{baseUrl}}", true],
    ["listFiles", "http://t/uploads", true],
    ["listEvents", "https://up.test/v2", false],
  ]);
});
