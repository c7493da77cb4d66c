import { stripVTControlCharacters } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { Contract } from "#verify/model/contract.js";
import { withCauses } from "#verify/report/cause/causes.js";
import { createReport } from "#verify/report/report.js";
import { verdictOf } from "#verify/report/verdict.js";
import { terminalReport } from "#verify/reporters/terminal.js";
import { exhaustive, isRelease } from "../sample.js";
import { referenceContract } from "../team-api/reference-contract.js";
import type { Change } from "./change.js";
import { FAULTS } from "./faults.js";
import { areGrouped, byCauses, type Score, score } from "./score.js";
import { together } from "./together.js";

let contract: Contract;
beforeAll(async () => {
  contract = new Contract(await referenceContract());
});

/** Of so many faults, one is in the sample. `attribution.test.ts` has others, and `npm run score` counts the causes of all. */
const STEP = isRelease ? 22 : 44;

test.runIf(exhaustive)("at least 90 % of the faults show as exactly one cause, and none as more than two", async () => {
  const sample = FAULTS.filter(({ waits }, index) => index % STEP === 0 && !waits);
  expect(sample.length).toBeGreaterThanOrEqual(300 / STEP);
  const scores: Score[] = [];
  const waiting = [...sample];
  const work = async () => {
    for (let change = waiting.shift(); change; change = waiting.shift()) scores.push(await score(contract, change));
  };
  await Promise.all([work(), work(), work()]);
  const grouped = byCauses(scores);
  const several = [...grouped.two, ...grouped.more].map(({ change, causes }) => [
    change.id,
    causes.map(({ title }) => title),
  ]);
  expect(areGrouped(grouped), JSON.stringify(several)).toBe(true);
});

/** Faults of different areas, and what the title of each one's cause says. */
const FIVE: readonly (readonly [id: string, title: RegExp])[] = [
  ["key-by-its-beginning", /accept.* key/],
  ["revoke-moment-offset", /`revoked_at` is .*: the time zone is an offset, not Z/],
  ["limit-101-shows-101", /GET \/suppressions accepts limit above the maximum/],
  ["add-accepts-malformed-json", /POST \/suppressions accepts malformed JSON/],
  ["import-counts-missing", /`counts` is missing in GET \/contacts\/imports\/\{id\}/],
];

function faultNamed(id: string): Change {
  const found = FAULTS.find((change) => change.id === id);
  if (!found) throw new Error(`There is no fault ${id}.`);
  return found;
}

test("five faults at once are five causes, on at most 60 lines", async () => {
  const { results, causes, requests } = await score(contract, together(...FIVE.map(([id]) => faultNamed(id))));
  for (const [id, title] of FIVE) {
    expect(
      causes.filter((cause) => title.test(cause.title)),
      id,
    ).toHaveLength(1);
  }
  expect(causes).toHaveLength(FIVE.length);
  const report = createReport(contract.document, {
    verdict: verdictOf(results, { keyVariable: "TEAM_API_KEY", key: "sent" }),
    results: withCauses(results),
    summary: { requests, observed: [], undocumentedFields: [], leftovers: [] },
    ...{ target: "https://staging.example.com", start: undefined, only: [], begun: 0, seed: 1, shard: undefined },
  });
  const printed = stripVTControlCharacters(terminalReport(report));
  expect(printed.split("\n").length).toBeLessThanOrEqual(60);
});
