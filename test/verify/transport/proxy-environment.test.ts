import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { UserError } from "#cli/user-error.js";
import { json, serve } from "#test/server.js";
import { DIRECT } from "#verify/model/request/connection.js";
import { openConnection } from "#verify/transport/connection.js";
import { sendByHttp } from "#verify/transport/http-client.js";
import { hasProxies, proxyFor } from "#verify/transport/proxy-environment.js";

const PROXY = "http://proxy.example:3128";

test.each<[url: string, environment: Record<string, string>, want: string | undefined]>([
  ["https://api.example.com", { HTTPS_PROXY: PROXY }, PROXY],
  ["https://api.example.com", { https_proxy: PROXY, HTTPS_PROXY: "http://other" }, PROXY],
  ["https://api.example.com", { HTTP_PROXY: PROXY }, undefined],
  ["http://api.example.com", { HTTP_PROXY: PROXY }, PROXY],
  ["http://api.example.com", { HTTP_PROXY: "proxy.example:3128" }, PROXY],
  ["https://api.example.com", { HTTPS_PROXY: "" }, undefined],
  ["https://api.example.com", { HTTPS_PROXY: PROXY, NO_PROXY: "api.example.com" }, undefined],
  ["https://api.example.com", { HTTPS_PROXY: PROXY, NO_PROXY: "a.test, .example.com" }, undefined],
  ["https://api.example.com", { HTTPS_PROXY: PROXY, no_proxy: "example.com" }, undefined],
  ["https://api.example.com", { HTTPS_PROXY: PROXY, no_proxy: "*.EXAMPLE.com" }, undefined],
  ["https://api.example.com", { HTTPS_PROXY: PROXY, NO_PROXY: "*" }, undefined],
  ["https://api.example.com", { HTTPS_PROXY: PROXY, NO_PROXY: "api.example.com:443" }, undefined],
  ["https://api.example.com", { HTTPS_PROXY: PROXY, NO_PROXY: "api.example.com:8443" }, PROXY],
  ["https://notexample.com", { HTTPS_PROXY: PROXY, NO_PROXY: "example.com," }, PROXY],
  // As in Go: a server that the run itself has started is never behind a proxy.
  ["http://127.0.0.1:4020", { HTTP_PROXY: PROXY }, undefined],
  ["http://[::1]:4020", { HTTP_PROXY: PROXY }, undefined],
])("%s with %j is reached through %s", (url, environment, want) => {
  expect(proxyFor(new URL(url), environment)).toBe(want);
});

test("a variable that names another kind of proxy is an error for people, which does not show its password", () => {
  const environment = { HTTPS_PROXY: "socks5://me:secret-word@proxy.example" };
  expect(hasProxies(environment)).toBe(true);
  const problem = () => proxyFor(new URL("https://a.test"), environment);
  expect(problem).toThrow(UserError);
  expect(problem).toThrow(/^HTTPS_PROXY is not the URL of an HTTP proxy\. .*NO_PROXY=a\.test$/);
  expect(problem).not.toThrow(/secret-word/);
});

test("requests of a run go through the proxy of the environment, and not those that NO_PROXY exempts", async () => {
  const target = await serve((_, response) => json(response, 200, {}));
  const tunnels: string[] = [];
  const proxy = createServer().on("connect", ({ url = "" }, socket) => {
    tunnels.push(url);
    const onward = connect(Number(new URL(target.url).port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const { port } = proxy.address() as AddressInfo;
  const connection = await openConnection(DIRECT, {
    http_proxy: `http://127.0.0.1:${port}`,
    NO_PROXY: "exempt.invalid",
  });
  const get = (url: string) =>
    sendByHttp(
      connection,
      { url, method: "GET", headers: new Headers(), body: undefined },
      { timeout: 5000, maxBody: 100 },
    );
  expect((await get("http://api.test/a")).status).toBe(200);
  expect((await get(`${target.url}/b`)).status).toBe(200);
  await expect(get("http://exempt.invalid/c")).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
  connection.close();
  proxy.closeAllConnections();
  proxy.close();
  await target.close();
  expect(tunnels).toEqual(["api.test:80"]);
  expect(target.seen.map(({ url }) => url)).toEqual(["/a", "/b"]);
});
