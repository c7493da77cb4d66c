import { processorTime } from "#openapi/patterns/within-time.js";
import { verify } from "#verify/verify.js";
import { testTarget } from "../verify/target.js";
import { BLOCK_CONTRACT } from "./block-contract.js";

// A process of its own: in that of the tests, garbage of other tests is collected while something is measured.

/** The longest time of the processor between two turns of the event loop, in milliseconds. */
const LIMIT = 200;
const RUNS = 8;

/** The time of the processor that `JSON.parse` takes for `SAMPLE` on a machine of 2026, in milliseconds. */
const USUAL = 30;
const SAMPLE = JSON.stringify(Array.from({ length: 50_000 }, (_, id) => ({ id, name: "abc", tags: ["a", "b"] })));

/** How much slower this machine is than a usual one: it may share its processor, whose time is then worth less. */
function slowness(): number {
  const begun = processorTime();
  JSON.parse(SAMPLE);
  return Math.max(1, (processorTime() - begun) / USUAL);
}

/** The longest time of the processor between two turns of the event loop while a function runs. */
async function longestBlock(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = processorTime();
  const note = () => {
    const now = processorTime();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(note, 1);
  await run();
  note();
  clearInterval(timer);
  return Math.round(longest);
}

/** The shortest of the longest blocks of several runs, and the limit on this machine, in milliseconds. */
async function measured({ url, operation }: { url: string; operation: string }) {
  const target = testTarget(url, { credentials: {} });
  const run = () => verify({ contract: BLOCK_CONTRACT, target, only: [operation] });
  // Compiling the schemas is not measured.
  await run();
  const blocks: number[] = [];
  let limit = LIMIT;
  // The collection of garbage and the compiler add to single runs, so the shortest block counts. The speed of a shared machine
  // changes between a run and its measurement, so the slowest one counts.
  for (let count = 0; count < RUNS && Math.min(...blocks) >= limit; count += 1) {
    blocks.push(await longestBlock(run));
    limit = Math.max(limit, LIMIT * slowness());
  }
  return { block: Math.min(...blocks), limit };
}

process.on("message", async (response: { url: string; operation: string }) => {
  process.send?.(await measured(response));
});
process.on("disconnect", () => process.exit());
