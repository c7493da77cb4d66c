import { toValidBodies, toValidQueries } from "../accepted-values.js";
import { accepts, failsAt } from "../faults-of-requests.js";
import { empty, type Variation } from "../service.js";
import { ticketError } from "./service.js";

const FAILURE = ticketError(500, "ERR_INTERNAL");
const open = { operation: "openTicket", kind: "body" } as const;
const edit = { operation: "editTicket", kind: "body" } as const;

/** Servers that accept what tickets.yaml forbids, or fail where it allows or rejects something. */
export const TICKETS_REQUEST_FAULTS: Variation<unknown>[] = [
  // Validation.
  accepts("a ticket without a subject", { ...open, keyword: "required" }),
  accepts("a ticket with an empty subject", { ...open, keyword: "minLength" }),
  accepts("a ticket whose subject is too long", { ...open, keyword: "maxLength" }),
  accepts("a number as the subject of a ticket", { ...open, place: "/subject", keyword: "type" }),
  accepts("a ticket without a body", { operation: "openTicket", kind: "missingBody" }),
  accepts("a change without a subject", { ...edit, keyword: "required" }),
  accepts("a change to an empty subject", { ...edit, keyword: "minLength" }),
  accepts("a change to a subject that is too long", { ...edit, keyword: "maxLength" }),
  accepts("an offset below zero", { operation: "listAgents", place: "offset", keyword: "minimum" }),
  accepts("a word as the page size", { operation: "listTickets", place: "page_size", keyword: "type" }),
  accepts("a page size of zero", { operation: "listTickets", place: "page_size", keyword: "minimum" }),
  accepts("a limit of zero agents", { operation: "listAgents", place: "limit", keyword: "minimum" }),
  // Keys.
  accepts("every request without looking at the token", { kind: "credentials" }),
  accepts("requests for schedules without a valid token", { operation: "getSchedule", kind: "credentials" }),
  accepts("changes without a valid token", { operation: "editTicket", kind: "credentials" }),
  accepts("new tickets without a valid token", { operation: "openTicket", kind: "credentials" }),
  accepts("closing without a valid token", { operation: "closeTicket", kind: "credentials" }),
  {
    title: "accepts any token",
    respond: (request, next) =>
      next(
        request.headers["x-token"]
          ? { ...request, headers: { ...request.headers, "x-token": "tickets-token-0815" } }
          : request,
      ),
  },
  // Server errors.
  failsAt("a number of a ticket that is a word", { kind: "parameter", place: "ticket_id" }, FAILURE),
  failsAt("malformed JSON", { kind: "syntax" }, FAILURE),
  failsAt("a missing body", { kind: "missingBody" }, empty(500)),
  failsAt("a wrong token", { kind: "credentials" }, empty(502)),
  failsAt("an offset out of range", { kind: "parameter", place: "offset" }, FAILURE),
  toValidBodies("fails for subjects that are not ASCII", "openTicket", ({ subject }) => !isAscii(subject), FAILURE),
  toValidBodies("fails for a subject of one letter", "openTicket", ({ subject }) => `${subject}`.length === 1, FAILURE),
  toValidBodies(
    "fails for a change to the longest subject",
    "editTicket",
    ({ subject }) => `${subject}`.length > 70,
    FAILURE,
  ),
  toValidQueries("fails for the largest page of agents", "listAgents", (query) => query.get("limit") === "20", FAILURE),
  toValidQueries("fails for one ticket on a page", "listTickets", (query) => query.get("page_size") === "1", FAILURE),
  toValidQueries(
    "fails for an offset after the end",
    "listAgents",
    (query) => Number(query.get("offset") ?? 0) >= 9,
    FAILURE,
  ),
  {
    title: "responds with 500 to numbers of more than 32 bits",
    respond: async (request, next, { violation }) => {
      const number = Number(/^\/tickets\/(\d+)$/.exec(request.path)?.[1] ?? 0);
      return number > 2 ** 31 - 1 && !(await violation()) ? FAILURE : next();
    },
  },
  {
    title: "responds with 500 to unknown agents",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "getAgent" && response.status === 404 ? FAILURE : response;
    },
  },
  {
    title: "responds with 500 to a ticket that was closed",
    respond: async (_, next, { operation = "", violation }) => {
      const response = await next();
      return operation === "closeTicket" && response.status === 404 && !(await violation()) ? FAILURE : response;
    },
  },
];

function isAscii(text: unknown): boolean {
  return [...String(text)].every((each) => each < "\u0080");
}
