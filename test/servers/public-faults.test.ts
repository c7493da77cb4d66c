import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { FoundBy } from "../found-by.js";
import { exhaustive, isRelease } from "../sample.js";
import { testLegalRows } from "./legal-rows.js";
import { PUBLIC_SERVICES } from "./public/services.js";
import { newTextsOf, succeededIn } from "./reach/measure.js";
import type { Run } from "./run.js";

/** Operations without a success: no body of the run has a field with a name of the run, which a path could name. */
const WITHOUT_SUCCESS: Record<string, number> = { "marquez.yaml": 1 };

/** One of so many faults is tested. */
const SAMPLED = isRelease ? 1 : 20;

const foundBy = new FoundBy("servers/public/found-by.json");

const settings = { settle: 50, values: {} };

const results = await readFile(new URL("public/marquez/RESULTS.md", import.meta.url), "utf8");

/** The faults that a run misses today. */
const missed = new Set(results.slice(results.indexOf("## Missed today")).split("\n"));

describe.each(PUBLIC_SERVICES.map((service) => [service.file, service] as const))("%s", (file, service) => {
  let usual: Run;
  beforeAll(async () => {
    usual = await service.plain.run({ settings });
  });

  test("has no failure, and a success for nearly all operations, with at most 60 requests for each", () => {
    expect(usual.failures).toEqual([]);
    expect(succeededIn(usual)).toHaveLength(service.operations - (WITHOUT_SUCCESS[file] ?? 0));
    expect(usual.requests).toBeLessThanOrEqual(60 * service.operations);
  });

  const found = service.faults.filter(({ title }) => !missed.has(`- ${title}`));
  describe.runIf(exhaustive)("a server is told apart from the service without a fault if it", () => {
    const chosen = found.filter((_, index) => index % SAMPLED === 0);
    test.for(chosen.map((fault) => [fault.title, fault] as const))("%s", async ([title, fault]) => {
      const known = new Set([...usual.findings, ...usual.warnings]);
      const texts = await foundBy.find(`${file}: ${title}`, (only) => newTextsOf(fault, { settings, known }, only));
      expect(texts).not.toEqual([]);
    });
  });

  describe.runIf(isRelease)("a server has no failures if it", () =>
    testLegalRows(service, service.legal, Number.POSITIVE_INFINITY, 10),
  );
});

foundBy.testOutdated();
