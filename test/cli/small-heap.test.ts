import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../command-line.js";
import { temporaryFolder } from "../temporary.js";

/** Keeps 40 MB, makes garbage that lives for a while, and prints the most memory that the heap had, in MB. */
const WORK = `
const objects = (count) => Array.from({ length: count }, (_, id) => ({ id, name: "n" + id, tags: [id] }));
const kept = objects(300_000);
const recent = [];
let most = 0;
for (let turn = 0; turn < 200; turn += 1) {
  recent.push(objects(10_000));
  if (recent.length > 5) recent.shift();
  most = Math.max(most, process.memoryUsage().heapTotal);
}
console.log(most / 1e6, kept.length);
`;

test("with a large document or after a long response, the heap grows slowly, and takes less memory for the same work; else as usual", async () => {
  const folder = await temporaryFolder("heap");
  let files = 0;
  const mostAfter = async (before: string) => {
    const file = join(folder, `${files++}.mjs`);
    await writeFile(file, `${before}${WORK}`);
    // Otherwise, garbage is collected beside the work, and the result depends on the speed of the machine.
    return Number.parseFloat((await run(["--single-threaded-gc", file])).stdout);
  };
  const module = new URL("../../src/cli/small-heap.ts", import.meta.url).href;
  const usual = await mostAfter("");
  const after = (calls: string) =>
    mostAfter(
      `import { growHeapFor, growHeapSlowly, growHeapSlowlyAfter } from ${JSON.stringify(module)};\n${calls}\n`,
    );
  const ofLarge = await after("growHeapSlowly(); growHeapFor({ paths: Array(300).fill({}) });");
  const ofSmall = await after("growHeapSlowly(); growHeapFor({ paths: Array(30).fill({}) });");
  const afterLong = await after('growHeapSlowlyAfter("x".repeat(1_000_000));');
  const afterShort = await after('growHeapSlowlyAfter("x".repeat(1000));');
  const most = 0.9 * Math.min(usual, ofSmall, afterShort);
  expect(ofLarge).toBeLessThan(most);
  expect(afterLong).toBeLessThan(most);
});
