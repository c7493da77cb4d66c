import { describe, expect, test } from "vitest";
import { testLegalRows } from "../legal-rows.js";
import { succeededIn } from "./measure.js";
import { GIVEN, SERVICES_OF_REACH } from "./services.js";

/**
 * Operations without a success. The run does not change the user to generated values, a cover is a file, which is not generated,
 * and only an archived story can be unarchived.
 */
const WITHOUT_SUCCESS: Record<string, readonly string[]> = {
  "stories.yaml": ["updateUser", "unarchiveStory"],
  "archive.yaml": ["putCover"],
};

describe.each(SERVICES_OF_REACH.map((service) => [service.file, service] as const))("%s", (file, service) => {
  test("has a success for at least 75 % of the operations, with at most 60 requests for each", async () => {
    const run = await service.plain.run({ settings: { settle: 50, values: GIVEN[file] ?? {} } });
    const others = WITHOUT_SUCCESS[file] ?? [];
    expect(run.failures).toEqual([]);
    const lives = run.report.cases.filter(({ suite }) => suite === "life-cycle");
    expect(lives.flatMap(({ name, warnings }) => warnings.map(({ message }) => `${name}: ${message}`))).toEqual([]);
    expect(succeededIn(run).filter((operation) => others.includes(operation))).toEqual([]);
    expect(succeededIn(run)).toHaveLength(service.operations - others.length);
    expect(run.requests).toBeLessThanOrEqual(60 * service.operations);
  });

  // The runs are long: a quick run has one of each service.
  describe("a server has no failures if it", () => testLegalRows(service, service.legal, Number.POSITIVE_INFINITY));
});
