import { expect, test } from "vitest";
import { run } from "#test/command-line.js";
import { onEachDatabase } from "./databases.js";
import { testSandbox } from "./sandbox.js";

onEachDatabase((make) => {
  test("an independent script, written from the reference alone, finds that every requirement passes", async () => {
    const sandbox = await testSandbox(make, { rows: 30 });
    try {
      const { code, stdout } = await run(["test/team-api/sandbox/acceptance/run.ts"], {
        BASE_URL: sandbox.url,
        CONTROL_URL: `${sandbox.url}/_sandbox`,
        CONTROL_TOKEN: sandbox.controlToken ?? "",
        KEY: sandbox.keys.first,
        SAME_TEAM_KEY: sandbox.keys.sameTeam,
        OTHER_TEAM_KEY: sandbox.keys.otherTeam,
        OUTSIDE_BETA_KEY: sandbox.keys.outsideBeta,
      });
      expect(stdout).not.toContain("FAILED");
      expect(stdout).toMatch(/^\d+ passed, 0 failed$/m);
      expect(code).toBe(0);
    } finally {
      await sandbox.stop();
    }
  });
});
