import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { runCommand, startCommand } from "../command-line.js";

test("says where it serves, prints each request, and stops when told", async () => {
  const child = startCommand(["mock", "--port", "0"]);
  let output = "";
  const said = (text: RegExp) =>
    new Promise<void>((resolve) => {
      child.stdout?.on("data", (chunk) => {
        output += chunk;
        if (text.test(output)) resolve();
      });
    });
  await said(/at http:\/\/127\.0\.0\.1:\d+/);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
  const requested = said(/GET \/suppressions\?limit=0 → 422 Request query parameter limit must be >= 1/);
  await fetch(`${url}/suppressions?limit=0`, { headers: { authorization: "Bearer any" } });
  await requested;
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("gives one clear line for a taken port, a bad port, an unknown option and a missing contract", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const rows: [string[], RegExp][] = [
    [
      ["--port", String(port)],
      new RegExp(`^Port ${port} is taken\\. Stop what listens there, or choose another port: --port \\d+\\.\\n$`),
    ],
    [["--port", "http"], /^--port http is no port\. Use a number from 0 to 65535\.\n$/],
    [["--prot", "1"], /^Unknown option '--prot'.*\n$/],
    [["--spec", "nope.yaml"], /^nope\.yaml is not there\. Name the file of an OpenAPI document\.\n$/],
  ];
  const runs = await Promise.all(rows.map(([args]) => runCommand(["mock", ...args])));
  for (const [index, { code, stdout, stderr }] of runs.entries()) {
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(rows[index]?.[1] ?? "");
  }
  taken.close();
});
