import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHECKS, requireChecks } from "#scripts/release/checks.js";
import { ReleaseBlocked } from "#scripts/release/plan.js";
import { temporaryFolder } from "../temporary.js";

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
    "npm run verify and npm run quick failed. Correct this before the release:\n\nnpm run verify:\n\n1 failed\n\nnpm run quick:\n\n2 failed",
  ],
  [
    "a test, whose name is first and without colors,",
    { quick: "\u001b[32m ✓ test/a.test.ts\u001b[39m\n\u001b[41m FAIL \u001b[49m test/b.test.ts > sums\u001b[2K\nwhy" },
    "npm run quick failed. Correct this before the release:\n\n  FAIL  test/b.test.ts > sums\n\n ✓ test/a.test.ts\n FAIL  test/b.test.ts > sums\nwhy",
  ],
])("a release is blocked if %s fails, and the message has its output", async (_, failing, message) => {
  const error: unknown = await requireChecks(runner(failing)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ReleaseBlocked);
  expect(error).toMatchObject({ message });
});

test("a check that colors its output although it is not a terminal is shown without escape sequences", async () => {
  const folder = await temporaryFolder("checks");
  const print = `node -e "console.log('\\\\u001b[31mred ' + process.env.NO_COLOR + '\\\\u001b[39m'); process.exit(1)"`;
  await writeFile(join(folder, "package.json"), JSON.stringify({ scripts: { lint: print } }));
  const before = process.cwd();
  process.chdir(folder);
  const error: unknown = await requireChecks().catch((thrown: unknown) => thrown);
  process.chdir(before);
  expect(error).toMatchObject({ message: expect.stringContaining("npm run lint:\n\nred 1") });
  expect(error).toMatchObject({ message: expect.not.stringContaining("\u001b") });
});
