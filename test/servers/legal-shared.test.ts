import { describe } from "vitest";
import { sample } from "../sample.js";
import { testLegalRows } from "./legal-rows.js";
import { SERVICES } from "./services.js";

// The rows of HTTP and JSON are the same for each service.
describe.each(sample(SERVICES, SERVICES.length).map((service) => [service.file, service] as const))(
  "%s: a server has no failures if it",
  (_, service) => testLegalRows(service, service.shared),
);
