import { beforeAll, describe, expect, test } from "vitest";
import type { Overlay } from "#openapi/overlay/overlay.js";
import { CABINS_FAULTS } from "./cabins/faults.js";
import { type CabinsState, cabins } from "./cabins/service.js";
import { createRunner, type Subject } from "./run.js";
import type { Variation } from "./service.js";
import { TICKETS_FAULTS } from "./tickets/faults.js";
import { type TicketsState, tickets } from "./tickets/service.js";

const PLAIN = { title: "has no variation" };

async function overlayOf<State>(subject: Subject<State>): Promise<Overlay> {
  const { overlay } = await (await createRunner(subject))(PLAIN);
  if (!overlay) throw new Error("The run suggests no overlay.");
  return overlay;
}

/** The overlay that a run suggests, and runs with it. Each document is compiled once for all tests. */
async function suggestionFor<State>(subject: Subject<State>) {
  const overlay = await overlayOf(subject);
  return { overlay, run: await createRunner(subject, overlay) };
}

let ofCabins: Awaited<ReturnType<typeof suggestionFor<CabinsState>>>;
let ofTickets: Awaited<ReturnType<typeof suggestionFor<TicketsState>>>;
beforeAll(async () => {
  ofCabins = await suggestionFor(cabins);
  ofTickets = await suggestionFor(tickets);
});

function faultOf<State>(faults: readonly Variation<State>[], title: string): Variation<State> {
  const fault = faults.find((each) => each.title === title);
  if (!fault?.warns) throw new Error(`${title} is not a fault that warns.`);
  return fault;
}

test("the suggested overlay of cabins.yaml states the identifiers, the links and the numbers of pages that held", async () => {
  const { actions } = ofCabins.overlay;
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
  const { actions } = ofTickets.overlay;
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
    for (const run of [await ofCabins.run(PLAIN), await ofTickets.run(PLAIN)]) {
      expect(run.findings).toEqual([]);
    }
  });

  test.each(["shows the next booking for every id", "forgets the keys of bookings", "ignores the page"])(
    "a server has a failed test case if it %s",
    async (title) => {
      const { findings } = await ofCabins.run(faultOf(CABINS_FAULTS, title));
      expect(findings).not.toEqual([]);
    },
  );

  test.each(["ignores the cursor", "does not find agents that it lists"])(
    "a server has a failed test case if it %s",
    async (title) => {
      const { findings } = await ofTickets.run(faultOf(TICKETS_FAULTS, title));
      expect(findings).not.toEqual([]);
    },
  );
});
