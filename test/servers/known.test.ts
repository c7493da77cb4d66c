import { beforeAll, describe, expect, test } from "vitest";
import type { KnownCause } from "#verify/model/known.js";
import { isAccepted } from "#verify/report/report.js";
import { sample } from "../sample.js";
import { CABINS_FAULTS } from "./cabins/faults.js";
import { type CabinsState, cabins } from "./cabins/service.js";
import { combined } from "./combined.js";
import { createRunner, type Runner } from "./run.js";
import type { Variation } from "./service.js";

const faultNamed = (title: string): Variation<CabinsState> => {
  const fault = CABINS_FAULTS.find((candidate) => candidate.title === title);
  if (!fault) throw new Error(`There is no fault "${title}".`);
  return fault;
};

/** The faults of an API that is red today: of requests, of responses, of a life cycle, and of a list. */
const KNOWN = [
  "accepts a booking for no guest",
  "accepts a name that is too long",
  "sends null as the note of a booking without one",
  "responds with 500 to malformed JSON",
  "forgets changes of bookings",
  "ignores the limit",
].map(faultNamed);

const NEW = [
  "accepts a booking for one guest too many",
  "accepts a change to a note that is too long",
  "accepts a payment of nothing",
  "accepts any token",
  "deletes nothing",
  "does not find the first booking of its list",
  "fails for a booking without a note",
  "responds with 500 to an id that is not a UUID",
  "responds with 500 to a word as the limit",
];

// The document has no example, link or extension. Each run generates other values, and writes.
describe("on an API without examples that is red today", () => {
  let run: Runner<CabinsState>;
  let known: readonly KnownCause[];
  const settings = (seed: number) => ({ settle: 50, seed });
  beforeAll(async () => {
    run = await createRunner(cabins);
    const { report } = await run(combined(KNOWN), { settings: settings(1), updateKnown: true });
    expect(report.verdict).toBe("passed");
    known = report.known ?? [];
    expect(known.length).toBeGreaterThanOrEqual(KNOWN.length - 1);
  });

  test.for(sample([2, 3], 2, 2))("the known causes of one run are those of the run with seed %i", async (seed) => {
    const { report } = await run(combined(KNOWN), { settings: settings(seed), known });
    expect(report.causes.filter((cause) => cause.severity === "failure" && !isAccepted(cause))).toEqual([]);
    expect(report.verdict).toBe("passed");
    expect(report.known?.filter(({ state }) => state === "gone")).toEqual([]);
    expect(report.counts).toMatchObject({ failed: 0, known: expect.any(Number) });
  });

  test.for(sample(NEW, 4, 9))("a run fails if a server also %s", async (title) => {
    const { report } = await run(combined([...KNOWN, faultNamed(title)]), { settings: settings(7), known });
    expect(report.verdict).toBe("failed");
  });

  test("the file has no value of a response and no key", async () => {
    const text = JSON.stringify(known);
    expect(text).not.toContain(cabins.key);
    expect(text).not.toMatch(/7c1f0e5a|Guest \d|guest-/);
  });

  test("a part of a run reports no known cause of other operations as gone", async () => {
    const { report } = await run(combined(KNOWN), { settings: settings(2), known, only: ["listBookings"] });
    expect(report.verdict).toBe("passed");
    expect(report.known?.filter(({ state }) => state === "gone")).toEqual([]);
  });

  test("a fixed fault is reported as gone, and an update removes its entry alone", async () => {
    const [, ...rest] = KNOWN;
    const { report } = await run(combined(rest), { settings: settings(3), known });
    expect(report.verdict).toBe("passed");
    expect(report.known?.filter(({ state }) => state === "gone")).toMatchObject([{ title: /guests/ }].map(() => ({})));
    const updated = await run(combined(rest), { settings: settings(3), known, updateKnown: true });
    const left = updated.report.known?.map(({ cause }) => cause);
    expect(left).toHaveLength(known.length - 1);
    expect(known.map(({ cause }) => cause)).toEqual(expect.arrayContaining(left ?? []));
  });
});
