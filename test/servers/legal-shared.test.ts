import { describe } from "vitest";
import { testLegalRows } from "./legal-rows.js";
import { SERVICES } from "./services.js";

describe.each(SERVICES.map((service) => [service.file, service] as const))(
  "%s: a server has no failures if it",
  (_, service) => testLegalRows(service, service.shared),
);
