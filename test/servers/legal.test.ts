import { describe, expect, test } from "vitest";
import { sampleAround } from "../sample.js";
import { ALONE } from "./alone.js";
import { testLegalRows } from "./legal-rows.js";
import { SERVICES, SERVICES_WITHOUT_EXAMPLES } from "./services.js";

// The values, states and lists of each service. legal-shared.test.ts has the rows of HTTP and JSON.
describe.each(sampleAround(SERVICES, 2, 2).map((service) => [service.file, service] as const))(
  "%s: a server has no failures if it",
  (_, service) => testLegalRows(service, service.legal),
);

test("each variant with a run of its own exists", () => {
  const services = [...SERVICES, ...SERVICES_WITHOUT_EXAMPLES];
  const titles = services.flatMap(({ shared, legal }) => [...shared, ...legal].map(({ title }) => title));
  expect([...ALONE].filter((title) => !titles.includes(title))).toEqual([]);
});
