import { beforeAll, expect, test } from "vitest";
import { exhaustive, isRelease } from "../sample.js";
import { type ApiRun, runApi, violationLines } from "./run-api.js";

/** How many random APIs are tried: `OWNERSHIP_SEEDS=500` tries more. */
const SEEDS = Number(process.env.OWNERSHIP_SEEDS ?? (exhaustive ? 40 : 6));
/** The first seed: `OWNERSHIP_FIRST`. The 40 APIs from 532 have every kind of id, response to a creation, and operation. */
const FIRST = Number(process.env.OWNERSHIP_FIRST ?? 532);
/** A run that sends next to nothing proves nothing. */
const LEAST_UNSAFE = (2000 * Math.min(SEEDS, 40)) / 40;
const SHOWN = 40;
/** The gate explores one API of so many, and a release all: an exploration takes as long as the usual run. */
const EXPLORED = 4;

const runs: ApiRun[] = [];
beforeAll(async () => {
  for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
    runs.push(await runApi(seed, undefined));
    if (isRelease || seed % EXPLORED === 0) runs.push(await runApi(seed, { requests: 200 }));
  }
});

test("no unsafe request addresses data that existed before the run", () => {
  expect(violationLines(runs).slice(0, SHOWN).join("\n")).toBe("");
});

test("all data that existed before a run is the same after it", () => {
  const lines = runs.flatMap(({ seed, differences }) => differences.map((line) => `seed ${seed}: ${line}`));
  expect(lines.slice(0, SHOWN)).toEqual([]);
});

test("data changes only by requests that the server logged as addressing it", () => {
  const unexplained = runs.filter(({ differences, violations }) => differences.length > 0 && violations.length === 0);
  expect(unexplained.map(({ seed, differences }) => ({ seed, differences }))).toEqual([]);
});

test("the runs send enough unsafe requests to prove something, and change and delete what they create", () => {
  expect(runs.reduce((sum, { unsafe }) => sum + unsafe.length, 0)).toBeGreaterThanOrEqual(LEAST_UNSAFE);
  expect(runs.filter(({ changedOwn }) => changedOwn).length).toBeGreaterThanOrEqual(SEEDS / 4);
});

test("no test case of the runs has a defect of its own", () => {
  expect(runs.flatMap(({ seed, defects }) => defects.map((defect) => `seed ${seed}: ${defect}`))).toEqual([]);
});
