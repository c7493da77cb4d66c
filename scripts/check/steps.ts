/**
 * The steps of `npm run check`, in their order: the short ones first.
 *
 * @param tests the script of the tests: `test`, `test:gate`, or `test:all` as in CI and before a release
 */
export const stepsOf = (tests: "test" | "test:all" | "test:gate") => ({
  format: "npm run --silent format",
  types: "npm run --silent types",
  layers: "npm run --silent layers",
  "unused exports": "npx knip",
  lint: "npm run --silent lint",
  verify: "npm run --silent verify",
  tests: `npm run --silent ${tests}`,
});

/**
 * Runs steps one after the other, and prints each with its time. It ends at the first that fails.
 *
 * @param steps the commands, by their names
 * @param run runs a command to its end, and returns its exit code
 * @param print prints a line
 * @param now the present time in milliseconds
 * @returns the exit code: 0 if every step passed
 */
export async function check(
  steps: Readonly<Record<string, string>>,
  run: (command: string) => Promise<number>,
  print: (line: string) => void,
  now: () => number = () => performance.now(),
): Promise<number> {
  const all = Object.entries(steps);
  const begun = now();
  const times: string[] = [];
  for (const [index, [name, command]] of all.entries()) {
    print(`\n── ${index + 1} of ${all.length}: ${name} (${command})`);
    const before = now();
    const code = await run(command);
    times.push(`${name} ${duration(now() - before)}`);
    if (code !== 0) {
      print(`\nThe step ${name} failed. Run it alone: ${command}`);
      print(`Times: ${times.join(", ")}.`);
      return code;
    }
  }
  print(`\nAll ${all.length} steps passed in ${duration(now() - begun)}: ${times.join(", ")}.`);
  return 0;
}

/** A time as `2 min 5 s`, from milliseconds. */
function duration(time: number): string {
  const seconds = Math.round(time / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
