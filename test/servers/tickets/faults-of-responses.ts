import { asList, asObject } from "#openapi/document/document.js";
import { changeJson, inBodies, inSuccesses, without } from "../change.js";
import { sends } from "../faults-of-requests.js";
import { empty, json, type ServedResponse, type Variation } from "../service.js";

const inJson = (change: (body: unknown) => object) => (response: ServedResponse) =>
  changeJson(response, (each) => asObject(JSON.parse(JSON.stringify(change(each)))));

/** Servers that send what tickets.yaml does not describe. */
export const TICKETS_RESPONSE_FAULTS: Variation<unknown>[] = [
  sends("the number of a ticket as a text", "getTicket", (response) =>
    changeJson(response, (each) => {
      const { id, ...ticket } = asObject(asObject(each).data);
      return { data: { ...ticket, id: String(id) } };
    }),
  ),
  sends("a ticket without its envelope", "getTicket", (response) =>
    changeJson(response, (each) => asObject(each).data ?? null),
  ),
  { title: "sends pages without meta", respond: inBodies(["listTickets"], (each) => without(each, "meta")) },
  {
    title: "sends the next cursor as a number",
    respond: inBodies(["listTickets"], (each) => {
      const { next_cursor } = asObject(each.meta);
      return { ...each, meta: { next_cursor: typeof next_cursor === "string" ? Number(atob(next_cursor)) : null } };
    }),
  },
  {
    title: "sends a list of tickets in which one has no subject",
    respond: inBodies(["listTickets"], (each) => ({
      ...each,
      data: asList(each.data).map((ticket, at) => (at === 3 ? without(asObject(ticket), "subject") : ticket)),
    })),
  },
  sends("null in place of no agents", "listAgents", (response) =>
    response.body === "[]" ? { ...response, body: "null" } : response,
  ),
  sends("agents in an envelope", "listAgents", (response) => changeJson(response, (agents) => ({ agents }))),
  sends(
    "null as the team of an agent",
    "getAgent",
    inJson((each) => ({ ...asObject(JSON.parse(JSON.stringify(each))), team: null })),
  ),
  sends(
    "the hours of a schedule as a fraction",
    "getSchedule",
    inJson(() => ({ hours: 7.5 })),
  ),
  sends("the ids of events as numbers", "listEvents", (response) =>
    changeJson(response, (each) => ({
      events: asList(asObject(each).events).map((event) => ({ id: Number(String(asObject(event).id).slice(2)) })),
    })),
  ),
  // Statuses, headers and media types.
  sends("no Location", "openTicket", () => empty(201)),
  sends("200 for an opened ticket", "openTicket", (response) => ({ ...response, status: 200 })),
  sends("200 and a ticket for a change", "editTicket", () => json(200, { data: { id: 1, subject: "Changed" } })),
  sends("200 for a closed ticket", "closeTicket", () => empty(200)),
  sends("agents as text/plain", "getAgent", (response) => ({ ...response, headers: { "Content-Type": "text/plain" } })),
  sends("tickets without a media type", "listTickets", (response) => ({ ...response, headers: {} })),
  sends("events that are cut off", "listEvents", (response) => ({
    ...response,
    body: String(response.body).slice(0, -2),
  })),
  {
    title: "sends null with 200 for an unknown ticket",
    respond: async (_, next, { operation, violation }) => {
      const response = await next();
      const isUnknown = operation === "getTicket" && response.status === 404 && !(await violation());
      return isUnknown ? json(200, { data: null }) : response;
    },
  },
  {
    title: "sends errors without a code",
    respond: async (_, next) => {
      const response = await next();
      return response.status === 404 ? json(404, { error: "unknown" }) : response;
    },
  },
  {
    title: "sends errors as pages",
    respond: async (_, next) => {
      const response = await next();
      const headers = { "Content-Type": "text/html" };
      return response.status === 404 ? { status: 404, headers, body: "<h1>404</h1>" } : response;
    },
  },
  { title: "responds to every agent with 204", respond: inSuccesses(["getAgent"], () => empty(204)) },
];
