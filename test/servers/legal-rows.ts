import { test } from "vitest";
import { GroupRuns, groupsOf, kindOfGroup } from "../groups.js";
import { sample } from "../sample.js";
import { ALONE } from "./alone.js";
import type { ServerRow, ServiceRows } from "./services.js";

/** The rows of one run. With more, the effects of too many are hidden by others, and they need runs of their own. */
const SIZE = 6;

/**
 * Declares a test for each legal variant of a service. Makes whole runs, because a false alarm may come last.
 *
 * @param each a quick run has the first of each so many groups
 * @param ofKind `npm run test:all` has one of so many groups of each kind
 */
export function testLegalRows({ runTogether }: ServiceRows, rows: readonly ServerRow[], each = 16, ofKind = 12): void {
  const groups = sample(
    groupsOf(rows, ({ title }) => ALONE.has(title), SIZE),
    each,
    ofKind,
    kindOfGroup,
  );
  const runs = new GroupRuns(groups, async (together) => {
    const { verdict, failures, effective } = await runTogether(together);
    const isRed = verdict !== "passed" && !together.some(({ waits }) => waits);
    return { failures: isRed ? [`The verdict is ${verdict}.`, ...failures] : failures, effective };
  });
  const titled = groups.flat().map((row) => [row.title, row] as const);
  // Runs that mostly wait overlap.
  test.concurrent.for(titled.filter(([, { waits }]) => waits))("%s", async ([, row], { expect }) => {
    expect(await runs.failuresOf(row)).toEqual([]);
  });

  test.for(titled.filter(([, { waits }]) => !waits))("%s", async ([, row], { expect }) => {
    expect(await runs.failuresOf(row)).toEqual([]);
  });
}
