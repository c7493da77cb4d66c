import { inBodies, inSuccesses, inValidQuery } from "../change.js";
import type { Variation } from "../service.js";
import { TICKETS_LEGAL_RULES } from "./legal-rules.js";
import { type TicketsState, ticketError } from "./service.js";

/** Servers that break no statement of tickets.yaml. */
export const TICKETS_LEGAL: Variation<TicketsState>[] = [
  { title: "follows its document in the plainest way" },
  {
    title: "has absolute addresses with another host in Location and Link",
    respond: async (_, next) => {
      const response = await next();
      const { Location, Link } = response.headers;
      const headers = { ...response.headers };
      if (Location) headers.Location = `https://tickets.example.com/v1${Location}?lang=en`;
      if (Link) headers.Link = `</events>; rel="first", ${Link.replace("</", "<https://tickets.example.com/v1/")}`;
      return { ...response, headers };
    },
  },
  {
    title: "announces one empty page at the end",
    respond: async (request, next, context) =>
      inBodies(["listTickets"], (body) =>
        Array.isArray(body.data) && body.data.length > 0
          ? {
              ...body,
              meta: {
                next_cursor: btoa(String(Number(atob(request.query.get("cursor") ?? btoa("0"))) + body.data.length)),
              },
            }
          : body,
      )(request, next, context),
  },
  {
    title: "lists the newest ticket first, which moves when others open tickets",
    respond: (_, next, { state, count }) => {
      const id = 1000 + count;
      if (count % 2) state.tickets = new Map([[id, { id, subject: "Other" }], ...state.tickets]);
      return next();
    },
  },
  {
    title: "has at most two agents on a page",
    respond: inValidQuery("listAgents", (query) => {
      if (Number(query.get("limit") ?? 5) > 2) query.set("limit", "2");
    }),
  },
  {
    title: "has schedules of some agents only",
    respond: (request, next, { operation }) =>
      operation === "getSchedule" && !request.path.includes("agent-9") ? ticketError(404, "unknown") : next(),
  },
  {
    title: "finds agents by their number, which it does not list",
    respond: (request, next, { operation }) =>
      operation === "getAgent" && /agent/.test(request.path) ? ticketError(404, "unknown") : next(),
  },
  {
    title: "sends no Link, and all events on one page",
    respond: inSuccesses(["listEvents"], ({ headers: { Link: _, ...headers }, ...response }) => ({
      ...response,
      headers,
    })),
  },
  {
    title: "has no tickets, agents and events",
    prepare: (state) => {
      state.tickets.clear();
      state.agents = [];
      state.events = [];
    },
  },
  ...TICKETS_LEGAL_RULES,
];
