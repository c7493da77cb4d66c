import { afterAll, beforeAll, expect, test } from "vitest";
import { type PageServer, servePage } from "#scripts/start/page-server.js";
import { rawRequest, statusOf } from "#test/raw-request.js";

let page: PageServer;
beforeAll(async () => {
  page = await servePage(0, () => ({
    "index.html": "<p>sandbox-key",
    "page.js": "",
    "scalar.js": "",
    "document.js": "",
    "openapi.json": "{}",
  }));
});
afterAll(() => page.close());

const request = (line: string, host = "localhost:4000") => `${line} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

test.each([
  ["GET /", 200],
  ["GET /index.html?x#y", 200],
  ["GET http://127.0.0.1:4000/openapi.json", 200],
  ["GET http://127.0.0.1:4000", 200],
  ["HEAD /", 200],
  ["GET //", 404],
  ["GET //index.html", 404],
  ["GET //[", 404],
  ["GET http://[", 200],
  ["GET /../package.json", 404],
  ["GET /%2e%2e/package.json", 404],
  ["GET /..\\package.json", 404],
  ["GET /%zz", 404],
  ["GET /__proto__", 404],
  ["GET *", 404],
  ["OPTIONS *", 405],
  ["POST /", 405],
  ["TRACE /", 405],
])("the page responds to %s with %i, and continues", async (line, status) => {
  expect(statusOf(await rawRequest(page.url, request(line)))).toBe(status);
  expect((await fetch(page.url)).status).toBe(200);
});

test.each([
  ...["GET / HTTP/1.1\r\n\r\n", "GET /\r\n\r\n", "\0\0\0\0", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"],
  "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
])("the page goes on after %j, without showing its content", async (bytes) => {
  expect(await rawRequest(page.url, bytes)).not.toContain("sandbox-key");
  expect((await fetch(page.url)).status).toBe(200);
});

test.each(["localhost", "LOCALHOST:1", "127.0.0.1:4000", "127.1.2.3", "[::1]:4000"])(
  "the page is served under the name %s of this machine",
  async (host) => {
    expect(statusOf(await rawRequest(page.url, request("GET /", host)))).toBe(200);
  },
);

test.each([
  "evil.example",
  "evil.example:4000",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "0.0.0.0",
  "[",
  "",
])("the page is not served under the name %j, which another site may have", async (host) => {
  for (const path of ["/", "/report.html", "/openapi.json"]) {
    const response = await rawRequest(page.url, request(`GET ${path}`, host));
    expect([400, 421]).toContain(statusOf(response));
    expect(response).not.toContain("sandbox-key");
  }
});
