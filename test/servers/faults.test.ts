import { beforeAll, describe, expect, test } from "vitest";
import { SERVICES, type ServerRow } from "./services.js";

const titled = (rows: readonly ServerRow[]) => rows.map((row) => [row.title, row] as const);

// Each run ends with the first finding that the service without the fault does not have.
const services = SERVICES.map((service) => [service.file, service] as const);
describe.each(services)("%s", (_, { plain, faults }) => {
  let knownFindings: string[];
  beforeAll(async () => {
    knownFindings = (await plain.run()).findings;
  });
  const newFindings = async ({ run }: ServerRow) => {
    const { findings } = await run({ knownFindings });
    return findings.filter((finding) => !knownFindings.includes(finding));
  };
  const breaking = faults.filter(({ needsInference }) => !needsInference);
  const implied = faults.filter(({ needsInference }) => needsInference);

  test.for(titled(breaking))("a server has a failed test case if it %s", async ([, row]) => {
    expect(await newFindings(row)).not.toEqual([]);
  });

  // The document has no link, no `x-pagination` and no `x-identifies` that states these relations.
  test.for(titled(implied))(
    "a server has no failed test case if it %s, which no statement forbids",
    async ([, row]) => {
      expect(await newFindings(row)).toEqual([]);
    },
  );
});
