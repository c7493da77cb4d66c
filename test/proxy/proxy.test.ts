import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { type ProxyOptions, type RunningProxy, startProxy } from "#proxy/proxy.js";
import { Contract } from "#verify/model/contract.js";
import { type CheckedExchange, Traffic } from "#verify/traffic/traffic.js";
import { json, serve, unusedUrl } from "../server.js";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

let contract: Contract;
beforeAll(async () => {
  contract = new Contract(await loadDocument("openapi/openapi.yaml"));
});

async function proxyTo(
  target: string,
  options: Partial<ProxyOptions> = {},
): Promise<RunningProxy & { traffic: Traffic }> {
  const traffic = new Traffic({ contract, name: target, baseUrl: target, keyVariable: "TEAM_API_KEY" });
  const proxy = await startProxy({ target, port: 0, traffic, ...options });
  open.push(proxy);
  return { ...proxy, traffic };
}

async function server(respond: Parameters<typeof serve>[0]) {
  const started = await serve(respond);
  open.push(started);
  return started;
}

/** A server that sees the bytes of a request. */
async function rawServer(handler: Parameters<typeof createServer>[1]) {
  const started = createServer(handler);
  started.listen(0, "127.0.0.1");
  await once(started, "listening");
  open.push({
    close: async () => {
      started.closeAllConnections();
      started.close();
    },
  });
  return { started, url: `http://127.0.0.1:${(started.address() as AddressInfo).port}` };
}

describe("the proxy forwards unchanged", () => {
  test("method, path, query, headers and body of a request, under the path of the target", async () => {
    const { url: target, seen } = await server((_, response) => response.writeHead(204).end());
    const { url } = await proxyTo(`${target}/v1`);
    await fetch(`${url}/things/a%20b%2Fc?x=1&x=%C3%A4+b&empty`, {
      method: "PUT",
      headers: { "content-type": "text/csv", "x-own": "a, b", authorization: "Bearer k" },
      body: "a;ä\r\n",
    });
    expect(seen[0]).toMatchObject({
      method: "PUT",
      url: "/v1/things/a%20b%2Fc?x=1&x=%C3%A4+b&empty",
      headers: { "content-type": "text/csv", "x-own": "a, b", authorization: "Bearer k" },
      body: "a;ä\r\n",
    });
    expect(seen[0]?.headers).not.toHaveProperty("x-forwarded-for");
  });

  test("status, repeated headers and the bytes of a compressed response", async () => {
    const bytes = gzipSync('{"object":"list","data":[],"has_more":false}');
    const { url: target } = await server((_, response) =>
      response
        .writeHead(200, {
          "content-type": "application/json",
          "content-encoding": "gzip",
          "set-cookie": ["a=1", "b=2"],
        })
        .end(bytes),
    );
    const { url, traffic } = await proxyTo(target);
    const sent = request(`${url}/suppressions`).end();
    const [response] = await once(sent, "response");
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(bytes);
    expect(response.headers).toMatchObject({ "content-encoding": "gzip", "set-cookie": ["a=1", "b=2"] });
    await expect.poll(() => traffic.report().counts.passed).toBe(1);
    expect(traffic.report().counts).toMatchObject({ passed: 1, failed: 0 });
  });

  test("a redirect and a 503 with Retry-After, without following or repeating them", async () => {
    const { url: target, seen } = await server(({ url }, response) =>
      url === "/from"
        ? response.writeHead(302, { location: "/to" }).end()
        : response.writeHead(503, { "retry-after": "0" }).end("later"),
    );
    const { url } = await proxyTo(target);
    const redirect = await fetch(`${url}/from`, { redirect: "manual" });
    expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "/to"]);
    const busy = await fetch(`${url}/busy`);
    expect([busy.status, busy.headers.get("retry-after"), await busy.text()]).toEqual([503, "0", "later"]);
    expect(seen).toHaveLength(2);
  });

  test("a stream of events, each event as soon as it is sent", async () => {
    let end = () => {};
    const { url: target } = await server((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
      end = () => response.end("data: 2\n\n");
    });
    const { url } = await proxyTo(target, { marksResponses: true });
    const response = await fetch(`${url}/suppressions`, { headers: { accept: "text/event-stream" } });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe("data: 1\n\n");
    end();
    const second = await reader?.read();
    expect(new TextDecoder().decode(second?.value)).toBe("data: 2\n\n");
  });

  test("an upload of 30 MB, which is longer than the copy that is checked", async () => {
    let received = 0;
    const { url: target } = await rawServer(async (incoming, response) => {
      for await (const chunk of incoming) received += chunk.length;
      response.writeHead(204).end();
    });
    const { url } = await proxyTo(target);
    const size = 30 * 1024 * 1024;
    const { status } = await fetch(`${url}/upload`, { method: "POST", body: new Uint8Array(size) });
    expect({ status, received }).toEqual({ status: 204, received: size });
  });

  test("a response of 12 MB whose violations it names in a header", async () => {
    const { url: target } = await server((_, response) => json(response, 200, { data: "x".repeat(12 * 1024 * 1024) }));
    const { url } = await proxyTo(target, { marksResponses: true });
    const response = await fetch(`${url}/suppressions`);
    expect((await response.text()).length).toBeGreaterThan(12 * 1024 * 1024);
  });

  test("an upgraded connection, byte by byte", async () => {
    const { started, url: target } = await rawServer((_, response) => response.end());
    started.on("upgrade", (incoming, socket) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\nX-Path: ${incoming.url}\r\n\r\n`,
      );
      socket.pipe(socket);
    });
    const { url } = await proxyTo(`${target}/v1`);
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write("GET /socket?a=1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
    const [head] = await once(socket, "data");
    expect(String(head)).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n(.*\r\n)*X-Path: \/v1\/socket\?a=1\r\n/);
    socket.write(Buffer.from([0, 255, 10, 13]));
    const [echoed] = await once(socket, "data");
    expect([...echoed]).toEqual([0, 255, 10, 13]);
    socket.destroy();
  });
});

describe("the proxy reports", () => {
  test("violations in a header of the response, if wanted", async () => {
    const { url: target } = await server((_, response) => json(response, 200, { object: "list", data: [] }));
    const plain = await proxyTo(target);
    expect((await fetch(`${plain.url}/suppressions`)).headers.has("x-contract-violations")).toBe(false);
    const { url } = await proxyTo(target, { marksResponses: true });
    const response = await fetch(`${url}/suppressions?limit=0`);
    expect(await response.json()).toEqual({ object: "list", data: [] });
    const violations = response.headers.get("x-contract-violations");
    expect(violations).toContain("request: the query parameter limit must be >= 1");
    expect(violations).toContain("200, but the request must get a 4xx");
  });

  test("each of several equal exchanges, and a fault that comes after faultless ones", async () => {
    const list = (more: object) => ({ object: "list", data: [], has_more: false, ...more });
    let answer: object = list({});
    const { url: target } = await server((_, response) => {
      response.sendDate = false;
      json(response, 200, answer);
    });
    const checked: CheckedExchange[] = [];
    const { url, traffic } = await proxyTo(target, { onChecked: (exchange) => checked.push(exchange) });
    const checksOf = async (path: string, count: number) => {
      checked.length = 0;
      for (let each = 0; each < count; each += 1) await (await fetch(url + path)).text();
      await expect.poll(() => checked.length).toBe(count);
      return checked.map(({ findings }) => findings.length > 0);
    };
    expect(await checksOf("/suppressions", 3)).toEqual([false, false, false]);
    answer = list({ has_more: "no" });
    expect(await checksOf("/suppressions", 2)).toEqual([true, true]);
    answer = list({});
    // The same response to another request.
    expect(await checksOf("/suppressions?limit=0", 2)).toEqual([true, true]);
    expect(await checksOf("/suppressions", 1)).toEqual([false]);
    expect(traffic.exchanges).toBe(8);
  });

  test("a server that does not respond, with 502", async () => {
    const messages: string[] = [];
    const { url, traffic } = await proxyTo(await unusedUrl(), { onError: (message) => messages.push(message) });
    const response = await fetch(`${url}/suppressions`);
    expect([response.status, await response.json()]).toMatchObject([502, { status: 502 }]);
    await expect.poll(() => messages[0]).toMatch(/^GET \/suppressions: no response \(connect ECONNREFUSED/);
    expect(traffic.report()).toMatchObject({ verdict: "error", counts: { errors: 1 } });
  });

  test("no secret of the traffic, also if the server sends it back", async () => {
    const key = "Canary-key-7f3a9c";
    const { url: target } = await server(({ headers }, response) =>
      json(
        response,
        200,
        { object: headers.authorization, token: "Canary-token-51bd0e" },
        { "set-cookie": "s=Canary-c4e8f2" },
      ),
    );
    const { url, traffic } = await proxyTo(target);
    await fetch(`${url}/suppressions`, { headers: { authorization: `Bearer ${key}`, cookie: "id=Canary-90ad61" } });
    await expect.poll(() => traffic.exchanges).toBe(1);
    await open.at(-1)?.close();
    const report = JSON.stringify(traffic.report());
    expect(report).toContain("Bearer $TEAM_API_KEY");
    expect(report).not.toContain("Canary");
  });
});
