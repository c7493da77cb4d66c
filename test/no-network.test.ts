import { Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { verify } from "#index.js";
import { startMock } from "#mock/mock.js";

afterEach(() => {
  vi.restoreAllMocks();
});

/** The hosts of the connections that this process opens from now on. */
function connectedHosts(): Set<string> {
  const hosts = new Set<string>();
  const { connect } = Socket.prototype;
  vi.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket, ...args: unknown[]) {
    // Node passes a list of the options and the listener, too.
    const [{ host = "localhost", path } = {}] = [args[0]].flat() as { host?: string; path?: string }[];
    if (path === undefined) hosts.add(host);
    return Reflect.apply(connect, this, args);
  });
  return hosts;
}

test("verify and the mock connect to this machine only", async () => {
  const hosts = connectedHosts();
  const report = await verify({ only: ["retrieveContactImport"] });
  const mock = await startMock({ spec: "generated/openapi.json", port: 0 });
  await fetch(`${mock.url}/suppressions`, { headers: { authorization: "Bearer any" } });
  await mock.close();
  expect(report.counts.requests).toBeGreaterThan(0);
  expect([...hosts].filter((host) => !/^(localhost|127\.0\.0\.1|\[?::1\]?)$/.test(host))).toEqual([]);
  expect(hosts.size).toBeGreaterThan(0);
});
