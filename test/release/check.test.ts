import { expect, test } from "vitest";
import { check, stepsOf } from "#scripts/check/steps.js";

const STEPS = stepsOf("test");

/** Runs the check with steps that take 65 seconds each, of which one may fail. */
async function checked(failing?: string) {
  const lines: string[] = [];
  const ran: string[] = [];
  let time = 0;
  const run = async (command: string) => {
    time += 65_000;
    return ran.push(command) > 0 && command === failing ? 3 : 0;
  };
  const code = await check(
    STEPS,
    run,
    (line) => lines.push(line.trim()),
    () => time,
  );
  return { code, ran, lines };
}

test("the check runs every step, and prints each before it begins and its time at the end", async () => {
  const { code, ran, lines } = await checked();
  expect([code, ran]).toEqual([0, Object.values(STEPS)]);
  expect(lines).toHaveLength(ran.length + 1);
  expect(lines[1]).toBe("── 2 of 7: types (npm run --silent types)");
  expect(lines.at(-1)).toMatch(/^All 7 steps passed in 7 min 35 s: format 1 min 5 s, types 1 min 5 s, /);
});

test("the check ends at the first step that fails, with its exit code, the line that runs it alone, and the times", async () => {
  const { code, ran, lines } = await checked(STEPS["unused exports"]);
  expect([code, ran.length]).toEqual([3, 4]);
  expect(lines.slice(-2)).toEqual([
    "The step unused exports failed. Run it alone: npx knip",
    "Times: format 1 min 5 s, types 1 min 5 s, layers 1 min 5 s, unused exports 1 min 5 s.",
  ]);
  expect((await checked(STEPS.lint)).lines.at(-2)).toContain("Run it alone: npm run --silent lint");
});

test.each(["test:all", "test:gate"] as const)("the check with the tests %s has the same steps", (script) => {
  const { tests, ...others } = stepsOf(script);
  expect({ ...others, tests: "npm run --silent test" }).toEqual(STEPS);
  expect(tests).toBe(`npm run --silent ${script}`);
});
