import { describe, expect, test } from "vitest";
import { asList, asObject } from "#openapi/document/document.js";
import { changeJson, isSuccess } from "#test/servers/change.js";
import { json } from "#test/servers/service.js";
import type { ReplayedRequest } from "#verify/model/finding/replay.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { explore, failedCases, failsFor, isForeign, REQUESTS, SEQUENCES } from "./explore-cabins.js";

/** The requests of the only failure, in a few words. */
function smallest(cases: readonly CaseResult[]): unknown[] {
  const [first, ...others] = failedCases(cases);
  expect(others).toEqual([]);
  return (first?.replay?.requests ?? []).map(({ operation, parameters, body }: ReplayedRequest) => {
    const value = body && "value" in body ? body.value : undefined;
    return [operation, ...Object.values(parameters ?? {}), ...(value === undefined ? [] : [value])];
  });
}

describe("a failing request is shrunk to the smallest one if a server", () => {
  const GUEST = expect.stringMatching(/^guest-/);

  test("fails for two optional parameters together only", async () => {
    const fault = failsFor("listBookings", (query) => Number(query.get("limit")) > 20 && query.has("cabin"));
    const { report } = await explore(fault, { only: [`listBookings › ${REQUESTS}`] });
    const cabin = expect.stringMatching(/^(lake|forest|hill)$/);
    expect(smallest(report.cases)).toEqual([["listBookings", { limit: 21, cabin }]]);
    expect(report.cases[0]?.outcome).toMatchObject({ findings: [{ message: "500, a server error" }] });
  });

  test("fails for a long text that is not ASCII in an optional field", async () => {
    const isLong = (text: unknown) => isForeign(text) && [...String(text)].length > 12;
    const fault = failsFor("createBooking", (_, { note }) => isLong(note));
    const { report } = await explore(fault, { only: [`createBooking › ${REQUESTS}`] });
    const note = expect.toSatisfy((text: string) => [...text].length === 13);
    expect(smallest(report.cases)).toEqual([
      ["createBooking", { guest: GUEST, cabin: expect.anything(), guests: expect.any(Number), note }],
    ]);
    expect(report.cases[0]?.outcome).toMatchObject({
      findings: [{ place: "#/components/schemas/NewBooking/properties/note" }],
    });
  });

  test("violates its schema for one member of an enum", async () => {
    const { report } = await explore(
      {
        respond: async (request, next, { operation }) => {
          const response = await next();
          if (operation !== "listBookings" || request.query.get("cabin") !== "hill") return response;
          return changeJson(response, (body) => ({
            ...asObject(body),
            bookings: { ...asList(asObject(body).bookings) },
          }));
        },
      },
      { only: [`listBookings › ${REQUESTS}`] },
    );
    expect(smallest(report.cases)).toEqual([["listBookings", { cabin: "hill" }]]);
  });

  test("accepts an invalid parameter beside another one", async () => {
    const { report } = await explore(
      {
        respond: async (request, next, { operation }) => {
          const query = new URLSearchParams(request.query);
          if (operation === "listBookings" && query.has("cabin")) query.delete("page");
          return next({ ...request, query });
        },
      },
      { only: [`listBookings › ${REQUESTS}`] },
    );
    const found = failedCases(report.cases).map(({ replay }) => replay?.requests[0]);
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) {
      expect(Object.keys(asObject(each?.parameters?.query)).toSorted()).toEqual(["cabin", "page"]);
      expect(each?.violations?.map(({ what }) => what)).toEqual([expect.stringMatching(/^page /)]);
    }
  });

  test("fails for a resource with a certain history", async () => {
    const changed = new Set<string>();
    const { report } = await explore(
      {
        respond: async (request, next, { operation }) => {
          const response = await next();
          if (operation === "updateBooking" && isSuccess(response)) changed.add(request.path);
          return operation === "deleteBooking" && changed.has(request.path)
            ? json(500, { message: "Oops." })
            : response;
        },
      },
      { only: [`createBooking › ${SEQUENCES}`], explore: { requests: 250 } },
    );
    const requests = failedCases(report.cases)[0]?.replay?.requests ?? [];
    expect(requests.map(({ operation }) => operation)).toEqual(["createBooking", "updateBooking", "deleteBooking"]);
    expect(requests[2]?.parameters).toEqual({ path: { bookingId: "{created}" } });
  });
});
