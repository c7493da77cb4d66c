import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { exportCommand } from "#export/command.js";
import { mockCommand } from "#mock/command.js";
import { proxyCommand } from "#proxy/command.js";
import { TEAM_API } from "#team-api/team-api.js";
import { verifyCommand } from "#verify/command/command.js";

const verify = (args: string[]) => verifyCommand(args, async () => TEAM_API);
const mock = (args: string[]) => mockCommand(args);
const proxy = (args: string[]) => proxyCommand(args);
const exports = (args: string[]) => exportCommand(args);

test.each([
  [verify, "--bse-url", "--base-url"],
  [verify, "--baseurl", "--base-url"],
  [verify, "--allow-write", "--allow-writes"],
  [mock, "--prot", "--port"],
  [mock, "--lantency", "--latency"],
  [proxy, "--tagret", "--target"],
  [exports, "--fromat", "--format"],
])("a misspelt option of a command names the option that is meant: %s %s is %s", async (run, given, meant) => {
  await expect(run([given, "x"])).rejects.toThrow(`Unknown option '${given}'. Did you mean ${meant}?`);
});

test("docs/staging.md shows the exact error of a misspelt option", async () => {
  const [, message = "", given = ""] =
    /`(Unknown option '(--[\w-]+)'.*?)`/.exec(await readFile("docs/staging.md", "utf8")) ?? [];
  await expect(verify([given, "x"])).rejects.toThrow(message);
  expect(message).not.toBe("");
});
