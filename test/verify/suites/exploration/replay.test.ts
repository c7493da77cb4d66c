import { describe, expect, test } from "vitest";
import { explore, failedCases, failsFor, REQUESTS, recording } from "./explore-cabins.js";

const fault = failsFor("createBooking", (_, { note }) => note !== undefined);
const { report } = await explore(fault, { only: [`createBooking › ${REQUESTS}`] });
const replay = failedCases(report.cases);

describe("a replay", () => {
  test("sends the failing requests alone, with new unique values, and finds the failure again", async () => {
    const { seen, variation } = recording(fault);
    const again = await explore(variation, { replay, explore: undefined, only: [] });
    expect(again.findings).toEqual([`createBooking › ${REQUESTS}: 500, a server error`]);
    // A run reads the list before and after a creation, to see what is new.
    const sent = seen.filter(({ operation }) => operation !== "listBookings");
    expect(sent.map(({ operation }) => operation)).toEqual(["createBooking"]);
    const [unique = "none"] = replay[0]?.replay?.unique ?? [];
    expect(JSON.stringify(replay)).toContain(unique);
    expect(sent[0]?.sent).not.toContain(unique);
    expect(again.report.exploration).toBeUndefined();
  });

  test("passes where the failure is gone", async () => {
    const again = await explore({}, { replay, explore: undefined, only: [] });
    expect(again.verdict).toBe("passed");
    expect(again.report.counts).toMatchObject({ passed: replay.length, requests: 8 });
  });

  test("runs a test case of another suite by its name", async () => {
    const named = {
      case: "listBookings › accepts the values that the document allows",
      operation: "listBookings",
      replay: undefined,
    };
    const gone = { ...named, case: "listBookings › no such test case" };
    const again = await explore({}, { replay: [named, gone], explore: undefined, only: [] });
    expect(again.report.cases.map(({ name, outcome }) => [name, outcome.verdict])).toEqual([
      [named.case, "passed"],
      [gone.case, "skipped"],
    ]);
  });

  test("writes to no resource that only the file names", async () => {
    const { seen, variation } = recording();
    const path = { bookingId: "7c1f0e5a-0c4c-4569-a530-c8f6f2f71000" };
    const request = { operation: "deleteBooking", credential: "own", parameters: { path } } as const;
    const failure = { case: "x", operation: "deleteBooking", replay: { requests: [request] } };
    await explore(variation, { replay: [failure], explore: undefined, only: [] });
    // The run creates a booking in its place, and deletes that one.
    expect(seen.map(({ method, status }) => [method, status])).toContainEqual(["DELETE", 204]);
    expect(seen.filter(({ path: sent }) => sent.includes(path.bookingId))).toEqual([]);
  });

  test("of a lost resource proves nothing", async () => {
    const path = { bookingId: "7c1f0e5a-0c4c-4569-a530-000000000000" };
    const request = { operation: "retrieveBooking", credential: "own", parameters: { path } } as const;
    const failure = { case: "x", operation: "retrieveBooking", replay: { requests: [request] } };
    const again = await explore({}, { replay: [failure], explore: undefined, only: [] });
    expect(again.report.cases[0]?.outcome).toMatchObject({
      verdict: "skipped",
      reason: "the target responded with 404: its data has changed since the failure",
    });
  });
});
