import { test } from "vitest";
import type { ServerRow } from "./services.js";

/** Declares a test for each legal variant. Makes whole runs, because a false alarm may come last. */
export function testLegalRows(rows: readonly ServerRow[]): void {
  const titled = rows.map((row) => [row.title, row] as const);
  // Runs that mostly wait overlap.
  test.concurrent.for(titled.filter(([, { waits }]) => waits))("%s", async ([, { run }], { expect }) => {
    const { failures } = await run();
    expect(failures).toEqual([]);
  });

  test.for(titled.filter(([, { waits }]) => !waits))("%s", async ([, { run }], { expect }) => {
    const { verdict, failures } = await run();
    expect(failures).toEqual([]);
    expect(verdict).toBe("passed");
  });
}
