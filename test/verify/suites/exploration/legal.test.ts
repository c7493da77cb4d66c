import { describe, expect, test } from "vitest";
import { asObject } from "#openapi/document/document.js";
import type { CabinsState } from "#test/servers/cabins/service.js";
import { jsonOf } from "#test/servers/change.js";
import { empty, json, type Variation } from "#test/servers/service.js";
import { explore, isForeign, REQUESTS } from "./explore-cabins.js";

describe("a server has no failure in an exploration if it", () => {
  const conflict = json(409, { message: "It exists." });
  const rows: [title: string, respond: NonNullable<Variation<CabinsState>["respond"]>][] = [
    ["follows its document", (_, next) => next()],
    ["limits the rate", (_, next, { count }) => (count % 40 === 39 ? empty(429, { "Retry-After": "0" }) : next())],
    ["responds with 429 to the end", (_, next, { count }) => (count > 60 ? empty(429) : next())],
    [
      "is not available for a moment",
      (_, next, { count }) => (count === 30 ? empty(503, { "Retry-After": "0" }) : next()),
    ],
    [
      "rejects combinations of documented values",
      (request, next) => ([...request.query].length > 1 ? json(400, { message: "Not together." }) : next()),
    ],
    [
      "rejects a documented value with 422",
      async (request, next) => (isForeign(asObject(jsonOf(request)).note) ? json(422, { message: "No." }) : next()),
    ],
    [
      "has room for one more booking only",
      (_, next, { operation, state }) =>
        operation === "createBooking" && state.bookings.size > 12 ? conflict : next(),
    ],
    ["deletes later", (_, next, { operation }) => (operation === "deleteBooking" ? empty(202) : next())],
    [
      "shows a created booking later",
      async (_, next, { operation, count }) => {
        const isLate = operation === "retrieveBooking" && count % 3 === 0;
        return isLate ? json(404, { message: "Not yet." }) : next();
      },
    ],
    [
      "shows other people's data to nobody",
      (_, next, { operation }) => {
        return operation === "retrieveBooking" ? json(403, { message: "Not yours." }) : next();
      },
    ],
  ];

  test.each(rows)("%s", async (_, respond) => {
    const { failures } = await explore({ respond }, { explore: { requests: 90 } });
    expect(failures).toEqual([]);
  });

  test("rejects one documented value, which is a warning", async () => {
    const { failures, warnings } = await explore(
      { respond: (request, next) => (request.query.has("page") ? json(400, { message: "No pages." }) : next()) },
      { only: [`listBookings › ${REQUESTS}`] },
    );
    expect(failures).toEqual([]);
    expect(warnings.join("\n")).toMatch(/400 "No pages.", although the document allows page /);
  });
});
