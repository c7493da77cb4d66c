import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { FoundBy } from "../found-by.js";
import { exhaustive, isRelease, sample, THINNED } from "../sample.js";
import { testLegalRows } from "./legal-rows.js";
import { PUBLIC_SERVICES } from "./public/services.js";
import { newTextsOf, succeededIn } from "./reach/measure.js";
import type { Run } from "./run.js";

/** How many operations have no success today. */
const WITHOUT_SUCCESS: Readonly<Record<string, number>> = {
  // No body of the run has a field with a name of the run, which a path could name.
  "marquez.yaml": 1,
  // Deletions in bulk name nothing by their paths, and only an order that was issued can be completed.
  "inventree.yaml": 3,
  // An alias has a name from a closed set, and an item of a history has two identifiers.
  "id4i.yaml": 6,
  // An item of a list of ids is removed by its id, which the run has not certainly added.
  "intellifi.yaml": 1,
  // Metadata have their names in a map, and a quota is of a project.
  "harbor.yaml": 4,
  // An image is removed after an upload only, all messages belong to others too, and a body is not described.
  "gotify.yaml": 3,
  // Most confirmations are not in the document, and phone numbers in lists were sent in another format.
  "callfire.yaml": 15,
};

/** One of so many faults is tested; `npm run reach -- FILE` measures all of them. */
const SAMPLED = isRelease ? 1 : 20 * THINNED;

const foundBy = new FoundBy("servers/public/found-by.json");

const settings = { settle: 50, values: {} };

/** The faults that a run misses today. */
async function missedOf(file: string): Promise<ReadonlySet<string>> {
  const results = await readFile(new URL(`public/${file.replace(".yaml", "")}/RESULTS.md`, import.meta.url), "utf8");
  const lines = results.slice(results.indexOf("## Missed today")).split("\n");
  return new Set(lines.flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : [])));
}

const services = await Promise.all(
  sample(PUBLIC_SERVICES, PUBLIC_SERVICES.length, PUBLIC_SERVICES.length).map(
    async (service) => [service.file, service, await missedOf(service.file)] as const,
  ),
);

describe.each(services)("%s", (file, service, missed) => {
  let usual: Run;
  beforeAll(async () => {
    usual = await service.plain.run({ settings });
  });

  test("has no failure, and a success for nearly all operations, with at most 60 requests for each", () => {
    expect(usual.failures).toEqual([]);
    expect(succeededIn(usual)).toHaveLength(service.operations - (WITHOUT_SUCCESS[file] ?? 0));
    expect(usual.requests).toBeLessThanOrEqual(60 * service.operations);
  });

  test("RESULTS.md lists faults that the service has", () => {
    const titles = service.faults.map(({ title }) => title);
    expect([...missed].filter((title) => !titles.includes(title))).toEqual([]);
  });

  const found = service.faults.filter(({ title }) => !missed.has(title));
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
