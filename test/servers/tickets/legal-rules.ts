import { asList, asObject } from "#openapi/document/document.js";
import { changeJson, inBodies, inSuccesses, inValidQuery, inValidRequests, isSuccess, jsonOf } from "../change.js";
import { empty, json, type Variation } from "../service.js";
import { type TicketsState, ticketError } from "./service.js";

/** The number of the ticket in the path of a request. */
const numberIn = (path: string) => Number(path.split("/")[2] ?? 0);

/** Servers with rules of their own, which tickets.yaml leaves open. */
export const TICKETS_LEGAL_RULES: Variation<TicketsState>[] = [
  {
    title: "writes subjects in small letters, with the queue before them",
    respond: inValidRequests(["openTicket", "editTicket"], (body) => ({
      subject: `[help] ${String(body.subject).toLowerCase().trim()}`,
    })),
  },
  {
    title: "numbers new tickets from four quadrillions",
    prepare: (state) => {
      state.last = 4_000_000_000_000_000;
    },
  },
  {
    title: "still shows a closed ticket, with its state",
    respond: async (request, next, { operation, state, memory }) => {
      const ticket = state.tickets.get(numberIn(request.path));
      const response = await next();
      if (operation === "closeTicket" && response.status === 204 && ticket) {
        memory.set(String(ticket.id), 1);
        closed.set(state, new Map([...(closed.get(state) ?? []), [Number(ticket.id), String(ticket.subject)]]));
      }
      const subject = closed.get(state)?.get(numberIn(request.path));
      const isShown = operation === "getTicket" && response.status === 404 && subject !== undefined;
      return isShown ? json(200, { data: { id: numberIn(request.path), subject, state: "closed" } }) : response;
    },
  },
  {
    title: "has other cursors in each response",
    respond: async (request, next, { operation, count }) => {
      const query = new URLSearchParams(request.query);
      const cursor = query.get("cursor");
      if (operation === "listTickets" && cursor?.includes(".")) query.set("cursor", cursor.split(".")[0] ?? "");
      const response = await next({ ...request, query });
      if (operation !== "listTickets" || !isSuccess(response)) return response;
      return changeJson(response, (body) => {
        const { next_cursor } = asObject(asObject(body).meta);
        return { ...asObject(body), meta: { next_cursor: next_cursor ? `${String(next_cursor)}.${count}` : null } };
      });
    },
  },
  {
    title: "has at most five tickets on a page",
    respond: inValidQuery("listTickets", (query) => {
      if (Number(query.get("page_size") ?? 10) > 5) query.set("page_size", "5");
    }),
  },
  {
    title: "reads an unknown cursor as the beginning",
    respond: (request, next, { operation }) => {
      const query = new URLSearchParams(request.query);
      const isKnown = /^\d+$/.test(decodedCursor(query.get("cursor") ?? ""));
      if (operation === "listTickets" && query.get("cursor") && !isKnown) query.delete("cursor");
      return next({ ...request, query });
    },
  },
  {
    title: "shows changes and new tickets 150 ms later",
    respond: async (request, next, { operation, state }) => {
      const before = new Map(state.tickets);
      const response = await next();
      const isWrite = operation === "openTicket" || operation === "editTicket";
      if (!isWrite || !isSuccess(response)) return response;
      const id = operation === "openTicket" ? state.last : numberIn(request.path);
      const after = state.tickets.get(id);
      state.tickets = before;
      setTimeout(
        () => after && (operation === "openTicket" || state.tickets.has(id)) && state.tickets.set(id, after),
        150,
      );
      return response;
    },
    waits: true,
  },
  {
    title: "rejects a second ticket with the same subject with 409",
    respond: async (request, next, { operation, state: { tickets }, violation }) => {
      const { subject } = asObject(jsonOf(request));
      const isKnown = [...tickets.values()].some((each) => each.subject === subject);
      return operation === "openTicket" && isKnown && !(await violation()) ? ticketError(409, "twice") : next();
    },
  },
  {
    title: "rejects changes without If-Match with 428",
    respond: async (request, next, { operation, violation }) =>
      operation === "editTicket" && !request.headers["if-match"] && !(await violation())
        ? ticketError(428, "if-match")
        : next(),
  },
  {
    title: "rejects subjects that are not ASCII with 422",
    respond: async (request, next, { operation = "", violation }) =>
      /^(open|edit)Ticket$/.test(operation) &&
      /[^\x20-\x7e]/.test(String(asObject(jsonOf(request)).subject)) &&
      !(await violation())
        ? ticketError(422, "ascii")
        : next(),
  },
  {
    title: "rejects numbers of tickets above a million with 400",
    respond: (request, next, { operation = "" }) =>
      /Ticket$/.test(operation) && request.headers["x-token"] === "tickets-token-0815" && numberIn(request.path) > 1e6
        ? ticketError(400, "range")
        : next(),
  },
  {
    title: "lets agents change tickets alone, and rejects others with 403",
    respond: async (_, next, { operation, violation }) =>
      operation === "editTicket" && !(await violation()) ? ticketError(403, "agents only") : next(),
  },
  {
    title: "closes no ticket for this key, and responds with 403",
    respond: async (_, next, { operation, violation }) =>
      operation === "closeTicket" && !(await violation()) ? ticketError(403, "agents only") : next(),
  },
  {
    title: "closes a ticket with a delay, and rejects a second request with 409 meanwhile",
    respond: async (request, next, { operation, state, memory }) => {
      const id = numberIn(request.path);
      if (operation !== "closeTicket" || !state.tickets.has(id)) return next();
      if (memory.has(String(id))) return ticketError(409, "closing");
      const before = new Map(state.tickets);
      const response = await next();
      if (!isSuccess(response)) return response;
      memory.set(String(id), 1);
      state.tickets = before;
      setTimeout(() => state.tickets.delete(id), 100);
      return response;
    },
    waits: true,
  },
  {
    title: "finds agents in any case, and writes teams in capitals when an agent is retrieved",
    respond: inBodies(["getAgent"], (body) => ({ ...body, team: String(body.team).toUpperCase() })),
  },
  {
    title: "has addresses of the next page without a path",
    respond: inSuccesses(["listEvents"], ({ headers, ...response }) => ({
      ...response,
      headers: headers.Link ? { ...headers, Link: headers.Link.replace("/events", "") } : headers,
    })),
  },
  {
    title: "has the same ticket number for spam, which it shows as removed",
    respond: async (request, next, { operation, state: { tickets } }) => {
      const response = await next();
      const id = numberIn(request.path);
      if (operation === "editTicket" && isSuccess(response)) tickets.set(id, { id, subject: "Removed by a moderator" });
      return response;
    },
  },
  {
    title: "lists tickets in another order for each number of tickets",
    respond: inBodies(["listTickets"], (body) => ({ ...body, data: asList(body.data).toReversed() })),
  },
  {
    title: "responds to some requests with 429 and Retry-After",
    respond: (_, next, { count }) => (count % 50 === 30 ? empty(429, { "Retry-After": "1" }) : next()),
    waits: true,
  },
];

/** The closed tickets of a server: their subjects by number. */
const closed = new WeakMap<TicketsState, Map<number, string>>();

function decodedCursor(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return "";
  }
}
