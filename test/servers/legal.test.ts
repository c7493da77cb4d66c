import { describe } from "vitest";
import { testLegalRows } from "./legal-rows.js";
import { SERVICES } from "./services.js";

// The values, states and lists of each service. legal-shared.test.ts has the rows of HTTP and JSON.
describe.each(SERVICES.map((service) => [service.file, service] as const))(
  "%s: a server has no failures if it",
  (_, { legal }) => testLegalRows(legal),
);
