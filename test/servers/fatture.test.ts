import { beforeAll, describe, expect, test } from "vitest";
import { exhaustive, isRelease, sample } from "../sample.js";
import { FATTURE_FAULTS } from "./public/fatture/faults/faults.js";
import { FATTURE_LEGAL } from "./public/fatture/legal.js";
import { PARTS, partOf } from "./public/fatture/parts.js";
import { fatture } from "./public/fatture/service.js";
import { createRunner, type Run } from "./run.js";

const run = await createRunner(fatture);
const settings = { settle: 50 };
const textsOf = ({ findings, warnings }: Run) => [...findings, ...warnings];

/** The faults of two requests that a run of their part does not find. */
const MISSED = new Set([
  "adds the items of a change to the stored ones",
  "keeps the amounts of a document whose items change",
  "calculates the VAT of stored documents with 20 percent",
  "ignores the stored items in the totals of a document",
  "does not count new receipts in the totals of their month",
  "still counts deleted receipts in the totals of their month",
  "ignores the type of receipts in the totals of a month",
  "orders receipts in another way each time",
  "ignores the filter of clients",
  "filters products by the opposite of the query",
]);

// A run of all operations takes ten seconds of a processor, so each row has one part of them.
describe.each(sample(PARTS, PARTS.length, PARTS.length))("of a server of Fatture in Cloud, the $name", (part) => {
  let plain: Run | undefined;
  beforeAll(async () => {
    plain = await run({ title: "has no variation" }, { settings, only: part.operations });
  });

  test("have no failure in a run that writes", () => {
    expect(plain?.failures).toEqual([]);
    expect(plain?.report.verdict).toBe("passed");
  });

  const faults = FATTURE_FAULTS.filter(
    ({ title, needsTwo = false }) => needsTwo && partOf(title) === part && !MISSED.has(title),
  );
  describe.runIf(exhaustive)("are told apart from the service without a fault if the server", () => {
    const rows = sample(faults, 1, faults.length).map((fault) => [fault.title, fault] as const);
    test.for(rows)("%s", async ([, fault]) => {
      const known = plain ? textsOf(plain) : [];
      const found = await run(fault, { settings, only: part.operations, knownFindings: known });
      expect(textsOf(found).filter((text) => !known.includes(text))).not.toEqual([]);
    });
  });

  if (isRelease) {
    test.for(FATTURE_LEGAL.map((variant) => [variant.title, variant] as const))(
      "have no failure if the server %s",
      async ([, variant]) => {
        const { findings } = await run(variant, { settings, only: part.operations });
        expect(findings).toEqual([]);
      },
    );
  }
});
