import { describe, expect, test } from "vitest";
import { sample } from "../../sample.js";
import { blog } from "./blog/service.js";
import { board } from "./board/service.js";
import { measure } from "./measure.js";
import { tree } from "./tree/service.js";

/** What a run reaches at least. */
const LEAST = [
  { name: "blog", service: blog, share: 0.9, crashes: 6 },
  { name: "tree", service: tree, share: 0.7, crashes: 3 },
  { name: "board", service: board, share: 0.95, crashes: 0 },
];

describe.each(sample(LEAST, LEAST.length))("$name", async ({ name, service, share, crashes }) => {
  const measured = await measure(service);
  const { operations, withoutSuccess, requests, branches, many, crashed, falseCauses } = measured;
  const missed = [...many].filter((branch) => !branches.has(branch));
  if (process.env.SHOW_MEASURED !== undefined) console.log(name, { ...measured, missed });

  test("a run has a success for each operation, with at most 60 requests for each operation", () => {
    expect(withoutSuccess).toEqual([]);
    expect(requests).toBeLessThanOrEqual(60 * operations.length);
  });

  test("a run reaches its share of the branches that 3,000 random requests reach", () => {
    expect(many.size - missed.length).toBeGreaterThanOrEqual(share * many.size);
  });

  test("a run causes planted crashes, and has no cause at a server without them", () => {
    expect(falseCauses).toEqual([]);
    expect(crashed.size).toBeGreaterThanOrEqual(crashes);
  });
});
