import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { type ProxyOptions, startProxy } from "#proxy/proxy.js";
import { rawRequest, statusOf } from "#test/raw-request.js";
import { Contract } from "#verify/model/contract.js";
import { Traffic } from "#verify/traffic/traffic.js";
import { awakeClock } from "../awake.js";

const open: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

let contract: Contract;
beforeAll(async () => {
  contract = new Contract(await loadDocument("openapi/openapi.yaml"));
});

/** A server that records its requests, and a proxy to it. */
async function proxied(
  options: Partial<ProxyOptions> & { path?: string } = {},
  respond: (incoming: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end("ok"),
) {
  const seen: string[] = [];
  const server: Server = createServer(async (incoming, response) => {
    let body = "";
    for await (const chunk of incoming.setEncoding("latin1")) body += chunk;
    seen.push([incoming.method, incoming.url, body].filter(Boolean).join(" "));
    respond(incoming, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}${options.path ?? ""}`;
  const traffic = new Traffic({ contract, name: target, baseUrl: target, keyVariable: "TEAM_API_KEY" });
  const proxy = await startProxy({ port: 0, traffic, ...options, target });
  open.push(proxy.close);
  return {
    ...proxy,
    server,
    seen,
    traffic,
    send: (bytes: string, silence?: number) => rawRequest(proxy.url, bytes, silence),
  };
}

const UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
const head = (line: string, more = "") => `${line} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

describe("the request target", () => {
  test.each([
    ["GET /a?x=it's&y=%7B|\"<>`^", "/v1/a?x=it's&y=%7B|\"<>`^"],
    ["GET /%zz?q=%zz", "/v1/%zz?q=%zz"],
    ["GET //evil.example/x", "/v1//evil.example/x"],
    ["GET http://other.example/a?b=c", "/v1/a?b=c"],
    ["GET http://other.example", "/v1/"],
    ["GET HTTPS://other.example?b", "/v1/?b"],
    ["OPTIONS *", "/v1"],
    ["GET /a/../b/%2e", "/v1/a/../b/%2e"],
    ["GET /a;x=1/b:c@d[e]", "/v1/a;x=1/b:c@d[e]"],
    ["GET /x%2Fy/..?/../..", "/v1/x%2Fy/..?/../.."],
    ["GET /x%2Fy/../z", "/v1/x%2Fy/../z"],
  ])("%s reaches the server as it is, below the base path", async (line, want) => {
    const { send, seen } = await proxied({ path: "/v1" });
    expect(statusOf(await send(head(line)))).toBe(200);
    expect(seen).toEqual([`${line.split(" ")[0]} ${want}`]);
  });

  test("OPTIONS * reaches a server without a base path as it is", async () => {
    const { send, seen } = await proxied();
    expect(statusOf(await send(head("OPTIONS *")))).toBe(200);
    expect(seen).toEqual(["OPTIONS *"]);
  });

  test.each([
    "/../admin",
    "/../../admin",
    "/%2e%2e/admin",
    "/.%2E/admin",
    "/a/../../admin",
    "/..\\admin",
    "/\\..\\admin",
    "/..%2fadmin",
    "/..%5Cadmin",
    "/..;/admin",
    "/./../admin",
    "//../../admin",
    "http://x/../admin",
    // A server that does not take these for slashes sees one name and two steps up.
    "/x%2Fy/../../admin",
    "/x\\y/../../admin",
    "/x%5cy/%2e./../admin",
    "/x%2f..\\y/../../admin",
    "/a#/../../admin",
    // Some servers take what follows for the end of the path.
    "/..#a",
    "/..%23a",
    "/..%00/admin",
    "/a/..%3B/..%3f",
  ])("%s would leave the base path: it gets 400, also with an upgrade, and is not sent", async (target) => {
    const { send, seen, server } = await proxied({ path: "/v1" });
    server.on("upgrade", ({ url }, socket) => {
      seen.push(`upgrade ${url}`);
      socket.destroy();
    });
    expect(statusOf(await send(head(`GET ${target}`)))).toBe(400);
    expect(statusOf(await send(head(`GET ${target}`, UPGRADE)))).toBe(400);
    expect(seen).toEqual([]);
  });
});

test.each([
  head("GET http://other.example/socket", UPGRADE),
  head("OPTIONS *", UPGRADE),
  head("GET *", UPGRADE),
  head("GET http://[", UPGRADE),
  head("GET http://["),
  head("GET //", UPGRADE),
  head("GET //"),
  head("GET /", "Keep-Alive: timeout=5\r\n"),
  head("GET /", "Upgrade: websocket\r\n"),
  head("GET /", "Connection: x-own, x-other\r\nX-Own: 1\r\nTE: trailers\r\nProxy-Connection: keep-alive\r\n"),
  head("GET /", "Expect: 100-continue\r\n"),
  head("CONNECT other.example:443"),
  head("TRACE /"),
  head("GET /", `X-Long: ${"x".repeat(100_000)}\r\n`),
  head("GET /", "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"),
  head("POST /", "Content-Length: -1\r\n"),
  head("POST /", "Transfer-Encoding: chunked\r\n").concat("zz\r\n"),
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "GET /\r\n\r\n",
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "\0\0\0\0",
])("the proxy responds, and continues, after %j", async (bytes) => {
  const { url, send, traffic } = await proxied();
  const status = statusOf(await send(bytes));
  expect([500, 502]).not.toContain(status);
  expect((await fetch(`${url}/suppressions`)).status).toBe(200);
  await expect.poll(() => traffic.exchanges).toBeGreaterThan(0);
});

describe("an upgrade that is not tunneled: the request is forwarded with its body, without the upgrade", () => {
  const h2c = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n";

  test.each([
    ["h2c with a length", head("POST /a", `${h2c}Content-Length: 5\r\n`), ["he", "llo"]],
    [
      "h2c in chunks",
      head("POST /a", `${h2c}Transfer-Encoding: chunked\r\n`),
      ["2\r\nhe\r\n", "3\r\nllo\r\n0\r\n\r\n"],
    ],
    ["a web socket with a body", head("POST /a", `${UPGRADE}Content-Length: 5\r\n`), ["hel", "lo"]],
  ])("%s", async (_, first, [second = "", third = ""]) => {
    const { url, seen } = await proxied();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(first + second);
    setTimeout(() => socket.write(third), 50);
    const [received] = await once(socket, "data");
    socket.destroy();
    expect(statusOf(String(received))).toBe(200);
    expect(seen).toEqual(["POST /a hello"]);
  });

  test("h2c of HTTP/1.0, without a host", async () => {
    const { send, seen } = await proxied();
    const bytes = `POST /a HTTP/1.0\r\n${h2c}Content-Length: 5\r\n\r\nhello`;
    expect(statusOf(await send(bytes))).toBe(200);
    expect(seen).toEqual(["POST /a hello"]);
  });

  test("h2c behind a request without a response yet: both get theirs, in order", async () => {
    const { url, seen } = await proxied({}, ({ url }, response) => void setTimeout(() => response.end(url), 50));
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const both = head("GET /first") + head("POST /second", `${h2c}Content-Length: 5\r\n`);
    socket.write(`${both}hello${head("GET /third", "Connection: close\r\n")}`);
    const received = (await socket.setEncoding("latin1").toArray()).join("");
    expect(received.match(/\/(first|second|third)/g)).toEqual(["/first", "/second", "/third"]);
    expect(seen).toEqual(["GET /first", "POST /second hello", "GET /third"]);
  });

  test("h2c without a body", async () => {
    const { send, seen, server } = await proxied();
    server.on("upgrade", (_, socket) => socket.destroy());
    expect(statusOf(await send(head("GET /a", h2c)))).toBe(200);
    expect(seen).toEqual(["GET /a"]);
  });
});

test("the body of a GET is forwarded", async () => {
  const { send, seen } = await proxied();
  expect(statusOf(await send(`${head("GET /a", "Content-Length: 5\r\n")}hello`))).toBe(200);
  expect(seen).toEqual(["GET /a hello"]);
});

test.each<[string, string, (response: ServerResponse) => void]>([
  ["before the response", "", () => {}],
  ["before the response to a body", "Content-Length: 5\r\n", () => {}],
  ["while its body arrives", "", (response) => void response.write("[")],
])("the connection to the server ends when the client leaves %s", async (_, more, respond) => {
  let isOpen = false;
  const onError = vi.fn();
  const { url, seen } = await proxied({ onError }, (_incoming, response) => {
    isOpen = true;
    response.on("close", () => {
      isOpen = false;
    });
    respond(response);
  });
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${head("POST /suppressions", more)}${more && "hello"}`);
  await expect.poll(() => seen).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => isOpen).toBe(false);
  expect(onError).not.toHaveBeenCalled();
});

test("all headers are forwarded, also more than a thousand", async () => {
  const many = Array.from({ length: 1500 }, (_, at) => [`x${at}`, "1"] as const);
  let received = 0;
  const { send, server } = await proxied({}, ({ headers }, response) => {
    received = many.filter(([name]) => headers[name] === "1").length;
    for (const [name, value] of many) response.setHeader(name, value);
    response.end("ok");
  });
  server.maxHeadersCount = 0;
  const response = await send(head("GET /", many.map(([name, value]) => `${name}: ${value}\r\n`).join("")));
  expect([received, response.match(/^x\d+: 1\r$/gm)?.length]).toEqual([1500, 1500]);
});

describe("with response headers", () => {
  /** A server whose list never ends. */
  const endless = (size: number) => {
    const state = { isOpen: false, sent: 0 };
    const respond = (_: IncomingMessage, response: ServerResponse) => {
      state.isOpen = true;
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = Buffer.alloc(size, " ");
      const write = () => {
        if (response.destroyed) return;
        state.sent += size;
        if (response.write(chunk)) setTimeout(write, 1);
        else response.once("drain", write);
      };
      write();
      response.on("close", () => {
        state.isOpen = false;
      });
    };
    return { state, respond };
  };

  test("a body that never ends is passed on after 10 MB, as far as the client reads it", async () => {
    const { state, respond } = endless(1024 * 1024);
    const { url } = await proxied({ marksResponses: true }, respond);
    const [response] = await once(request(`${url}/suppressions`).end(), "response");
    response.pause();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(state.sent).toBeLessThan(40 * 1024 * 1024);
    response.destroy();
    await expect.poll(() => state.isOpen).toBe(false);
  });

  test("the connection to the server ends when the client leaves while a body is held", async () => {
    const { state, respond } = endless(10);
    const { url } = await proxied({ marksResponses: true }, respond);
    const sent = request(`${url}/suppressions`).end();
    sent.on("error", () => {});
    await expect.poll(() => state.isOpen).toBe(true);
    sent.destroy();
    await expect.poll(() => state.isOpen).toBe(false);
  });

  test("a body that drops is passed on after the longest time that one is held", async () => {
    const { respond } = endless(10);
    const { url } = await proxied({ marksResponses: true, holdTimeout: 200 }, respond);
    const response = await fetch(`${url}/suppressions`);
    expect(response.headers.has("x-contract-violations")).toBe(false);
    await response.body?.cancel();
  });
});

describe("the proxy closes at once", () => {
  test.each<[string, Partial<ProxyOptions>, (response: ServerResponse) => void]>([
    ["while the server is silent", {}, () => {}],
    ["while a body arrives", {}, (response) => void response.write("[")],
    ["while a body is held", { marksResponses: true }, (response) => void response.write("[")],
  ])("%s", async (_, options, respond) => {
    const { url, close, seen } = await proxied(options, (_incoming, response) => respond(response));
    const ended = rawRequest(url, head("GET /suppressions"), 10_000);
    await expect.poll(() => seen).toHaveLength(1);
    const elapsed = awakeClock();
    await close();
    await ended;
    expect(elapsed()).toBeLessThan(8000);
  });
});

test("a request that does not arrive in time gets 408", async () => {
  const { send, url } = await proxied({ requestTimeout: 100 });
  expect(statusOf(await send("GET / HTTP/1.1\r\nHost: x\r\n", 5000))).toBe(408);
  expect(statusOf(await send(head("POST /", "Content-Length: 10\r\n"), 5000))).toBe(408);
  expect((await fetch(url)).status).toBe(200);
});
