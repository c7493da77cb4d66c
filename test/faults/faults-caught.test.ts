import { beforeAll, expect, test } from "vitest";
import { Contract } from "#verify/model/contract.js";
import { FoundBy } from "../found-by.js";
import { sample } from "../sample.js";
import { referenceContract } from "../team-api/reference-contract.js";
import { failuresOf } from "../verify/failures.js";
import { FAULTS } from "./faults.js";
import { isCaught, score } from "./score.js";

const foundBy = new FoundBy("faults/found-by.json");

let contract: Contract;
beforeAll(async () => {
  contract = new Contract(await referenceContract());
});

// Each run ends with its first finding. `npm run score` makes whole runs, and counts their requests.
test.concurrent.each(
  sample(FAULTS, 20, 12, ({ id }) => foundBy.kindOf(id)).map((change) => [change.title, change] as const),
)("a server with this fault fails: %s", async (_, change) => {
  const find = async (only: readonly string[]) => {
    const found = await score(contract, change, { untilFound: true, only });
    const failures = failuresOf(found.results);
    // A server with which nothing can be tested has no failed test case.
    return failures.length === 0 && only.length === 0 && isCaught(found) ? [`run: ${found.verdict}`] : failures;
  };
  expect(await foundBy.find(change.id, find)).not.toEqual([]);
});

foundBy.testOutdated();
