import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { changeJson, inItems, inSuccesses, inValidQuery, jsonOf } from "../change.js";
import { empty, json, type Variation } from "../service.js";
import { CABINS_REQUEST_FAULTS } from "./faults-of-requests.js";
import { CABINS_RESPONSE_FAULTS } from "./faults-of-responses.js";
import { type CabinsState, cabinError } from "./service.js";

/** Restores the bookings after an operation that should change them. */
function without(operation: string): NonNullable<Variation<CabinsState>["respond"]> {
  return async (_, next, context) => {
    const before = [...context.state.bookings];
    const response = await next();
    if (context.operation === operation && response.status < 300) context.state.bookings = new Map(before);
    return response;
  };
}

/** The n-th booking of a server. */
function nth({ bookings }: CabinsState, index: number): JsonObject {
  return [...bookings.values()].at(index) ?? {};
}

const isPaged = (query: URLSearchParams) => Number(query.get("page") ?? 1) > 1;

/** Servers that each break a relation that cabins.yaml implies. */
const RELATION_FAULTS: Variation<CabinsState>[] = [
  // Life cycles.
  { title: "forgets created bookings", respond: without("createBooking") },
  { title: "forgets changes of bookings", respond: without("updateBooking") },
  { title: "forgets replacements of bookings", respond: without("replaceBooking") },
  { title: "deletes nothing", respond: without("deleteBooking") },
  {
    title: "does not list created bookings",
    warns: true,
    respond: inItems("listBookings", "bookings", (items) =>
      items.filter(({ id }) => String(id).startsWith("7c1f0e5a")),
    ),
  },
  {
    title: "shows the next booking for every id",
    warns: true,
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      const ids = [...state.bookings.keys()];
      const index = ids.indexOf(String(asObject(jsonOf(response)).id));
      const isShown = operation === "retrieveBooking" && response.status === 200;
      return isShown ? json(200, nth(state, (index + 1) % ids.length)) : response;
    },
  },
  {
    title: "shows the first booking for the id of the tenth",
    respond: async (request, next, { operation, state }) => {
      const isTenth = request.path.endsWith(String(nth(state, 9).id));
      return operation === "retrieveBooking" && isTenth ? json(200, nth(state, 0)) : next();
    },
  },
  {
    title: "does not find the first booking of its list",
    respond: (request, next, { operation, state }) =>
      operation === "retrieveBooking" && request.path.endsWith(String(nth(state, 0).id))
        ? cabinError(404, "No.")
        : next(),
  },
  {
    title: "removes the note when the guests are changed",
    warns: true,
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      const { note, ...booking } = state.bookings.get(request.path.split("/")[2] ?? "") ?? {};
      const isNoted = note !== undefined && asObject(jsonOf(request)).note === undefined;
      if (operation === "updateBooking" && response.status === 200 && isNoted) {
        state.bookings.set(String(booking.id), booking);
      }
      return response;
    },
  },
  {
    title: "keeps the note of a booking that is replaced by one without a note",
    warns: true,
    respond: async (request, next, { operation, state }) => {
      const id = request.path.split("/")[2] ?? "";
      const { note } = state.bookings.get(id) ?? {};
      const response = await next();
      const booking = state.bookings.get(id);
      if (operation === "replaceBooking" && response.status === 200 && booking && note !== undefined) {
        state.bookings.set(id, { note, ...booking });
      }
      return response;
    },
  },
  {
    title: "deletes a booking that is already deleted",
    respond: async (_, next, { operation, violation }) => {
      const response = await next();
      const isUnknown = operation === "deleteBooking" && response.status === 404;
      return isUnknown && !(await violation()) ? empty(204) : response;
    },
  },
  // Nested paths.
  {
    title: "forgets payments",
    warns: true,
    respond: async (_, next, { operation, state: { payments } }) => {
      const response = await next();
      if (operation === "payBooking") payments.clear();
      return response;
    },
  },
  {
    title: "does not find created bookings for payments",
    warns: true,
    respond: (request, next, { operation }) =>
      operation === "payBooking" && !request.path.includes("/7c1f0e5a") ? cabinError(404, "No.") : next(),
  },
  {
    title: "forgets the keys of bookings",
    warns: true,
    respond: async (_, next, { operation, state: { keys } }) => {
      const response = await next();
      if (operation === "addKey") keys.clear();
      return response;
    },
  },
  {
    title: "deletes no key",
    respond: async (_, next, { operation, state }) => {
      const before = [...state.keys];
      const response = await next();
      if (operation === "deleteKey") state.keys = new Map(before);
      return response;
    },
  },
  // Pages and filters.
  { title: "ignores the page", warns: true, respond: inValidQuery("listBookings", (query) => query.delete("page")) },
  { title: "ignores the limit", warns: true, respond: inValidQuery("listBookings", (query) => query.delete("limit")) },
  { title: "ignores the cabin", warns: true, respond: inValidQuery("listBookings", (query) => query.delete("cabin")) },
  {
    title: "repeats the first booking on every page",
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      return operation === "listBookings" && response.status === 200 && isPaged(request.query)
        ? changeJson(response, (body) => {
            const bookings = asList(asObject(body).bookings);
            return { bookings: bookings.length === 0 ? [] : [nth(state, 0), ...bookings.slice(1)] };
          })
        : response;
    },
  },
  {
    title: "omits the first booking of every page but the first",
    respond: inSuccesses(["listBookings"], (response, { query }) =>
      changeJson(response, (body) => ({ bookings: asList(asObject(body).bookings).slice(isPaged(query) ? 1 : 0) })),
    ),
  },
  {
    title: "begins with the second page",
    respond: inValidQuery("listBookings", (query) => query.set("page", String(Number(query.get("page") ?? 1) + 1))),
  },
  {
    title: "omits the last page if it is not full",
    respond: inSuccesses(["listBookings"], (response, { query }) =>
      changeJson(response, (body) => {
        const bookings = asList(asObject(body).bookings);
        return { bookings: bookings.length < Number(query.get("limit") ?? 10) ? [] : bookings };
      }),
    ),
  },
  {
    title: "lists one booking more than the limit",
    warns: true,
    respond: inValidQuery("listBookings", (query) => query.set("limit", String(Number(query.get("limit") ?? 10) + 1))),
  },
  {
    title: "skips five bookings a page, whatever the limit",
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      if (operation !== "listBookings" || response.status !== 200 || request.query.has("cabin")) return response;
      const start = (Number(request.query.get("page") ?? 1) - 1) * 5;
      const end = start + Number(request.query.get("limit") ?? 10);
      return json(200, { bookings: [...state.bookings.values()].slice(start, end) });
    },
  },
  // Stale and lost data.
  {
    title: "shows each booking as it was when it was first retrieved",
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      if (operation !== "retrieveBooking" || response.status !== 200) return response;
      const { shown } = caches.get(state) ?? { shown: new Map<string, string>() };
      caches.set(state, { shown });
      const body = shown.get(request.path) ?? String(response.body);
      shown.set(request.path, body);
      return { ...response, body };
    },
  },
  {
    title: "still lists a deleted booking, which it does not find",
    warns: true,
    respond: async (request, next, { operation, state }) => {
      const deleted = state.bookings.get(request.path.split("/")[2] ?? "");
      const response = await next();
      const lists = ghosts.get(state) ?? [];
      ghosts.set(state, lists);
      if (operation === "deleteBooking" && response.status === 204 && deleted) lists.push(deleted);
      if (operation !== "listBookings" || response.status !== 200) return response;
      const isFirst = !isPaged(request.query) && !request.query.has("cabin");
      return changeJson(response, (body) => ({
        bookings: [...(isFirst ? lists : []), ...asList(asObject(body).bookings)],
      }));
    },
  },
  {
    title: "does not store the cabin of a replacement",
    respond: async (request, next, { operation, state }) => {
      const id = request.path.split("/")[2] ?? "";
      const before = state.bookings.get(id);
      const response = await next();
      const after = state.bookings.get(id);
      if (operation === "replaceBooking" && response.status === 200 && before && after) {
        state.bookings.set(id, { ...after, cabin: before.cabin ?? "lake" });
      }
      return response;
    },
  },
  {
    title: "changes the booking before the requested one",
    respond: (request, next, { operation, state }) => {
      const ids = [...state.bookings.keys()];
      const index = ids.indexOf(request.path.split("/")[2] ?? "");
      const other = ids.at(index - 1) ?? "";
      const isChanged = operation === "updateBooking" && index > 0;
      return next(isChanged ? { ...request, path: `/bookings/${other}` } : request);
    },
  },
  {
    title: "stores every name as that of the first guest",
    warns: true,
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      const created = asObject(jsonOf(response));
      if (operation === "createBooking" && response.status === 201) {
        state.bookings.set(String(created.id), { ...created, guest: "Guest 0" });
      }
      return response;
    },
  },
  {
    title: "shows every key under every booking",
    warns: true,
    respond: async (request, next, { operation, state: { keys } }) => {
      const response = await next();
      const [, , , , id] = request.path.split("/");
      const found = [...keys.values()].flat().find((each) => String(each.id) === id);
      return operation === "retrieveKey" && response.status === 404 && found ? json(200, found) : response;
    },
  },
];

/** The bodies that a server keeps for later requests. */
const caches = new WeakMap<CabinsState, { shown: Map<string, string> }>();

/** The deleted bookings of a server. */
const ghosts = new WeakMap<CabinsState, JsonObject[]>();

/** Servers that each break one statement of cabins.yaml, or one relation that it implies. */
export const CABINS_FAULTS: Variation<CabinsState>[] = [
  ...RELATION_FAULTS,
  ...CABINS_REQUEST_FAULTS,
  ...CABINS_RESPONSE_FAULTS,
];
