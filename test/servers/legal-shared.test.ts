import { describe } from "vitest";
import { isRelease, sample, THINNED } from "../sample.js";
import { testLegalRows } from "./legal-rows.js";
import { SERVICES } from "./services.js";

// The rows of HTTP and JSON are the same for each service: the gate has each row once, and a release each of every service.
const services = sample(SERVICES, SERVICES.length).map((service, at) => [service.file, service, at] as const);
describe.each(services)("%s: a server has no failures if it", (_, service, at) =>
  testLegalRows(
    service,
    service.shared.filter((_, row) => isRelease || row % (services.length * THINNED) === at),
  ),
);
