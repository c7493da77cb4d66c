import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCommand } from "#test/command-line.js";
import { type FaultyServer, startFaulty } from "#test/faults/server.js";
import { temporaryFolder } from "#test/temporary.js";

let target: FaultyServer;
beforeAll(async () => {
  target = await startFaulty({ id: "unchanged", title: "Changes nothing." });
});
afterAll(() => target.close());

test("--watch runs again when a file of the folder changes, except the reports, until a signal", async () => {
  const source = await temporaryFolder("watched");
  const args = ["--base-url", target.url, "--only", "retrieveContactImport", "--watch", source];
  const child = startCommand(["verify", ...args, "--reports", join(source, "out")], {
    TEAM_API_KEY: target.keys.first,
  });
  let printed = "";
  child.stdout?.on("data", (chunk) => {
    printed += chunk;
  });
  const runs = () => printed.split("Waiting for a change").length - 1;
  const until = async (count: number) => {
    while (runs() < count) await setTimeout(50);
  };
  await until(1);
  await setTimeout(1000);
  expect(runs()).toBe(1);
  await writeFile(join(source, "server.py"), "print('another version')\n");
  await until(2);
  expect(printed).toMatch(/watched-\w+: server\.py changed\./);
  expect(printed.match(/^Passed\. /gm)?.length).toBe(2);
  const ended = once(child, "close");
  child.kill("SIGINT");
  await ended;
});
