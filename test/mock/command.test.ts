import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { runCommand, startCommand } from "../command-line.js";

test("prints its address and a line for each request without control characters, and stops at SIGTERM", async () => {
  const child = startCommand(["mock", "--port", "0"]);
  let output = "";
  const printed = (text: RegExp) =>
    new Promise<void>((resolve) => {
      child.stdout?.on("data", (chunk) => {
        output += chunk;
        if (text.test(output)) resolve();
      });
    });
  await printed(/at http:\/\/127\.0\.0\.1:\d+/);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
  const requested = printed(/GET \/suppressions\?limit=0 → 422 Request query parameter limit must be >= 1/);
  await fetch(`${url}/suppressions?limit=0`, { headers: { authorization: "Bearer any" } });
  await requested;
  const hostile = printed(/POST \/suppressions → 400 .*\n/);
  const headers = { authorization: "Bearer any", "content-type": "application/json" };
  await fetch(`${url}/suppressions`, { method: "POST", headers, body: "\u001b[2J\u202e\r\n{" });
  await hostile;
  expect(output).toContain("\\x1b[2J\\u202e");
  expect(output.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("with keys, the command that it prints has none of them, and says where one belongs", async () => {
  const child = startCommand(["mock", "--port", "0", "--stateful", "--keys", "canary-key"]);
  let output = "";
  await new Promise<void>((resolve) => {
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      if (/Try.*\n/.test(output)) resolve();
    });
  });
  child.kill("SIGTERM");
  expect(output).toMatch(/^Try, with one of the keys as KEY: curl '\S+' -H 'Authorization: Bearer KEY'/m);
  expect(output).not.toContain("canary");
});

test("prints one line for a port in use, an invalid port, an unknown option and a missing contract", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const rows: [string[], RegExp][] = [
    [
      ["--port", String(port)],
      new RegExp(
        `^Port ${port} is in use\\. Stop the program that listens there, or choose another port: --port \\d+\\.\\n$`,
      ),
    ],
    [["--port", "http"], /^--port http is not valid\. Use a whole number from 0 to 65535\.\n$/],
    [["--prot", "1"], /^Unknown option '--prot'\. Did you mean --port\?\n$/],
    [["--spec", "nope.yaml"], /^nope\.yaml does not exist\. Name the file of an OpenAPI document\.\n$/],
  ];
  const runs = await Promise.all(rows.map(([args]) => runCommand(["mock", ...args])));
  for (const [index, { code, stdout, stderr }] of runs.entries()) {
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(rows[index]?.[1] ?? "");
  }
  other.close();
});
