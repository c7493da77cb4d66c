import { beforeAll, describe, expect, test } from "vitest";
import { testLegalRows } from "./legal-rows.js";
import type { Run } from "./run.js";
import { SERVICES_WITHOUT_EXAMPLES } from "./services.js";

const services = SERVICES_WITHOUT_EXAMPLES.map((service) => [service.file, service] as const);

describe.each(services)("%s: a server has no failures if it", (_, { legal }) => testLegalRows(legal));

describe.each(services)("%s: without examples and links, a server", (_, { plain, faults }) => {
  let known: Run;
  beforeAll(async () => {
    known = await plain.run();
  });
  const titled = (isWarning: boolean) =>
    faults.filter(({ warns }) => warns === isWarning).map((each) => [each.title, each] as const);

  test("that breaks nothing has no warning of an inferred relation", () => {
    expect(known.warnings.filter((each) => /inferred-(relation|pagination)/.test(each))).toEqual([]);
  });

  test.for(titled(false))("has a failed test case if it %s", async ([, { run }]) => {
    const { findings } = await run();
    expect(findings).not.toEqual([]);
  });

  test.for(titled(true))("has a warning, and no failed test case, if it %s", async ([, { run }]) => {
    const { findings, warnings } = await run();
    expect(findings).toEqual([]);
    expect(warnings.filter((each) => /inferred-(relation|pagination)/.test(each))).not.toEqual([]);
  });
});
