import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { changeJson, inBodies, inValidRequests, isSuccess, jsonOf } from "../change.js";
import { empty, json, type Variation } from "../service.js";
import { type CabinsState, cabinError } from "./service.js";

const SINGLE = ["createBooking", "retrieveBooking", "replaceBooking", "updateBooking"];
const WRITES = ["createBooking", "replaceBooking", "updateBooking"];

/** The id of the booking in the path of a request. */
const idIn = (path: string) => path.split("/")[2] ?? "";

/** The bookings that a server marked as canceled. */
const canceled = new WeakMap<CabinsState, Set<string>>();

/** Servers with rules of their own, which cabins.yaml leaves open. */
export const CABINS_LEGAL_RULES: Variation<CabinsState>[] = [
  {
    title: "rejects a second booking of the same guest with 400",
    respond: async (request, next, { operation, state: { bookings }, violation }) => {
      const { guest } = asObject(jsonOf(request));
      const isKnown = [...bookings.values()].some((each) => each.guest === guest);
      return operation === "createBooking" && isKnown && !(await violation()) ? cabinError(400, "Twice.") : next();
    },
  },
  {
    title: "rejects changes and replacements without If-Match with 400",
    respond: async (request, next, { operation = "", violation }) =>
      /^(update|replace)Booking$/.test(operation) && !request.headers["if-match"] && !(await violation())
        ? cabinError(400, "If-Match is missing.")
        : next(),
  },
  {
    title: "rejects names that are not ASCII, and notes with digits, with 400",
    respond: async (request, next, { operation = "", violation }) => {
      const { guest, note } = asObject(jsonOf(request));
      const isOdd = /[^\x20-\x7e]/.test(String(guest ?? "")) || /\d/.test(String(note ?? ""));
      return WRITES.includes(operation) && isOdd && !(await violation()) ? cabinError(400, "Letters only.") : next();
    },
  },
  {
    title: "writes names in small letters, and trims notes",
    respond: inValidRequests(WRITES, (body) => ({
      ...body,
      ...(typeof body.guest === "string" ? { guest: body.guest.toLowerCase().trim() || "-" } : {}),
      ...(typeof body.note === "string" ? { note: body.note.trim() || "-" } : {}),
    })),
  },
  {
    title: "writes ids in capitals",
    respond: (request, next, context) => {
      const [, collection = "", id, ...rest] = request.path.split("/");
      const path = ["", collection, ...(id === undefined ? [] : [id.toLowerCase()]), ...rest].join("/");
      const capitals = inBodies(SINGLE, (body) => ({ ...body, id: String(body.id).toUpperCase() }));
      return capitals(request, () => next({ ...request, path }), context);
    },
  },
  {
    title: "counts how often a booking was retrieved, and calls each retrieval an update",
    respond: async (request, next, { operation, state: { bookings }, count }) => {
      const booking = bookings.get(idIn(request.path));
      if (operation === "retrieveBooking" && booking) {
        bookings.set(String(booking.id), { ...booking, views: count, updatedAt: `2026-11-22T10:00:00.${count}Z` });
      }
      return next();
    },
  },
  {
    title: "shows and lists a deleted booking as canceled",
    respond: async (request, next, { operation, state }) => {
      const ids = canceled.get(state) ?? new Set();
      canceled.set(state, ids);
      const before = new Map(state.bookings);
      const response = await next();
      if (operation === "deleteBooking" && isSuccess(response)) {
        state.bookings = before;
        ids.add(idIn(request.path));
      }
      return changeJson(response, (body) => {
        const marked = (each: JsonObject) => (ids.has(String(each.id)) ? { ...each, canceled: true } : each);
        if (operation === "listBookings")
          return { ...asObject(body), bookings: asList(asObject(body).bookings).map((each) => marked(asObject(each))) };
        return operation === "retrieveBooking" ? marked(asObject(body)) : body;
      });
    },
  },
  {
    title: "adds one key to a booking, and rejects a second one with 400",
    respond: async (request, next, { operation, state: { keys }, violation }) =>
      operation === "addKey" && (keys.get(idIn(request.path)) ?? []).length > 0 && !(await violation())
        ? cabinError(400, "It has a key.")
        : next(),
  },
  {
    title: "rejects changes of a paid booking, and a second payment, with 400",
    respond: async (request, next, { operation = "", state: { payments }, violation }) =>
      /^(update|replace|pay)Booking$/.test(operation) && payments.has(idIn(request.path)) && !(await violation())
        ? cabinError(400, "It is paid.")
        : next(),
  },
  {
    title: "accepts one change of each booking only",
    respond: async (request, next, { operation = "", memory, violation }) => {
      if (!/^(update|replace)Booking$/.test(operation) || (await violation())) return next();
      if (memory.has(request.path)) return cabinError(400, "It was changed before.");
      memory.set(request.path, 1);
      return next();
    },
  },
  {
    title: "shows the initials of guests only",
    respond: inBodies(["retrieveBooking"], (body) => ({ ...body, guest: `${String(body.guest).slice(0, 1)}.` })),
  },
  {
    title: "moves a new booking to the cabin on the hill",
    respond: inValidRequests(["createBooking", "replaceBooking"], (body) => ({ ...body, cabin: "hill" })),
  },
  {
    title: "lists the bookings that were changed last first",
    respond: (_, next, { state }) => {
      const all = [...state.bookings].toSorted(([, one], [, other]) =>
        String(other.updatedAt).localeCompare(String(one.updatedAt)),
      );
      state.bookings = new Map(all);
      return next();
    },
  },
  {
    title: "does not find the keys of bookings without one",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "listKeys" && response.body === "[]" ? cabinError(404, "No keys.") : response;
    },
  },
  {
    title: "shows a payment 300 ms later",
    respond: (request, next, { operation, memory }) => {
      const id = idIn(request.path);
      if (operation === "payBooking") memory.set(id, Date.now() + 300);
      const isEarly = operation === "retrievePayment" && (memory.get(id) ?? 0) > Date.now();
      return isEarly ? cabinError(404, "Not yet.") : next();
    },
    waits: true,
  },
  {
    title: "responds to each fortieth request with 503 and Retry-After",
    respond: (_, next, { count }) => (count % 40 === 0 ? empty(503, { "Retry-After": "1" }) : next()),
    waits: true,
  },
  {
    title: "rejects the deletion of every booking with 409, because it keeps records",
    respond: async (_, next, { operation, state }) => {
      const before = new Map(state.bookings);
      const response = await next();
      if (operation !== "deleteBooking" || !isSuccess(response)) return response;
      state.bookings = before;
      return cabinError(409, "Records are kept.");
    },
  },
  {
    title: "archives a booking that is changed, and finds it no longer",
    respond: async (request, next, { operation, state: { bookings } }) => {
      const response = await next();
      if (operation === "updateBooking" && isSuccess(response)) bookings.delete(idIn(request.path));
      return response;
    },
    waits: true,
  },
  {
    title: "sends bookings with a charset, an ETag and further fields",
    respond: async (_, next, { operation = "" }) => {
      const response = await next();
      if (!SINGLE.includes(operation) || !isSuccess(response)) return response;
      const body = { ...asObject(jsonOf(response)), links: [{ rel: "self" }], owner: null };
      return json(response.status, body, { "Content-Type": "application/json; charset=utf-8", ETag: '"1"' });
    },
  },
];
