import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { relayWarning } from "#proxy/run.js";
import { run, start } from "../command-line.js";
import { json, serve } from "../server.js";
import { temporaryFolder } from "../temporary.js";

test("prints violations as they happen, that other machines reach it, and writes the reports after a signal", async () => {
  const server = await serve(({ url }, response) => {
    if (url !== "/silent") json(response, 200, { object: "list", data: [], has_more: "no" });
  });
  const folder = await temporaryFolder("proxy");
  const har = join(folder, "traffic.har");
  const child = start([
    "src/cli.ts",
    "proxy",
    "--target",
    server.url,
    "--host",
    "0.0.0.0",
    "--port",
    "0",
    "--reports",
    folder,
    "--har-out",
    har,
  ]);
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  let warned = "";
  child.stderr?.on("data", (chunk) => {
    warned += chunk;
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  await expect.poll(() => output).toMatch(/ forwards to .* Stop it with Ctrl-C\./);
  const url = /http:\/\/[\d.]+:\d+/.exec(output)?.[0];
  await fetch(`${url}/suppressions`, { headers: { authorization: "Bearer Canary-7f3a9c" } });
  await fetch(`${url}/nowhere`);
  await expect.poll(() => output).toContain("✗ GET /suppressions → 200  body: the body at /has_more must be boolean");
  const unanswered = fetch(`${url}/silent`).catch(() => "closed");
  await expect.poll(() => server.seen.at(-1)?.url).toBe("/silent");
  child.kill("SIGINT");
  expect([await ended, await unanswered]).toEqual([1, "closed"]);
  await server.close();
  expect(output).toMatch(/^Failed\. \d+ test cases: 0 passed, 1 failed, \d+ skipped; 1 request\.$/m);
  expect(output).toContain("The contract has no operation for: GET /nowhere.");
  const report = await readFile(join(folder, "report.json"), "utf8");
  expect(JSON.parse(report).cases).toContainEqual(expect.objectContaining({ name: "listSuppressions › 2XX" }));
  const recorded = await readFile(har, "utf8");
  expect(JSON.parse(recorded).log.entries).toHaveLength(1);
  expect(warned).toContain(relayWarning("0.0.0.0", server.url));
  expect(output + report + recorded + warned).not.toContain("Canary");
});

test("a warning says that other machines can send requests through the proxy, if they can reach it", () => {
  expect(relayWarning("127.0.0.1", "http://a")).toBeUndefined();
  expect(relayWarning("0.0.0.0", "http://a")).toBe(
    "Every machine that reaches 0.0.0.0 can send requests to http://a through this proxy. Omit --host to prevent that.",
  );
});

test.each([
  [[], "The proxy needs a server to forward to. Example: --target https://staging.example.com"],
  [["--target", "staging"], "--target is not an http or https URL."],
  [["--target", "http://127.0.0.1:1", "--port", "x"], "--port x is not valid. Use a whole number from 0 to 65535."],
  [
    ["--target", "http://127.0.0.1:1", "--fail-on", "warnings"],
    "--fail-on warnings is not valid. Use warning or failure.",
  ],
])("%j is refused in one line", async (args, message) => {
  const { code, stderr } = await run(["src/cli.ts", "proxy", ...args]);
  expect(code).toBe(2);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toContain(message);
});
