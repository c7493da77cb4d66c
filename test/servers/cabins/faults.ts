import { asList, asObject, type JsonObject } from "../../../src/openapi/document.js";
import { changeJson, inItems, inSuccesses, inValidQuery, jsonOf } from "../change.js";
import { empty, json, type Variation } from "../service.js";
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
export const CABINS_FAULTS: Variation<CabinsState>[] = [
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
];
