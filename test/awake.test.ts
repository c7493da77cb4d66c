import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { awakeClock } from "./awake.js";

test("the clock counts waiting and work, and not the time in which the process cannot run", async () => {
  const waited = awakeClock();
  await setTimeout(400);
  expect(waited()).toBeGreaterThan(0);

  const worked = awakeClock();
  const begun = process.cpuUsage();
  while (process.cpuUsage(begun).user < 200_000) Math.sqrt(2);
  expect(worked()).toBeGreaterThanOrEqual(200);

  const stopped = awakeClock();
  // As if other processes had the processors.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  expect(stopped()).toBeLessThan(500);
});
