import { beforeAll, expect, test } from "vitest";
import { Contract } from "#verify/model/contract.js";
import type { KnownCause } from "#verify/model/known.js";
import { withCauses } from "#verify/report/cause/causes.js";
import { judgedKnown, type KnownResults } from "#verify/report/known/known.js";
import { verdictOf } from "#verify/report/verdict.js";
import { sample } from "../sample.js";
import { referenceContract } from "../team-api/reference-contract.js";
import type { Change } from "./change.js";
import { FAULTS } from "./faults.js";
import { score } from "./score.js";
import { together } from "./together.js";

function faultNamed(id: string): Change {
  const found = FAULTS.find((change) => change.id === id);
  if (!found) throw new Error(`There is no fault ${id}.`);
  return found;
}

/** The faults of an API that is red today. */
const KNOWN = [
  "key-by-its-beginning",
  "revoke-moment-offset",
  "limit-101-shows-101",
  "add-accepts-malformed-json",
  "import-counts-missing",
].map(faultNamed);

/** Faults of every operation, near those that are known, and far from them. */
const NEW = [
  "revoke-does-nothing",
  "key-without-regard-to-case",
  "retrieve-unknown-empty-page",
  "suppression-id-without-dashes",
  "origin-filters-the-page",
  "other-team-gets-first-id",
  "import-wants-beta",
  "wire-500-import-json",
];

let contract: Contract;
let known: readonly KnownCause[];

async function run(changes: readonly Change[], seed: number, updateKnown = false): Promise<KnownResults> {
  const { results } = await score(contract, together(...changes), { seed });
  return judgedKnown(withCauses(results), { known, updateKnown }, { date: "2026-01-02", complete: undefined });
}

const verdictOn = ({ cases }: KnownResults) => verdictOf(cases, { keyVariable: "TEAM_API_KEY", key: "sent" }).verdict;

beforeAll(async () => {
  contract = new Contract(await referenceContract());
  known = [];
  const updated = await run(KNOWN, 1, true);
  known = updated.known ?? [];
  expect(verdictOn(updated)).toBe("passed");
  expect(known).toHaveLength(KNOWN.length);
});

test.for(sample([2, 3], 2, 2))(
  "the causes that are known of one run are those of the run with seed %i",
  async (seed) => {
    const again = await run(KNOWN, seed);
    expect(verdictOn(again)).toBe("passed");
    expect(again.known?.map(({ state }) => state)).toEqual(KNOWN.map(() => "shown"));
  },
);

test.for(sample(NEW, 4, 2))("a new fault fails the run: %s", async (id) => {
  expect(verdictOn(await run([...KNOWN, faultNamed(id)], 5))).toBe("failed");
});
