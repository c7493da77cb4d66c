import { expect, test } from "vitest";
import { FAULT_NAMES, type FaultName } from "#state/faults.js";
import { exhaustive, isRelease, sample } from "../sample.js";
import { failuresOf } from "../verify/failures.js";
import { brokenRules, JUDGED, judge } from "./judge.js";

/** Whether all documents are explored, and each fault is sought in all of its documents. It takes five minutes. */
const isWhole = process.env.STATE_JUDGED === "1";

/** A stateful mock of these is verified in a few seconds. */
const QUICK = ["cabins", "tickets"];
const USUAL = [...QUICK, "archive"];
const CHOSEN = chosen();

function chosen(): string[] {
  if (isWhole) return Object.keys(JUDGED);
  if (isRelease) return [...USUAL, "orders", "stories"];
  return exhaustive ? QUICK : QUICK.slice(0, 1);
}

test.each(Object.entries(JUDGED).filter(([name]) => CHOSEN.includes(name)))(
  "verify finds no failure in the stateful mock of %s",
  async (name, spec) => {
    const explores = isWhole || (exhaustive && name === QUICK[0]);
    const { cases, counts } = await judge(spec, { explore: explores ? 100 : undefined });
    expect(failuresOf(cases)).toEqual([]);
    expect(counts.passed).toBeGreaterThan(50);
  },
);

/** The documents in which each fault can be found: others lack what it is about. */
const FOUND_IN: Readonly<Record<FaultName, readonly string[]>> = {
  "lost-field": ["tickets", "cabins", "bookings"],
  "ignored-default": ["archive", "stories", "feed"],
  "ignored-update": ["cabins", "payments", "stories"],
  "kept-after-deletion": ["cabins", "stories", "orders"],
  "not-listed": ["cabins", "stories", "orders"],
  "wrong-filter": ["orders", "archive", "stories"],
  "item-twice": ["orders", "archive", "feed"],
  "ignored-limit": ["orders", "archive"],
  "wrong-order": ["orders", "archive", "stories"],
  "stale-tag": ["archive"],
  "duplicate-accepted": ["orders"],
  "shared-data": ["tickets", "cabins"],
  "kept-below-deleted": ["archive"],
  "deleted-beside": ["tickets", "cabins", "orders"],
  "changed-beside": ["tickets", "cabins", "bookings"],
  "other-shown": ["tickets", "cabins", "archive"],
  "patch-replaces": ["cabins", "archive", "bookings"],
  "replacement-merges": ["cabins", "archive"],
  "items-of-others": ["cabins", "archive", "stories"],
  "ignored-action": ["feed"],
  "wrong-total": ["archive"],
  "item-omitted": ["tickets", "cabins", "archive"],
  "ignored-condition": ["archive"],
  "cut-file": ["archive"],
};

const ROWS = FAULT_NAMES.flatMap((fault) =>
  FOUND_IN[fault].slice(0, isWhole ? undefined : 1).map((name): [FaultName, string] => [fault, name]),
);

const rightRuns = new Map<string, ReturnType<typeof judge>>();

/** The run against the mock without a fault: one for each document. */
function rightRun(spec: string, hasOtherTeam: boolean): ReturnType<typeof judge> {
  const key = `${spec} ${hasOtherTeam}`;
  const known = rightRuns.get(key) ?? judge(spec, { rows: 30, hasOtherTeam });
  rightRuns.set(key, known);
  return known;
}

test.each(sample(ROWS, ROWS.length, 4))("verify finds the fault %s in the mock of %s", async (fault, name) => {
  const spec = JUDGED[name] ?? "";
  const hasOtherTeam = fault === "shared-data";
  const usual = brokenRules(await rightRun(spec, hasOtherTeam));
  const wrong = await judge(spec, { rows: 30, faults: [fault], usual, hasOtherTeam });
  expect([...brokenRules(wrong)].filter((rule) => !usual.has(rule))).not.toEqual([]);
});
