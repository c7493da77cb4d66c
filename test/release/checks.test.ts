import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { CHECKS, requireChecks } from "#scripts/release/checks.js";
import { ReleaseBlocked } from "#scripts/release/plan.js";

/** Runs nothing: the commands in `failing` fail with an output. */
const runner = (failing: Record<string, string>) => async (command: readonly string[]) => {
  const output = failing[command.join(" ")];
  return output === undefined ? { code: 0, output: "fine" } : { code: 1, output };
};

test("the lint, the check for drift, verify and the quick tests run before a release", async () => {
  const ran: string[] = [];
  await requireChecks(async (command) => {
    ran.push(command.join(" "));
    return { code: 0, output: "" };
  });
  expect(ran).toEqual(["lint", "generate -- --check", "verify", "quick"]);
});

test("package.json has the script of each check", async () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(await readFile("package.json", "utf8"));
  for (const [name = ""] of CHECKS) expect(Object.keys(scripts)).toContain(name);
});

test.each<[string, Record<string, string>, string]>([
  [
    "the lint",
    { lint: "openapi.yaml:3: no license\n" },
    "npm run lint failed. Correct this before the release:\n\nopenapi.yaml:3: no license",
  ],
  [
    "the check for drift",
    { "generate -- --check": "generated/client.ts is out of date." },
    "npm run generate -- --check failed. Correct this before the release:\n\ngenerated/client.ts is out of date.",
  ],
  [
    "more than one check",
    { verify: "1 failed", quick: "2 failed" },
    "npm run verify failed. Correct this before the release:\n\n1 failed\n\nnpm run quick failed. Correct this before the release:\n\n2 failed",
  ],
])("a release is blocked if %s fails, and the message has its output", async (_, failing, message) => {
  const error: unknown = await requireChecks(runner(failing)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ReleaseBlocked);
  expect(error).toMatchObject({ message });
});
