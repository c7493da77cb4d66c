import { describe, expect, test } from "vitest";
import { sample, sampleAround } from "../sample.js";
import { testLegalRows } from "./legal-rows.js";
import { SERVICES, SERVICES_WITHOUT_EXAMPLES } from "./services.js";

const services = SERVICES_WITHOUT_EXAMPLES.map((service) => [service.file, service] as const);

describe.each(sampleAround(services, services.length, 2))("%s: a server has no failures if it", (_, service) =>
  testLegalRows(service, service.legal),
);

test.for(services)("%s: a server that breaks nothing has no warning of an inferred relation", async ([, { plain }]) => {
  const { warnings } = await plain.run();
  expect(warnings.filter((each) => / \(inferred\): /.test(each))).toEqual([]);
});

const all = [...SERVICES, ...services.map(([, service]) => service)].map((service) => [service.file, service] as const);
test.for(sample(all, 6))(
  "%s: a run keeps its budget, and leaves out no test case for it",
  async ([, { plain, operations }]) => {
    const { requests, skipped } = await plain.run();
    expect(requests).toBeLessThanOrEqual(Math.max(300, 60 * operations));
    expect(skipped.filter((each) => each.includes("budget"))).toEqual([]);
  },
);
