import { describe, expect, test } from "vitest";
import { sample } from "../../sample.js";
import { blog } from "./blog/service.js";
import { board } from "./board/service.js";
import { measure } from "./measure.js";
import { tree } from "./tree/service.js";

/** The share of the branches of 3,000 random requests, and of the planted crashes, that a run reaches at least. */
const LEAST = { branches: 0.95, crashes: 0.9 };

const SERVICES = [
  { name: "blog", service: blog },
  { name: "tree", service: tree },
  { name: "board", service: board },
];

describe.each(sample(SERVICES, SERVICES.length, SERVICES.length))("$name", async ({ name, service }) => {
  const measured = await measure(service);
  const { operations, withoutSuccess, requests, branches, few, many, crashed, falseCauses } = measured;
  const missed = [...many].filter((branch) => !branches.has(branch));
  if (process.env.SHOW_MEASURED !== undefined) console.log(name, { ...measured, missed });

  test("a run has a success for each operation, with at most 60 requests for each operation", () => {
    expect(withoutSuccess).toEqual([]);
    expect(requests).toBeLessThanOrEqual(60 * operations.length);
  });

  test("a run reaches its share of the branches that 3,000 random requests reach", () => {
    expect(many.size - missed.length).toBeGreaterThanOrEqual(LEAST.branches * many.size);
    expect(branches.size).toBeGreaterThan(few.size);
  });

  test("a run causes planted crashes, and has no cause at a server without them", () => {
    expect(falseCauses).toEqual([]);
    expect(crashed.size).toBeGreaterThanOrEqual(LEAST.crashes * service.crashes.length);
  });
});
