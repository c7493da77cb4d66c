import { expect, test, vi } from "vitest";
import { TimeOver, withinTime } from "#openapi/patterns/within-time.js";
import { SchemaValidator } from "#openapi/validator/validator.js";

/** Waits without the processor, as a function does whose machine is busy. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test("a function that waits for the processor is not ended at the limit, which counts time of the processor", () => {
  expect(
    // Long, so that a busy machine changes little of it.
    withinTime(1000, () => {
      sleep(1200);
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

test("a schema whose compilation was ended by a limit of time can be used later", () => {
  const names = Array.from({ length: 1500 }, (_, index) => `field${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string", maxLength: 5 }]));
  const document = { openapi: "3.1.1", components: { schemas: { Small: {}, Large: { properties } } } };
  const validator = new SchemaValidator(document);
  validator.errors("#/components/schemas/Small", {});
  const errors = () => validator.errors("#/components/schemas/Large", { field1: 1 });
  expect(() => withinTime(20, errors)).toThrow(TimeOver);
  expect(errors().map(({ at }) => at)).toEqual(["/field1"]);
});

/** How often a function without an end is called, if it gets this share of the processor. */
function callsWith(share: number): number {
  let calls = 0;
  const limit = 50;
  const usage = vi
    .spyOn(process, "cpuUsage")
    .mockImplementation(() => ({ user: calls * share * limit * 1000, system: 0 }));
  const spin = () => {
    calls += 1;
    for (;;);
  };
  expect(() => withinTime(limit, spin)).toThrow(TimeOver);
  usage.mockRestore();
  return calls;
}

test("a function that has the processor is ended at its limit, though the machine takes a little of it", () => {
  expect(callsWith(0.97)).toBe(1);
});

test("a function that lacks the processor is called again, with more time", () => {
  expect(callsWith(0.2)).toBeGreaterThan(1);
});
