import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { run } from "#test/command-line.js";
import { runHere } from "#test/run-here.js";
import { serve } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { verifyCommand } from "#verify/command/command.js";

const KEY = "Canary-key-7f3a9c";

test("verify --har-out records a run, and verify --har finds nothing wrong in the record of the sandbox", async () => {
  const folder = await temporaryFolder("har");
  const [file, reports] = [join(folder, "run.har"), join(folder, "reports")];
  const sandbox = await startSandbox({ port: 0 });
  const recorded = await run(
    ["src/cli.ts", "verify", "--reports", reports, "--base-url", sandbox.url, "--har-out", file],
    { TEAM_API_KEY: sandbox.keys.first },
  );
  await sandbox.close();
  expect(recorded).toMatchObject({ code: 0, stderr: "" });
  const text = await readFile(file, "utf8");
  expect(JSON.parse(text).log.entries.length).toBeGreaterThan(50);
  expect(text).toContain("Bearer $TEAM_API_KEY");
  expect(text).not.toContain(sandbox.keys.first);

  const checked = await runHere(verifyCommand, ["--reports", reports, "--har", file]);
  expect(checked).toMatchObject({ code: 0, stderr: "" });
  expect(checked.stdout).toMatch(/^Passed\. \d+ test cases: [1-9]\d* passed, 0 failed/m);

  const elsewhere = ["--har", file, "--base-url", "https://other.example.com"];
  const other = await run(["src/cli.ts", "verify", "--reports", reports, ...elsewhere]);
  expect(other.code).toBe(2);
  expect(other.stderr).toMatch(/has \d+ requests, and none belongs to an operation of the contract\. Check --base-url/);
});

test("a recorded run holds no secret, also if the server sends it back", async () => {
  const server = await serve(({ headers }, response) =>
    response
      .writeHead(200, { "content-type": "application/json", "set-cookie": KEY, "x-echo": `${headers.authorization}` })
      .end(JSON.stringify({ object: headers.authorization, more: Buffer.from(KEY).toString("base64") })),
  );
  const folder = await temporaryFolder("har");
  const file = join(folder, "run.har");
  const { code } = await run(
    [
      "src/cli.ts",
      "verify",
      "--base-url",
      server.url,
      "--har-out",
      file,
      "--only",
      "listSuppressions",
      "--reports",
      folder,
    ],
    { TEAM_API_KEY: KEY },
  );
  await server.close();
  expect(code).toBe(1);
  const text = await readFile(file, "utf8");
  expect(text).toContain("$TEAM_API_KEY");
  expect(text).not.toContain("Canary");
  expect(text).not.toContain(Buffer.from(KEY).toString("base64"));
});
