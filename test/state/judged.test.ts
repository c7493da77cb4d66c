import { expect, test } from "vitest";
import { FAULT_NAMES, type FaultName } from "#state/faults.js";
import { exhaustive, sample } from "../sample.js";
import { failuresOf } from "../verify/failures.js";
import { brokenRules, JUDGED, judge } from "./judge.js";

/** Uploads are answered from the document alone, so what was uploaded does not come back. */
const UPLOADS = /stores the uploaded bytes/;

/** A stateful mock of these is verified in a few seconds. */
const QUICK = ["cabins", "tickets"];

test.each(Object.entries(JUDGED).filter(([name]) => exhaustive || QUICK.includes(name)))(
  "verify finds no failure in the stateful mock of %s",
  async (_, spec) => {
    const { cases, counts } = await judge(spec, { explore: exhaustive ? 100 : 20 });
    expect(failuresOf(cases).filter((failure) => !UPLOADS.test(failure))).toEqual([]);
    expect(counts.passed).toBeGreaterThan(50);
  },
  600_000,
);

/** The documents in which each fault can be found: others lack what it is about. */
const FOUND_IN: Readonly<Record<FaultName, readonly string[]>> = {
  "lost-field": ["cabins", "tickets", "bookings"],
  "ignored-update": ["cabins", "payments", "stories"],
  "kept-after-deletion": ["cabins", "stories", "orders"],
  "not-listed": ["cabins", "stories", "orders"],
  "wrong-filter": ["orders", "archive", "stories"],
  "item-twice": ["orders", "archive", "feed"],
  "ignored-limit": ["orders", "archive", "feed"],
  "wrong-order": ["orders", "archive", "stories"],
  "stale-tag": ["archive"],
  "duplicate-accepted": ["orders"],
  "shared-data": [],
  "kept-below-deleted": ["cabins", "archive"],
};

const ROWS = FAULT_NAMES.flatMap((fault) => FOUND_IN[fault].map((name): [FaultName, string] => [fault, name]));

test.each(sample(ROWS, ROWS.length))(
  "verify finds the fault %s in the mock of %s",
  async (fault, name) => {
    const spec = JUDGED[name] ?? "";
    const [right, wrong] = [await judge(spec, { rows: 30 }), await judge(spec, { rows: 30, faults: [fault] })];
    const usual = brokenRules(right);
    expect([...brokenRules(wrong)].filter((rule) => !usual.has(rule))).not.toEqual([]);
  },
  600_000,
);
