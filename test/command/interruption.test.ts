import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { ended, type Run, startCommand } from "../command-line.js";
import { bodyOf, succeeded } from "../faults/answers.js";
import { type FaultyServer, startFaulty } from "../faults/server.js";
import { temporaryFolder } from "../temporary.js";

let server: FaultyServer;
let child: ChildProcess | undefined;
afterEach(async () => {
  if (child?.kill("SIGKILL")) await once(child, "exit");
  await server.close();
});

/** How long an answer takes, in milliseconds. */
let delay: number;

/** Starts a run against a server that takes its time, and waits until the run has made some things. */
async function running(): Promise<{ run: ChildProcess; made: Set<string>; folder: string }> {
  delay = 20;
  const made = new Set<string>();
  server = await startFaulty({
    id: "slow",
    title: "Takes its time.",
    async answer(answer, _, { operation }) {
      await setTimeout(delay);
      const { id } = operation === "addSuppression" && succeeded(answer) ? bodyOf(answer) : {};
      if (typeof id === "string") made.add(id);
      return answer;
    },
  });
  const folder = await temporaryFolder("interrupted");
  const run = startCommand(["verify", "--base-url", server.url, "--allow-writes", "--reports", folder], {
    TEAM_API_KEY: server.keys.first,
  });
  child = run;
  while (made.size < 3 && run.exitCode === null) await setTimeout(5);
  return { run, made, folder };
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s breaks a run off: what is under way ends, and all that was made is told, in the reports too",
  async (name, code) => {
    const { run, made, folder } = await running();
    const end: Promise<Run> = ended(run);
    run.kill(name);
    const done = await end;
    expect(done.code).toBe(code);
    expect(done.stderr).toContain("Broken off: what is under way ends, what was made is removed or told of.");
    const report = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
    expect(report).toMatchObject({
      verdict: "could not run",
      reason: expect.stringMatching(/^The run was broken off after \d+ of 125 cases\.$/),
      counts: { cases: 125, broken: 0 },
    });
    const left = report.leftovers.map((each: string) => each.split(" ")[1]);
    expect(left.toSorted()).toEqual([...made].toSorted());
    for (const id of made) expect(done.stdout).toContain(id);
    const unsent = report.cases.filter(
      ({ outcome }: { outcome: { reason?: string } }) => outcome.reason === "the run was broken off",
    );
    expect(unsent.length).toBeGreaterThan(0);
    expect(done.stdout).not.toContain("The contract holds");
  },
);

test("a second signal ends a run at once, whatever is under way", async () => {
  const { run } = await running();
  delay = 60_000;
  const gone = once(run, "exit");
  run.kill("SIGINT");
  run.stderr?.setEncoding("utf8");
  await once(run.stderr ?? run, "data");
  run.kill("SIGINT");
  expect(await gone).toEqual([null, "SIGINT"]);
});

test.each([0, 350, 700])("a signal %i ms after the run has named its target is not lost", async (wait) => {
  server = await startFaulty({ id: "honest", title: "Keeps the contract." });
  const folder = await temporaryFolder("interrupted");
  const run = startCommand(["verify", "--base-url", server.url, "--reports", folder], {
    TEAM_API_KEY: server.keys.first,
  });
  child = run;
  const end: Promise<Run> = ended(run);
  await once(run.stdout ?? run, "data");
  await setTimeout(wait);
  run.kill("SIGINT");
  const { code, stdout } = await end;
  // Before anything is begun, Node ends the process; from then on, the run is broken off.
  if (code !== null)
    expect({ code, stdout }).toEqual({ code: 130, stdout: expect.stringMatching(/broken off after \d+ of 125/) });
  expect(stdout).not.toContain("The contract holds");
});
