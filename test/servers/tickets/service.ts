import { asObject, type JsonObject } from "#openapi/document/document.js";
import type { Subject } from "../run.js";
import { empty, json, type ReadRequest, Rejection, type ServedResponse, type Service } from "../service.js";

/** The data of a server of tickets.yaml. */
export interface TicketsState {
  tickets: Map<number, JsonObject>;
  agents: JsonObject[];
  events: JsonObject[];
  last: number;
}

const TOKEN = "tickets-token-0815";

/** An error of tickets.yaml. */
export function ticketError(status: number, code: string): ServedResponse {
  return json(status, { code });
}

function seed(): TicketsState {
  const numbers = Array.from({ length: 14 }, (_, index) => index + 1);
  return {
    tickets: new Map(numbers.map((id) => [id, { id, subject: `Ticket ${id}` }])),
    agents: numbers.slice(0, 9).map((number) => ({ name: `agent-${number}`, team: number % 2 ? "north" : "south" })),
    events: numbers.slice(0, 7).map((number) => ({ id: `ev${number}` })),
    last: numbers.length,
  };
}

function found({ path }: ReadRequest, { tickets }: TicketsState): JsonObject {
  const ticket = tickets.get(Number(path.ticket_id));
  if (!ticket) throw new Rejection(404, "unknown");
  return ticket;
}

function foundAgent({ path }: ReadRequest, { agents }: TicketsState): JsonObject {
  const agent = agents.find(({ name }) => name === path.name);
  if (!agent) throw new Rejection(404, "unknown");
  return agent;
}

const TICKETS: Service<TicketsState> = {
  file: "tickets/tickets.yaml",
  createState: seed,
  isAuthorized: (_, { headers }) => headers["x-token"] === TOKEN,
  reject: ticketError,
  handlers: {
    listTickets({ query }, { tickets }) {
      const { cursor = btoa("0"), page_size = 10 } = query;
      const start = /^[\w+/]+={0,2}$/.test(String(cursor)) ? Number(atob(String(cursor))) : Number.NaN;
      if (Number.isNaN(start)) return ticketError(400, "cursor");
      const all = [...tickets.values()];
      const end = start + Number(page_size);
      const meta = { next_cursor: end < all.length ? btoa(String(end)) : null };
      return json(200, { data: all.slice(start, end), meta });
    },
    openTicket({ body }, state) {
      state.last += 1;
      state.tickets.set(state.last, { id: state.last, subject: asObject(body).subject ?? "" });
      return empty(201, { Location: `/tickets/${state.last}` });
    },
    getTicket: (request, state) => json(200, { data: found(request, state) }),
    editTicket(request, state) {
      const ticket = found(request, state);
      state.tickets.set(Number(ticket.id), { ...ticket, subject: asObject(request.body).subject ?? "" });
      return empty(204);
    },
    closeTicket(request, state) {
      state.tickets.delete(Number(found(request, state).id));
      return empty(204);
    },
    listAgents({ query }, { agents }) {
      const { offset = 0, limit = 5 } = query;
      return json(200, agents.slice(Number(offset), Number(offset) + Number(limit)));
    },
    getAgent: (request, state) => json(200, foundAgent(request, state)),
    getSchedule: (request, state) => json(200, { hours: String(foundAgent(request, state).name).length }),
    listEvents(_, { events }, { query }) {
      const start = Number(query.get("from") ?? 0);
      const more = start + 3 < events.length;
      const link: Record<string, string> = more ? { Link: `</events?from=${start + 3}>; rel="next"` } : {};
      return json(200, { events: events.slice(start, start + 3) }, link);
    },
  },
};

export const tickets: Subject<TicketsState> = { service: TICKETS, key: TOKEN, values: {}, settle: 300 };
