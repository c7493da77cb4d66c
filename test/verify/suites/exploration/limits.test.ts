import { describe, expect, test } from "vitest";
import { asObject } from "#openapi/document/document.js";
import { awakeClock } from "#test/awake.js";
import { jsonOf } from "#test/servers/change.js";
import { explore, failsFor, REQUESTS, recording } from "./explore-cabins.js";

/** A read of each list, and three of single resources of each kind: bookings, and their keys. */
const READ_AT_END = 8;

describe("an exploration", () => {
  test("sends the same requests with the same seed, and others with another one", async () => {
    const runs = await Promise.all(
      [7, 7, 8].map(async (seed) => {
        const { seen, variation } = recording();
        await explore(variation, { settings: { seed }, explore: { requests: 60 } });
        // Texts that have to be new come from the run.
        return seen.map(({ sent }) => sent.replace(/"(guest|holder|note)":"[^"]*"/g, '"$1":"NEW"'));
      }),
    );
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).not.toEqual(runs[0]);
  });

  test.each([1, 40])("sends at most %i requests, also while it shrinks one", async (requests) => {
    const { seen, variation } = recording(failsFor("createBooking", (_, { note }) => note !== undefined));
    const { report } = await explore(variation, { explore: { requests } });
    expect(seen.length).toBeGreaterThan(0);
    const last = seen.findLastIndex(({ method }) => method !== "GET");
    expect(seen.slice(0, last + 1).length).toBeLessThanOrEqual(requests);
    // At the end, reads show that what was removed is gone.
    expect(seen.length).toBeLessThanOrEqual(requests + READ_AT_END);
    // Those that remove kept resources belong to no test case.
    expect(report.counts.requests).toBe(seen.length);
  });

  test("ends after its time", async () => {
    const elapsed = awakeClock();
    const { report } = await explore({}, { explore: { milliseconds: 400 } });
    expect(elapsed()).toBeLessThan(4000);
    expect(report.counts).toMatchObject({ failed: 0, errors: 0 });
    expect(report.exploration?.requests).toBeGreaterThan(0);
  });

  test("is not part of a run that does not ask for it", async () => {
    const { report } = await explore({}, { explore: undefined, only: ["listBookings"] });
    expect(report.cases.filter(({ suite }) => suite === "exploration")).toEqual([]);
    expect(report.exploration).toBeUndefined();
  });

  test("only reads where writes are not allowed", async () => {
    const { seen, variation } = recording();
    const { report } = await explore(variation, { settings: { writes: "none" } });
    expect(new Set(seen.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(report.cases.find(({ name }) => name === `createBooking › ${REQUESTS}`)?.outcome).toMatchObject({
      reason: expect.stringContaining("writes are not allowed"),
    });
  });

  test("changes and deletes only what it created, and leaves nothing behind", async () => {
    const { seen, states, variation } = recording();
    const created = new Set<unknown>();
    const { report } = await explore({
      respond: async (request, next, context) => {
        const response = await variation.respond?.(request, next, context);
        if (context.operation === "createBooking" && response?.status === 201)
          created.add(asObject(jsonOf(response)).id);
        return response ?? next();
      },
    });
    const written = seen.filter(({ method, operation }) => method !== "GET" && operation !== "createBooking");
    expect(written.length).toBeGreaterThan(0);
    expect(written.filter(({ path }) => !created.has(path.split("/")[2]))).toEqual([]);
    // The last request may be a creation.
    for (const { bookings } of states) expect(bookings.size).toBeLessThanOrEqual(12 + 1);
    expect(report.leftovers.length).toBeLessThanOrEqual(1);
  });

  test("reports a missing response, and the requests that led to it", async () => {
    const { report } = await explore(
      { respond: (request, next) => (request.query.has("page") ? new Promise(() => {}) : next()) },
      { only: [`listBookings › ${REQUESTS}`], settings: { timeout: 100 } },
    );
    const { outcome } = report.cases[0] ?? {};
    expect(outcome).toMatchObject({ verdict: "error", replay: { requests: [{ operation: "listBookings" }] } });
  });
});
