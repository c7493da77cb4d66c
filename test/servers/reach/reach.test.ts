import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { FoundBy } from "../../found-by.js";
import { exhaustive, isRelease, sample, THINNED } from "../../sample.js";
import { testLegalRows } from "../legal-rows.js";
import { measurePlain, newTextsOf, reachesAim, succeededIn } from "./measure.js";
import { SERVICES_OF_REACH } from "./services.js";

/**
 * Operations without a success. The run does not change the user to generated values, and only an archived story can be
 * unarchived.
 */
const WITHOUT_SUCCESS: Record<string, readonly string[]> = {
  "stories.yaml": ["updateUser", "unarchiveStory"],
};

const recorded = new Set((await readFile(new URL("RESULTS.md", import.meta.url), "utf8")).split("\n"));

/** One of so many faults is tested; `npm run reach` measures all of them. */
const SAMPLED = isRelease ? 5 : 40 * THINNED;

const foundBy = new FoundBy("servers/reach/found-by.json");

test.each([
  [{ found: 95, all: 100 }, { found: 75, all: 100 }, [], true],
  [{ found: 94, all: 100 }, { found: 75, all: 100 }, [], false],
  [{ found: 95, all: 100 }, { found: 74, all: 100 }, [], false],
  [{ found: 95, all: 100 }, { found: 75, all: 100 }, ["a legal variant fails"], false],
])("one exchange %j, two exchanges %j and the alarms %j reach the aim: %s", (one, two, alarms, isReached) => {
  expect(reachesAim({ one, two, alarms })).toBe(isReached);
});

// The runs are long: a quick run and the gate have one service.
const services = sample(SERVICES_OF_REACH, SERVICES_OF_REACH.length, SERVICES_OF_REACH.length);
describe.each(services.map((service) => [service.file, service] as const))("%s", (file, service) => {
  let plain: Awaited<ReturnType<typeof measurePlain>>;
  beforeAll(async () => {
    plain = await measurePlain(service);
  });

  test("has a success for at least 75 % of the operations, with at most 60 requests for each", () => {
    const run = plain.usual;
    const others = WITHOUT_SUCCESS[file] ?? [];
    expect(run.failures).toEqual([]);
    const lives = run.report.cases.filter(({ suite }) => suite === "life-cycle");
    expect(lives.flatMap(({ name, warnings }) => warnings.map(({ message }) => `${name}: ${message}`))).toEqual([]);
    expect(succeededIn(run).filter((operation) => others.includes(operation))).toEqual([]);
    expect(succeededIn(run)).toHaveLength(service.operations - others.length);
    expect(run.requests).toBeLessThanOrEqual(60 * service.operations);
  });

  // The recorded results list the faults that a run misses.
  const found = service.faults.filter(({ title }) => !recorded.has(`- ${title}`));
  describe.runIf(exhaustive)("a server is told apart from the service without a fault if it", () => {
    const chosen = found.filter((_, index) => index % SAMPLED === 0);
    test.for(chosen.map((fault) => [fault.title, fault] as const))("%s", async ([title, fault]) => {
      const texts = await foundBy.find(`${file}: ${title}`, (only) => newTextsOf(fault, plain, only));
      expect(texts).not.toEqual([]);
    });
  });

  describe("a server has no failures if it", () => testLegalRows(service, service.legal, Number.POSITIVE_INFINITY, 10));
});

foundBy.testOutdated();
