import { beforeAll, describe, expect, test } from "vitest";
import { FoundBy } from "../found-by.js";
import { sample, sampleAround } from "../sample.js";
import type { Run } from "./run.js";
import { SERVICES, SERVICES_WITHOUT_EXAMPLES, type ServerRow } from "./services.js";

/** The faults that each service has at least, and the share of them that is found at least. */
const LEAST = { faults: 40, share: 0.95 };

/** No fault of a service is a delay, so nothing is worth a longer wait. */
const settings = { settle: 50 };

const foundBy = new FoundBy("servers/found-by.json");

const titled = (rows: readonly ServerRow[]) => rows.map((row) => [row.title, row] as const);

const all = [...SERVICES, ...SERVICES_WITHOUT_EXAMPLES];
const services = sampleAround(all, all.length, 2).map((service) => [service.file, service] as const);
describe.each(services)("%s", (file, { plain, faults }) => {
  let known: Run;
  const find: typeof foundBy.find = (title, run) => foundBy.find(`${file}: ${title}`, run);
  const kindOf = ({ title }: ServerRow) => foundBy.kindOf(`${file}: ${title}`);
  beforeAll(async () => {
    known = await plain.run({ settings });
  });
  const missed = faults.filter((each) => each.missed !== undefined);
  const implied = faults.filter(({ warns }) => warns);
  const breaking = faults.filter((each) => !missed.includes(each) && !implied.includes(each));

  test("has at least 40 faults, of which at least 95 % are found", () => {
    expect(new Set(faults.map(({ title }) => title)).size).toBe(faults.length);
    expect(faults.length).toBeGreaterThanOrEqual(LEAST.faults);
    expect((faults.length - missed.length) / faults.length).toBeGreaterThanOrEqual(LEAST.share);
  });

  // A whole run ends with the first finding that the service without the fault does not have.
  test.for(titled(sample(breaking, 20, 12, kindOf)))(
    "a server has a failed test case if it %s",
    async ([title, { run }]) => {
      const found = await find(title, async (only) => {
        const { findings } = await run({ knownFindings: known.findings, settings, only });
        return findings.filter((each) => !known.findings.includes(each));
      });
      expect(found).not.toEqual([]);
    },
  );

  // The document has no link and no extension that states these relations, and the run cannot see that they hold.
  if (implied.length > 0) {
    test.for(titled(sample(implied, 20, 12, kindOf)))(
      "a server has a warning, and passes, if it %s",
      async ([title, { run }]) => {
        const found = await find(title, async (only) => {
          const { findings, warnings } = await run({ settings, only });
          expect(findings.filter((each) => !known.findings.includes(each))).toEqual([]);
          return warnings.filter((each) => / \(inferred\): /.test(each) && !known.warnings.includes(each));
        });
        expect(found).not.toEqual([]);
      },
    );
  }

  // Each row says why, and is not one any more as soon as it is found.
  if (missed.length > 0) {
    test.for(titled(sample(missed, 4)))("a server passes although it %s", async ([, { run }]) => {
      const { findings, warnings } = await run({ settings });
      expect([findings, warnings]).toEqual([known.findings, known.warnings]);
    });
  }
});

foundBy.testOutdated();
