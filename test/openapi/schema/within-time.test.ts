import { expect, test } from "vitest";
import { TimeOver, withinTime } from "#openapi/schema/within-time.js";

/** Waits without the processor, as a function does whose machine is busy. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test("a function that waits for the processor is not ended at the limit, which counts time of the processor", () => {
  expect(
    withinTime(100, () => {
      sleep(150);
      return "done";
    }),
  ).toBe("done");
});

test.each([
  ["works without an end", () => {}],
  ["waits without an end", () => sleep(10)],
])("a function that %s is ended", (_, work) => {
  const begun = performance.now();
  expect(() =>
    withinTime(50, () => {
      for (;;) work();
    }),
  ).toThrow(TimeOver);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(49);
});
