import { beforeAll, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { Contract } from "#verify/model/contract.js";
import { sample } from "../sample.js";
import { FAULTS } from "./faults.js";
import { isCaught, score } from "./score.js";

let contract: Contract;
beforeAll(async () => {
  contract = new Contract(await loadDocument("openapi/openapi.yaml"));
});

// Each run ends with its first finding. `npm run score` makes whole runs, and counts their requests.
test.concurrent.each(sample(FAULTS, 20).map((change) => [change.title, change] as const))(
  "a server with this fault fails: %s",
  async (_, change) => {
    const found = await score(contract, change, false);
    expect(isCaught(found), `${change.id}: ${found.verdict}`).toBe(true);
  },
);
