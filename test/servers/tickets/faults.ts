import { asList, asObject } from "#openapi/document/document.js";
import { changeJson, inBodies, inSuccesses, inValidQuery } from "../change.js";
import { empty, json, type Variation } from "../service.js";
import { TICKETS_REQUEST_FAULTS } from "./faults-of-requests.js";
import { TICKETS_RESPONSE_FAULTS } from "./faults-of-responses.js";
import { type TicketsState, ticketError } from "./service.js";

/** Restores the tickets after an operation that should change them. */
function without(operation: string): NonNullable<Variation<TicketsState>["respond"]> {
  return async (_, next, context) => {
    const before = [...context.state.tickets];
    const response = await next();
    if (context.operation === operation && response.status < 300) context.state.tickets = new Map(before);
    return response;
  };
}

/** Servers that each break a relation that tickets.yaml implies. */
const RELATION_FAULTS: Variation<TicketsState>[] = [
  { title: "forgets opened tickets, whose addresses it sends in Location", respond: without("openTicket") },
  { title: "forgets changes of tickets", respond: without("editTicket") },
  { title: "closes nothing", respond: without("closeTicket") },
  {
    title: "does not list opened tickets",
    warns: true,
    respond: inBodies(["listTickets"], (body) => ({
      ...body,
      data: asList(body.data).filter((each) => Number(asObject(each).id) <= 14),
    })),
  },
  {
    title: "sends the first ticket for every number that exists",
    respond: inSuccesses(["getTicket"], (response) =>
      changeJson(response, (body) => ({ data: { ...asObject(asObject(body).data), id: 1 } })),
    ),
  },
  {
    title: "fails with 500 for the schedule of an agent that exists",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "getSchedule" && response.status === 200 ? empty(500) : response;
    },
  },
  {
    title: "sends hours below the minimum in a schedule",
    respond: inBodies(["getSchedule"], (body) => ({ ...body, hours: -1 })),
  },
  { title: "ignores the cursor", warns: true, respond: inValidQuery("listTickets", (query) => query.delete("cursor")) },
  {
    title: "repeats a ticket after each cursor",
    respond: inValidQuery("listTickets", (query) => {
      const cursor = query.get("cursor");
      if (cursor) query.set("cursor", btoa(String(Number(atob(cursor)) - 1)));
    }),
  },
  {
    title: "omits a ticket after each cursor",
    respond: inValidQuery("listTickets", (query) => {
      const cursor = query.get("cursor");
      if (cursor) query.set("cursor", btoa(String(Number(atob(cursor)) + 1)));
    }),
  },
  {
    title: "announces further pages without end",
    respond: async (request, next, { operation }) => {
      const response = await next();
      if (operation !== "listTickets" || response.status !== 200) return response;
      const start = Number(atob(request.query.get("cursor") ?? btoa("0")));
      const next_cursor = btoa(String(start + Number(request.query.get("page_size") ?? 10)));
      return changeJson(response, (body) => ({ ...asObject(body), meta: { next_cursor } }));
    },
  },
  { title: "ignores the offset", warns: true, respond: inValidQuery("listAgents", (query) => query.delete("offset")) },
  {
    title: "begins each page of agents one too early",
    respond: inValidQuery("listAgents", (query) => {
      query.set("offset", String(Math.max(0, Number(query.get("offset") ?? 0) - 1)));
    }),
  },
  {
    title: "does not find agents that it lists",
    warns: true,
    respond: async (_, next, { operation }) => (operation === "getAgent" ? ticketError(404, "unknown") : next()),
  },
  {
    title: "leads each event page to the first one",
    warns: true,
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "listEvents" && response.headers.Link
        ? { ...response, headers: { ...response.headers, Link: '</events?from=0>; rel="next"' } }
        : response;
    },
  },
  {
    title: "repeats an event on the next page",
    respond: async (_, next, { operation }) => {
      const response = await next();
      const Link = response.headers.Link?.replace(/\d+/, (number) => String(Number(number) - 1));
      return operation === "listEvents" && Link ? { ...response, headers: { ...response.headers, Link } } : response;
    },
  },
  {
    title: "ends after the first page",
    warns: true,
    respond: inBodies(["listTickets"], (body) => ({ ...body, meta: { next_cursor: null } })),
  },
  {
    title: "lists one ticket more than the page size",
    warns: true,
    respond: inValidQuery("listTickets", (query) => {
      query.set("page_size", String(Number(query.get("page_size") ?? 10) + 1));
    }),
  },
  {
    title: "ignores the limit of agents",
    warns: true,
    respond: inValidQuery("listAgents", (query) => query.set("limit", "20")),
  },
  {
    title: "reads the offset as a page number",
    warns: true,
    respond: inValidQuery("listAgents", (query) => {
      query.set("offset", String(Number(query.get("offset") ?? 0) * Number(query.get("limit") ?? 5)));
    }),
  },
  {
    title: "omits an event between two pages",
    missed: "no other request shows the events, and no number says how many there are",
    respond: async (_, next, { operation }) => {
      const response = await next();
      const Link = response.headers.Link?.replace(/\d+/, (number) => String(Number(number) + 1));
      return operation === "listEvents" && Link ? { ...response, headers: { ...response.headers, Link } } : response;
    },
  },
  // Other tickets.
  {
    title: "sends the address of the ticket before in Location",
    warns: true,
    respond: inSuccesses(["openTicket"], ({ headers, ...response }) => ({
      ...response,
      headers: { ...headers, Location: `/tickets/${Number(headers.Location?.split("/")[2]) - 1}` },
    })),
  },
  {
    title: "sends an address in Location that leads to nothing",
    respond: inSuccesses(["openTicket"], ({ headers, ...response }) => ({
      ...response,
      headers: { ...headers, Location: `/tickets/${Number(headers.Location?.split("/")[2]) + 1}` },
    })),
  },
  {
    title: "changes the ticket before the requested one",
    respond: (request, next, { operation }) =>
      next(
        operation === "editTicket"
          ? { ...request, path: request.path.replace(/\d+$/, (id) => String(Math.max(1, Number(id) - 1))) }
          : request,
      ),
  },
  {
    title: "closes the first ticket in place of the requested one",
    respond: async (_, next, { operation, state }) => {
      const before = [...state.tickets];
      const response = await next();
      if (operation === "closeTicket" && response.status === 204) state.tickets = new Map(before.slice(1));
      return response;
    },
  },
  {
    title: "does not find opened tickets for changes",
    respond: (request, next, { operation }) =>
      operation === "editTicket" && Number(request.path.split("/")[2]) > 14 ? ticketError(404, "unknown") : next(),
  },
  {
    title: "stores the same subject for every ticket",
    warns: true,
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      if (operation === "openTicket") state.tickets.set(state.last, { id: state.last, subject: "Ticket" });
      return response;
    },
  },
  {
    title: "sends the first agent for every name that exists",
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      return operation === "getAgent" && response.status === 200 ? json(200, state.agents[0] ?? {}) : response;
    },
  },
  {
    title: "sends the first agent for unknown names",
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      return operation === "getAgent" && response.status === 404 ? json(200, state.agents[0] ?? {}) : response;
    },
  },
];

/** Servers that each break one statement of tickets.yaml, or one relation that it implies. */
export const TICKETS_FAULTS: Variation<TicketsState>[] = [
  ...RELATION_FAULTS,
  ...TICKETS_REQUEST_FAULTS,
  ...TICKETS_RESPONSE_FAULTS,
];
