import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { Contract } from "#verify/model/contract.js";
import { FoundBy } from "../found-by.js";
import { exhaustive, sample } from "../sample.js";
import { failuresOf } from "../verify/failures.js";
import { FAULTS } from "./faults.js";
import { isCaught, score } from "./score.js";

const foundBy = new FoundBy("faults/found-by.json");
afterAll(() => foundBy.save());

let contract: Contract;
beforeAll(async () => {
  contract = new Contract(await loadDocument("openapi/openapi.yaml"));
});

// Each run ends with its first finding. `npm run score` makes whole runs, and counts their requests.
test.concurrent.each(sample(FAULTS, 20).map((change) => [change.title, change] as const))(
  "a server with this fault fails: %s",
  async (_, change) => {
    const find = async (only: readonly string[]) => {
      const found = await score(contract, change, { untilFound: true, only });
      const failures = failuresOf(found.results);
      // A server with which nothing can be tested has no failed test case.
      return failures.length === 0 && only.length === 0 && isCaught(found) ? [`run: ${found.verdict}`] : failures;
    };
    expect(await foundBy.find(change.id, find)).not.toEqual([]);
  },
);

test.runIf(exhaustive && !foundBy.isUpdated)("found-by.json names the test cases that find the faults", () => {
  expect(foundBy.outdated, "faults whose test case found nothing: FOUND_BY=update writes the file anew").toBeLessThan(
    10,
  );
});
