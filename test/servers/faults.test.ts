import { beforeAll, describe, expect, test } from "vitest";
import type { Run } from "./run.js";
import { SERVICES, type ServerRow } from "./services.js";

const titled = (rows: readonly ServerRow[]) => rows.map((row) => [row.title, row] as const);

// Each run ends with the first finding that the service without the fault does not have.
const services = SERVICES.map((service) => [service.file, service] as const);
describe.each(services)("%s", (_, { plain, faults }) => {
  let known: Run;
  beforeAll(async () => {
    known = await plain.run();
  });
  const breaking = faults.filter(({ warns }) => !warns);
  const implied = faults.filter(({ warns }) => warns);

  test.for(titled(breaking))("a server has a failed test case if it %s", async ([, { run }]) => {
    const { findings } = await run({ knownFindings: known.findings });
    expect(findings.filter((each) => !known.findings.includes(each))).not.toEqual([]);
  });

  // The document has no link and no extension that states these relations, and the run cannot see that they hold.
  test.for(titled(implied))("a server has a warning, and passes, if it %s", async ([, { run }]) => {
    const { findings, warnings } = await run();
    expect(findings).toEqual(known.findings);
    expect(warnings.filter((each) => !known.warnings.includes(each))).not.toEqual([]);
  });
});
