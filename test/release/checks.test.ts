import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { CHECK, requireCheck } from "#scripts/release/checks.js";
import { ReleaseBlocked } from "#scripts/release/plan.js";

test("a release runs the check once, and goes on if it passes", async () => {
  const ran: string[] = [];
  await requireCheck(async (script) => {
    ran.push(script);
    return 0;
  });
  expect(ran).toEqual(["check:all"]);
});

test("a check that fails blocks the release", async () => {
  await expect(requireCheck(async () => 3)).rejects.toThrow(ReleaseBlocked);
});

test("the gate of a landing runs the short tests, and nets of the long ones", async () => {
  expect(await readFile(".ci/run", "utf8")).toMatch(/scripts\/with-postgres\.ts npm run check:gate$/m);
});

test.each([".github/workflows/ci.yml", ".github/workflows/release.yml"])(
  "%s runs the same check as a release",
  async (file) => {
    expect(await readFile(file, "utf8")).toMatch(new RegExp(`scripts/with-postgres\\.ts npm run ${CHECK}$`, "m"));
  },
);
