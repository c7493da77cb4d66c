import { writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { exhaustive, isRelease } from "../../sample.js";
import { ENFORCED, LEVELS, type Level } from "./levels.js";
import { isReversible } from "./reversible.js";
import { type Ending, runWorld, type Tenancy, violationLines, type WorldRun } from "./run-world.js";
import { sumsOf, tableOf } from "./table.js";
import { LANGUAGES, VERBS } from "./words.js";
import { WORLDS } from "./worlds.js";

/** Every world with so many seeds, at each level, also explored: `OWNERSHIP_WORLDS=3`. Without it, a sample is tried. */
const SEEDS = Number(process.env.OWNERSHIP_WORLDS ?? 0);
const FIRST = Number(process.env.OWNERSHIP_FIRST_WORLD ?? 1);
/** A quick run and the gate have one of so many worlds. */
const EACH = isRelease ? 2 : exhaustive ? 6 : 12;
const SHOWN = 60;

interface Row {
  world: (typeof WORLDS)[number];
  seed: number;
  level: Level;
  requests: number | undefined;
  tenancy: Tenancy;
  ending: Ending;
}

/** Each third world of a sample has one team, each third two that are apart. `OWNERSHIP_TENANCY` chooses for every run. */
const TENANCIES: readonly Tenancy[] = ["one team", "apart", "shared"];
const CHOSEN = TENANCIES.find((tenancy) => tenancy === process.env.OWNERSHIP_TENANCY);

/** The runs of the sample: most of them at the level that has to be exact. */
function sampled(): Row[] {
  const chosen = WORLDS.map((world, index) => ({ world, index })).filter(({ index }) => index % EACH === 0);
  return chosen.map(({ world }, index) => ({
    ...{ world, seed: FIRST, requests: index % 3 === 0 ? 40 : undefined },
    tenancy: CHOSEN ?? TENANCIES[(index + Math.floor(index / 3)) % 3] ?? "one team",
    level: index % 8 === 3 ? "none" : index % 4 === 1 ? "creations" : "reversible",
    ending: index % 5 < 2 ? "/" : "",
  }));
}

/** Every run. */
function every(): Row[] {
  return Array.from({ length: SEEDS }, (_, index) => FIRST + index).flatMap((seed) =>
    WORLDS.flatMap((world, index) => {
      const ending = (index + seed) % 2 === 0 ? "/" : "";
      return LEVELS.flatMap((level) =>
        [undefined, 300].map((requests): Row => {
          return { world, seed, level, requests, tenancy: CHOSEN ?? "one team", ending };
        }),
      );
    }),
  );
}

const all: WorldRun[] = [];
const judged = () => all.filter(({ world, level }) => !world.limit?.at.includes(level));

beforeAll(
  async () => {
    for (const { world, seed, level, requests, tenancy, ending } of SEEDS > 0 ? every() : sampled()) {
      all.push(await runWorld(world, seed, level, requests === undefined ? undefined : { requests }, tenancy, ending));
    }
    const file = process.env.OWNERSHIP_TABLE;
    if (file === undefined) return;
    const lines = [...new Set(violationLines(all))].join("\n");
    await writeFile(file, `${LEVELS.map((level) => tableOf(level, all)).join("\n\n")}\n\n${lines}\n`);
  },
  // It depends on the machine alone.
  600_000 * (1 + 4 * SEEDS),
);

test("there are at least 60 worlds, each with a name of its own, and 2,000 verbs of five languages", () => {
  expect(new Set(WORLDS.map(({ name }) => name)).size).toBe(WORLDS.length);
  expect(WORLDS.length).toBeGreaterThanOrEqual(60);
  expect(LANGUAGES.length).toBeGreaterThanOrEqual(5);
  expect(new Set(LANGUAGES.flatMap((language) => VERBS[language])).size).toBeGreaterThanOrEqual(2000);
});

test("the runs create, and change what they create", () => {
  const { own, unsafe } = sumsOf(all.filter(({ level }) => level === "reversible"));
  expect(own).toBeGreaterThan(unsafe / 4);
  expect(unsafe).toBeGreaterThan(SEEDS > 0 ? 20_000 * Math.min(1, SEEDS / 3) : 300);
});

test("data of others changes only by requests that the servers logged as touching it", () => {
  const unexplained = all.filter(({ differences, violations }) => differences.length > 0 && violations.length === 0);
  expect(unexplained.map(({ world, seed, differences }) => ({ world: world.name, seed, differences }))).toEqual([]);
});

test("no test case of the runs has a defect of its own", () => {
  expect(
    all.flatMap(({ world, seed, defects }) => defects.map((defect) => `${world.name}, ${seed}: ${defect}`)),
  ).toEqual([]);
});

test("without writes, no unsafe method is sent", () => {
  const methods = all.flatMap(({ level, unsafe }) => (level === "none" ? unsafe.map(({ method }) => method) : []));
  expect(methods.filter((method) => method !== "GET")).toEqual([]);
});

test("creations that the documents can remove are sent", () => {
  const runs = all.filter(({ level }) => level === "reversible");
  const rules = runs.flatMap(({ operations, unsafe }) =>
    operations
      .filter((each) => isReversible(each, operations))
      .map((each) => {
        const rule = `${each.method.toUpperCase()} ${each.path}`;
        return { rule, isSent: unsafe.some((request) => request.rule === rule) };
      }),
  );
  const missed = rules.filter(({ isSent }) => !isSent);
  expect(missed.length, missed.map(({ rule }) => rule).join("\n")).toBeLessThanOrEqual(rules.length / 10);
});

describe.runIf(ENFORCED)("at every level", () => {
  const linesOf = (part: "violations" | "beyond" | "unnamed") => {
    const none = { violations: [], beyond: [], unnamed: [] };
    const runs = judged().map((run) => ({ ...run, ...none, [part]: run[part] }));
    return violationLines(runs).slice(0, SHOWN).join("\n");
  };

  test("no request changes or uses what the run does not own", () => {
    expect(linesOf("violations")).toBe("");
    expect(judged().flatMap(({ world, differences }) => differences.map((line) => `${world.name}: ${line}`))).toEqual(
      [],
    );
  });

  test("nothing is created that the level does not allow", () => {
    expect(linesOf("beyond")).toBe("");
  });

  test("what the run leaves is named, except what the servers made in secret", () => {
    expect(linesOf("unnamed")).toBe("");
  });
});
