import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { fileExists } from "#cli/file-exists.js";
import { shellQuoted } from "#cli/installation.js";
import { ended, type Run, startCommand } from "#test/command-line.js";
import { bodyOf, succeeded } from "#test/faults/answers.js";
import { type FaultyServer, startFaulty } from "#test/faults/server.js";
import { referenceFile } from "#test/team-api/reference-contract.js";
import { temporaryFolder } from "#test/temporary.js";
import { isSkippedFor } from "#verify/model/test-case/need.js";
import { reportOf } from "./run-verify.js";

let server: FaultyServer;
let child: ChildProcess | undefined;
afterEach(async () => {
  if (child?.kill("SIGKILL")) await once(child, "exit");
  await server.close();
});

/** Milliseconds before the server responds. */
let delay: number;

/** Starts a slow server. Returns the identifiers of what it creates. */
async function startServer(): Promise<Set<string>> {
  const created = new Set<string>();
  server = await startFaulty({
    id: "slow",
    title: "Responds slowly.",
    async answer(answer, _, { operation }) {
      await setTimeout(delay);
      const { id } = operation === "addSuppression" && succeeded(answer) ? bodyOf(answer) : {};
      if (typeof id === "string") created.add(id);
      return answer;
    },
  });
  return created;
}

/** Starts a run against a slow server. */
async function startRun(
  options: (url: string) => string[] | Promise<string[]>,
): Promise<{ run: ChildProcess; created: Set<string> }> {
  const created = await startServer();
  const run = startCommand(["verify", "--spec", await referenceFile(), ...(await options(server.url))], {
    TEAM_API_KEY: server.keys.first,
  });
  child = run;
  return { run, created };
}

/** Starts a run, and waits until it has created some resources. */
async function startWritingRun() {
  delay = 20;
  const folder = await temporaryFolder("interrupted");
  const started = await startRun((url) => ["--base-url", url, "--reports", folder, "--allow-writes", "creations"]);
  while (started.created.size < 3 && started.run.exitCode === null) await setTimeout(5);
  return { ...started, folder };
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  // A terminal that is closed sends it.
  ["SIGHUP", 129],
] as const)(
  "%s lets running test cases end, and the reports have the reason and every created resource",
  async (signal, code) => {
    const { run, created, folder } = await startWritingRun();
    const end: Promise<Run> = ended(run);
    run.kill(signal);
    const { stdout, stderr, ...result } = await end;
    expect(result.code).toBe(code);
    expect(stderr).toContain(
      "Interrupted. Finishing running test cases and cleaning up; press Ctrl-C again to exit now.",
    );
    expect(stdout).toMatch(/^Error\. The run was interrupted after \d+ of 126 test cases\.$/m);
    const report = reportOf({ reports: { "report.json": await readFile(join(folder, "report.json"), "utf8") } });
    expect(report).toMatchObject({
      verdict: "error",
      reason: expect.stringMatching(/^The run was interrupted after \d+ of 126 test cases\.$/),
      counts: { cases: 126, failed: 0, errors: 0 },
    });
    expect(report.leftovers.map(({ resource }) => resource.split("/")[2]).toSorted()).toEqual([...created].toSorted());
    expect(stdout).toContain(`${created.size} resources were created and not removed:`);
    const unsent = report.cases.filter(
      ({ outcome }) => outcome.verdict === "skipped" && isSkippedFor(outcome, "interrupted"),
    );
    expect(unsent.length).toBeGreaterThan(0);
  },
);

test("a second signal ends the process at once", async () => {
  const { run } = await startWritingRun();
  delay = 60_000;
  const exit = once(run, "exit");
  run.kill("SIGINT");
  run.stderr?.setEncoding("utf8");
  await once(run.stderr ?? run, "data");
  run.kill("SIGINT");
  expect(await exit).toEqual([null, "SIGINT"]);
});

test.each([0, 100, 350, 700])("a signal %i ms after the first output ends the run", async (wait) => {
  // Slow enough that the run is not complete at the time of the signal.
  delay = 100;
  const folder = await temporaryFolder("interrupted");
  const { run } = await startRun((url) => ["--base-url", url, "--reports", folder]);
  const end: Promise<Run> = ended(run);
  await once(run.stdout ?? run, "data");
  await setTimeout(wait);
  run.kill("SIGINT");
  const { code, stdout } = await end;
  // Before the run listens for signals, Node ends the process. After that, the run is interrupted.
  if (code !== null) {
    expect({ code, stdout }).toEqual({ code: 130, stdout: expect.stringMatching(/interrupted after \d+ of 126/) });
  }
  expect(stdout).not.toMatch(/^Passed/m);
});

test("an error that a provision module does not catch ends the run in order: it shows no key, and the reports are written", async () => {
  delay = 0;
  const folder = await temporaryFolder("stray");
  const file = join(folder, "staging.yaml");
  await writeFile(
    join(folder, "provision.mjs"),
    `export default () => ({
      async disposable() { Promise.reject(new Error("vault rejects " + process.env.TEAM_API_KEY)); },
      async cleanUp() { console.log("cleaned up"); },
    });`,
  );
  const { run } = await startRun(async (url) => {
    const target = `baseUrl: ${url}\ncredentials: { BearerAuth: "\${TEAM_API_KEY}" }\nwrites: creations\nprovision: ./provision.mjs\n`;
    await writeFile(file, target);
    return ["--target", file, "--reports", folder];
  });
  const { code, stdout, stderr } = await ended(run);
  expect({ code, stdout }).toEqual({
    code: 2,
    stdout: expect.stringMatching(/^Error\. The run was interrupted after/m),
  });
  expect(stdout).toContain("cleaned up");
  expect(stderr).toMatch(/^An error that nothing caught ends the run: Error: vault rejects \$TEAM_API_KEY$/m);
  expect(stdout + stderr).not.toContain(server.keys.first);
  expect(reportOf({ reports: { "report.json": await readFile(join(folder, "report.json"), "utf8") } }).verdict).toBe(
    "error",
  );
});

const hasTerminals = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

test.runIf(hasTerminals)(
  "a terminal that is closed ends a run in order, although nothing can be written to it",
  async () => {
    delay = 20;
    const folder = await temporaryFolder("closed");
    const { run: none } = await startRun(() => ["--help"]);
    await ended(none);
    const args = [
      "verify",
      "--spec",
      await referenceFile(),
      "--base-url",
      server.url,
      "--reports",
      folder,
      "--allow-writes",
      "creations",
    ];
    const command = [process.execPath, "dist/team-api-tools/dist/src/cli.js", ...args].map(shellQuoted).join(" ");
    // script(1) runs the command in a terminal of its own, which closes with it.
    child = spawn("script", ["--quiet", "--command", `exec ${command}`, "/dev/null"], {
      env: { ...process.env, TEAM_API_KEY: server.keys.first },
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(child.stdout ?? child, "data");
    await setTimeout(1000);
    child.kill("SIGKILL");
    const report = join(folder, "report.json");
    while (!(await fileExists(report))) await setTimeout(50);
    await setTimeout(200);
    expect(reportOf({ reports: { "report.json": await readFile(report, "utf8") } })).toMatchObject({
      verdict: "error",
      reason: expect.stringMatching(/^The run was interrupted/),
    });
  },
);
