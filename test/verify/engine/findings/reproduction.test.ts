import { exec } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { serve } from "#test/server.js";
import { exchangeOf } from "#test/verify/exchange.js";
import { testTarget } from "#test/verify/target.js";
import { reproduction } from "#verify/engine/findings/reproduction.js";

const request = {
  method: "GET",
  url: "http://127.0.0.1:50000/suppressions",
  headers: [["Authorization", "Bearer secret0x"]] as [string, string][],
  body: undefined,
  secrets: [["secret0x", "$SANDBOX_KEY"]] as const,
};
const restartAt = (baseUrl: string) => ({
  command: "npm run sandbox",
  baseUrl,
  keys: { SANDBOX_KEY: "sandbox-key-of-the-first-team" },
});

test("a server of the run is called at the address and with the key that it has when it is started again", () => {
  const target = testTarget("http://127.0.0.1:50000", { restart: restartAt("http://127.0.0.1:4020") });
  expect(reproduction(request, target)).toBe(
    `curl -sS -i 'http://127.0.0.1:4020/suppressions' -H "Authorization: Bearer \${SANDBOX_KEY:-sandbox-key-of-the-first-team}"`,
  );
});

test("any other server is called at its own address, with the variable of its key", () => {
  expect(reproduction(request, testTarget("http://127.0.0.1:50000"))).toBe(
    `curl -sS -i 'http://127.0.0.1:50000/suppressions' -H "Authorization: Bearer $SANDBOX_KEY"`,
  );
});

test("the pasted line gets a response from a sandbox with the well-known keys", async () => {
  const sandbox = await startSandbox({ port: 0 });
  try {
    const line = reproduction(request, testTarget("http://127.0.0.1:50000", { restart: restartAt(sandbox.url) }));
    const { stdout } = await promisify(exec)(line, { env: { PATH: process.env.PATH } });
    expect(stdout).toMatch(/^HTTP\/1.1 200 /);
  } finally {
    await sandbox.close();
  }
});

test("the pasted lines read an identifier above 2^53 with all its digits", async () => {
  const server = await serve(({ method }, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(method === "POST" ? '{"a": [1], "id": 9007199254740993, "b": "x"}' : "{}");
  });
  try {
    const sent = { headers: [], body: undefined, secrets: [] };
    const create = { ...sent, method: "POST", url: `${server.url}/items` };
    const precursor = {
      exchange: exchangeOf({ request: create }),
      created: { pointer: "/id", value: "9007199254740993" },
    };
    const read = { ...sent, method: "GET", url: `${server.url}/items/9007199254740993` };
    await promisify(exec)(reproduction(read, testTarget(server.url), [precursor]), { env: { PATH: process.env.PATH } });
    expect(server.seen.at(-1)?.url).toBe("/items/9007199254740993");
  } finally {
    await server.close();
  }
});
