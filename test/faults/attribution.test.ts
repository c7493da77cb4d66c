import { beforeAll, expect, test } from "vitest";
import { Contract } from "#verify/model/contract.js";
import { findingsOf } from "#verify/model/test-case/outcome.js";
import { sample } from "../sample.js";
import { referenceContract } from "../team-api/reference-contract.js";
import { FAULTS } from "./faults.js";
import { score } from "./score.js";

let contract: Contract;
beforeAll(async () => {
  contract = new Contract(await referenceContract());
});

// Some faults show in several ways: a missing address is also an address that differs from the added one.
const ROWS: { id: string; named: string[] }[] = [
  { id: "revoke-object-missing", named: ["V2"] },
  { id: "revoke-reason-missing", named: ["V4"] },
  { id: "import-object-missing", named: ["I1"] },
  { id: "import-id-missing", named: ["I1"] },
  { id: "import-id-other", named: ["I1"] },
  { id: "import-status-number", named: ["I1"] },
  { id: "suppression-object-other", named: ["S1"] },
  { id: "suppression-object-missing-in-list", named: ["S1"] },
  { id: "suppression-created-at-missing", named: ["S1"] },
  { id: "suppression-email-missing", named: ["A3", "R1", "R2", "S1"] },
  { id: "suppression-origin-missing", named: ["A3", "S1"] },
  { id: "suppression-moment-seconds", named: ["S3"] },
  { id: "suppression-moment-offset", named: ["S3"] },
  { id: "suppression-source-empty-when-manual", named: ["A3", "S2"] },
];

test.concurrent.each(sample(ROWS, ROWS.length, 3))(
  "the findings about the server $id have one cause, and name $named and no other requirement",
  async ({ id, named }) => {
    const change = FAULTS.find((each) => each.id === id);
    if (!change) throw new Error(`There is no fault ${id}.`);
    const { results, causes } = await score(contract, change);
    const findings = results.flatMap(({ outcome }) => findingsOf(outcome));
    expect(causes.map(({ title }) => title)).toHaveLength(1);
    expect([...new Set(findings.flatMap(({ requirements }) => requirements))].toSorted()).toEqual(named);
  },
);
