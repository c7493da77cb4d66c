import { expect, test } from "vitest";
import { verify } from "#index.js";
import { LIMITS } from "#verify/model/target/limits.js";

const MESSAGE = "Use a whole number from 1 to 1000.";

test.each([10_000_000, 1e9, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  "a program cannot send %d requests at once: the run ends with an error that has the bounds",
  async (parallel) => {
    await expect(verify({ parallel, only: ["retrieveContactImport"] })).rejects.toThrow(
      `parallel ${parallel} is not valid. ${MESSAGE}`,
    );
  },
);

test("the option --parallel has the same bounds", () => {
  expect(() => LIMITS.parallel.read(["10000000"], "--parallel")).toThrow(
    `--parallel 10000000 is not valid. ${MESSAGE}`,
  );
  expect(LIMITS.parallel.read(["1000"], "--parallel")).toBe(1000);
});
