import { exec } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
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
