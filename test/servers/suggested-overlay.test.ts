import { describe, expect, test } from "vitest";
import { CABINS_FAULTS } from "./cabins/faults.js";
import { cabins } from "./cabins/service.js";
import { createRunner, type Subject } from "./run.js";
import type { Variation } from "./service.js";
import { TICKETS_FAULTS } from "./tickets/faults.js";
import { tickets } from "./tickets/service.js";

const PLAIN = { title: "has no variation" };

async function overlayOf<State>(subject: Subject<State>) {
  const { overlay } = await (await createRunner(subject))(PLAIN);
  if (!overlay) throw new Error("The run suggests no overlay.");
  return overlay;
}

async function runWithOverlay<State>(subject: Subject<State>, variation: Variation<State>) {
  return (await createRunner(subject, await overlayOf(subject)))(variation);
}

function faultOf<State>(faults: readonly Variation<State>[], title: string): Variation<State> {
  const fault = faults.find((each) => each.title === title);
  if (!fault?.warns) throw new Error(`${title} is not a fault that warns.`);
  return fault;
}

test("the suggested overlay of cabins.yaml states the identifiers, the links and the numbers of pages that held", async () => {
  const { actions } = await overlayOf(cabins);
  const link = (operationId: string, parameters: object) => ({ links: { [operationId]: { operationId, parameters } } });
  expect(actions.map(({ target, update }) => [target, update])).toEqual([
    // Several operations share the parameter bookingId, and not all of them return it.
    ["$.components.responses.Booking", link("retrieveBooking", { bookingId: "$response.body#/id" })],
    ["$.paths['/bookings/{bookingId}/keys/{keyId}'].parameters[1]", { "x-identifies": ["/id"] }],
    [
      "$.components.responses.Key",
      link("retrieveKey", { bookingId: "$request.path.bookingId", keyId: "$response.body#/id" }),
    ],
    [
      "$.paths['/bookings'].get",
      {
        "x-numbered-pages": { items: "/bookings", pageSize: "limit", parameter: "page", counts: "pages", first: 1 },
      },
    ],
  ]);
});

test("the suggested overlay of tickets.yaml states the identifiers, the cursor and the offset that held", async () => {
  const { actions } = await overlayOf(tickets);
  const forward = { parameter: "cursor", body: "/meta/next_cursor" };
  expect(actions.map(({ target, update }) => [target, update])).toEqual([
    ["$.paths['/tickets/{ticket_id}'].parameters[0]", { "x-identifies": ["/data/id"] }],
    ["$.paths['/agents/{name}'].parameters[0]", { "x-identifies": ["/name"] }],
    ["$.paths['/tickets'].get", { "x-pagination": { items: "/data", pageSize: "page_size", forward } }],
    [
      "$.paths['/agents'].get",
      { "x-numbered-pages": { items: "", pageSize: "limit", parameter: "offset", counts: "items" } },
    ],
  ]);
});

describe("with the suggested overlay", () => {
  test("a server that breaks nothing has no failure", async () => {
    for (const run of [await runWithOverlay(cabins, PLAIN), await runWithOverlay(tickets, PLAIN)]) {
      expect(run.findings).toEqual([]);
    }
  });

  test.each(["shows the next booking for every id", "forgets the keys of bookings", "ignores the page"])(
    "a server has a failed test case if it %s",
    async (title) => {
      const { findings } = await runWithOverlay(cabins, faultOf(CABINS_FAULTS, title));
      expect(findings).not.toEqual([]);
    },
  );

  test.each(["ignores the cursor", "does not find agents that it lists"])(
    "a server has a failed test case if it %s",
    async (title) => {
      const { findings } = await runWithOverlay(tickets, faultOf(TICKETS_FAULTS, title));
      expect(findings).not.toEqual([]);
    },
  );
});
