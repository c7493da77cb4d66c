import { beforeAll, expect, test } from "vitest";
import { Contract } from "#verify/model/contract.js";
import { GroupRuns, groupsOf, kindOfGroup, type SharedRun } from "../groups.js";
import { sample } from "../sample.js";
import { referenceContract } from "../team-api/reference-contract.js";
import { failuresOf } from "../verify/failures.js";
import type { Change } from "./change.js";
import { score } from "./score.js";
import { observed } from "./together.js";
import { VARIANTS } from "./variants.js";

/** Variants that need a run of their own: others share one with two variants of other parts. */
const ALONE = [
  // They write the response themselves, so that no other variant can change it.
  ...["http-connection-closes", "http-idle-closes", "http-chunked", "http-gzip", "http-early-hints"],
  ...["http-own-reasons", "http-header-case"],
  // They change data, or what the run does not send: a shared run does not show whether another variant hides them.
  ...["others-add", "others-remove", "others-add-and-remove", "others-remove-newest", "others-change"],
  ...["others-added-twice", "added-twice-entry-twice", "added-twice-replaced"],
  ...["add-accepts-empty-email", "http-other-methods-unknown"],
];

let contract: Contract;
beforeAll(async () => {
  contract = new Contract(await referenceContract());
});

// Whole runs, because a false alarm may come last. Servers that mostly wait run at the same time.
const groups = sample(
  groupsOf(VARIANTS, ({ id }) => ALONE.includes(id), 6),
  40,
  12,
  kindOfGroup,
);
const runs = new GroupRuns(groups, runTogether);
const titled = groups.flat().map((change) => [change.title, change] as const);
test.concurrent.each(titled.filter(([, { waits }]) => waits))("a legal server passes: %s", (_, change) =>
  expectPass(change),
);
test.each(titled.filter(([, { waits }]) => !waits))("a legal server passes: %s", (_, change) => expectPass(change));

test("each variant with a run of its own exists", () => {
  expect(ALONE.filter((id) => !VARIANTS.some((change) => change.id === id))).toEqual([]);
});

async function expectPass(change: Change): Promise<void> {
  expect(await runs.failuresOf(change)).toEqual([]);
}

async function runTogether(changes: readonly Change[]): Promise<SharedRun<Change>> {
  const effective = new Set<Change>();
  const [only] = changes;
  const server = changes.length === 1 && only ? only : observed(changes, (change) => effective.add(change));
  const { verdict, results, requests } = await score(contract, server);
  const failures = failuresOf(results);
  if (verdict !== "passed") failures.push(`The verdict is ${verdict}.`);
  // Others who change the data at each few requests double the limit at most.
  if (requests > 600) failures.push(`The run sent ${requests} requests.`);
  return { failures, effective };
}
