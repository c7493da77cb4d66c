import { asList, asObject } from "#openapi/document/document.js";
import { toValidBodies, toValidQueries } from "../accepted-values.js";
import { changeJson, inBodies, inItems, inSuccesses, inValidQuery, jsonOf, within, without } from "../change.js";
import { accepts, failsAt, sends } from "../faults-of-requests.js";
import { empty, json, type Variation } from "../service.js";
import { type BookingsState, bookingId, problem } from "./service.js";

const FAILURE = problem(500, "TypeError: undefined is not a function");
const body = { operation: "createBooking", kind: "body" } as const;

/** Servers that each break one statement of bookings.yaml. */
export const BOOKINGS_FAULTS: Variation<BookingsState>[] = [
  // Requests that have to be rejected.
  accepts("a booking without its guest", { ...body, place: "", keyword: "required" }),
  accepts("a guest without a name or an email address", { ...body, place: "/guest", keyword: "required" }),
  accepts("more guests than the maximum", { ...body, place: "/guests", keyword: "maximum" }),
  accepts("fewer guests than the minimum", { ...body, place: "/guests", keyword: "minimum" }),
  accepts("a text as the number of guests", { ...body, place: "/guests", keyword: "type" }),
  accepts(
    "a room outside the enum",
    { ...body, place: "/room", keyword: "enum" },
    { ...body, place: "/room", keyword: "type" },
  ),
  accepts("an empty name", { ...body, place: "/guest/name", keyword: "minLength" }),
  accepts("notes that are too long", { ...body, place: "/notes", keyword: "maxLength" }),
  accepts("null as the guest", { ...body, place: "/guest", keyword: "type" }),
  accepts("a number as the website", { ...body, place: "/website", keyword: "type" }),
  accepts("a replacement without its required fields", {
    operation: "replaceBooking",
    kind: "body",
    keyword: "required",
  }),
  accepts("a change to a number of guests out of range", {
    operation: "updateBooking",
    kind: "body",
    place: "/guests",
  }),
  accepts("a number as the message of a confirmation", {
    operation: "confirmBooking",
    kind: "body",
    place: "/message",
  }),
  {
    title: "books a room without a body",
    respond: (request, next, { operation }) => {
      const guest = { name: "Ada Byron", email: "ada@example.com" };
      const booking = { guest, room: "garden", from: "2027-05-07", to: "2027-05-09", guests: 1 };
      const isMissing = operation === "createBooking" && request.body.length === 0;
      const headers = { ...request.headers, "content-type": "application/json" };
      return next(isMissing ? { ...request, headers, body: Buffer.from(JSON.stringify(booking)) } : request);
    },
  },
  accepts("a status outside the enum of the query", { operation: "listBookings", place: "status", keyword: "enum" }),
  accepts("a page size of zero", { operation: "listBookings", place: "perPage", keyword: "minimum" }),
  accepts("a word as the page size", { operation: "listBookings", place: "perPage", keyword: "type" }),
  accepts("a room name that is too long", { operation: "listBookings", place: "room", keyword: "maxLength" }),
  accepts("an occupancy without its month", { operation: "getOccupancy", place: "month", keyword: "required" }),
  accepts("a month against its pattern", { operation: "getOccupancy", place: "month", keyword: "pattern" }),
  accepts("more beds than the maximum", { operation: "listRooms", place: "beds", keyword: "maximum" }),
  // Keys.
  accepts("every request without looking at the key", { kind: "credentials" }),
  accepts("requests to delete without a valid key", { operation: "deleteBooking", kind: "credentials" }),
  accepts("requests to list rooms without a valid key", { operation: "listRooms", kind: "credentials" }),
  {
    title: "accepts the right user with any password",
    respond: (request, next) => {
      const [, encoded = ""] = /^Basic (.*)$/.exec(request.headers.authorization ?? "") ?? [];
      const isKnown = Buffer.from(encoded, "base64").toString().startsWith("reception:");
      const headers = { ...request.headers, authorization: `Basic ${btoa("reception:garden-gate-7")}` };
      return next(isKnown ? { ...request, headers } : request);
    },
  },
  // Server errors.
  failsAt("an id that is not a UUID", { kind: "parameter", place: "bookingId" }, FAILURE),
  failsAt("malformed JSON", { kind: "syntax" }, FAILURE),
  failsAt("a missing body", { kind: "missingBody" }, FAILURE),
  failsAt("a wrong key", { kind: "credentials" }, FAILURE),
  failsAt("a page size out of range", { kind: "parameter", place: "perPage" }, empty(502)),
  {
    title: "responds with 500 to an unknown booking",
    respond: async (_, next) => {
      const response = await next();
      return response.status === 404 ? FAILURE : response;
    },
  },
  {
    title: "stays away with 503, and never returns",
    respond: (_, next, { operation }) => (operation === "listRooms" ? empty(503) : next()),
  },
  // Responses.
  sends("a booking without its status", "retrieveBooking", (response) =>
    changeJson(response, (each) => without(asObject(each), "status")),
  ),
  sends("a guest without an email address", "createBooking", (response) =>
    changeJson(response, (each) => within(asObject(each), "guest", (guest) => without(guest, "email"))),
  ),
  sends("a price whose amount is a text", "retrieveBooking", (response) =>
    changeJson(response, (each) => within(asObject(each), "price", (price) => ({ ...price, amount: "240.50" }))),
  ),
  sends("a price of zero", "updateBooking", (response) =>
    changeJson(response, (each) => within(asObject(each), "price", (price) => ({ ...price, amount: 0 }))),
  ),
  sends("a currency against its pattern", "createBooking", (response) =>
    changeJson(response, (each) => within(asObject(each), "price", (price) => ({ ...price, currency: "€" }))),
  ),
  sends("a status outside the enum", "confirmBooking", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), status: "done" })),
  ),
  sends("null as the room", "replaceBooking", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), room: null })),
  ),
  {
    title: "sends a list in which one booking has too many guests",
    respond: inItems("listBookings", "bookings", (items) =>
      items.map((item, at) => (at === 1 ? { ...item, guests: 9 } : item)),
    ),
  },
  {
    title: "sends an id that is not a UUID in a list",
    respond: inItems("listBookings", "bookings", (items) =>
      items.map((item, at) => (at === 0 ? { ...item, id: "b-1" } : item)),
    ),
  },
  {
    title: "sends the same feature of a room twice",
    respond: inSuccesses(["listRooms"], (response) =>
      changeJson(response, (rooms) => asList(rooms).map((room) => ({ ...asObject(room), features: ["desk", "desk"] }))),
    ),
  },
  sends("a rate above the maximum", "getOccupancy", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), rate: 25 })),
  ),
  sends("a list in place of a page", "listBookings", (response) =>
    changeJson(response, (each) => asObject(each).bookings ?? []),
  ),
  sends("JSON that is cut off", "retrieveBooking", (response) => ({
    ...response,
    body: String(response.body).slice(0, -9),
  })),
  sends("bookings as text/html", "retrieveBooking", (response) => ({
    ...response,
    headers: { "Content-Type": "text/html" },
  })),
  sends("no Location", "createBooking", ({ headers: { Location: _, ...headers }, ...response }) => ({
    ...response,
    headers,
  })),
  sends("no total", "listBookings", ({ headers: { "X-Total-Count": _, ...headers }, ...response }) => ({
    ...response,
    headers,
  })),
  sends("a word as the total", "listBookings", (response) => ({
    ...response,
    headers: { ...response.headers, "X-Total-Count": "many" },
  })),
  sends("an empty body in place of a booking", "retrieveBooking", (response) => ({ ...response, body: "" })),
  sends("200 for a created booking, for which `default` describes a problem", "createBooking", (response) => ({
    ...response,
    status: 200,
  })),
  sends("an error in place of the rooms, with 200", "listRooms", () => json(200, { title: "Error", status: 500 })),
  {
    title: "sends problems without a title for unknown bookings",
    respond: async (_, next) => {
      const response = await next();
      return response.status === 404 ? changeJson(response, (each) => without(asObject(each), "title")) : response;
    },
  },
  {
    title: "sends problems as text/html for unknown bookings",
    respond: async (_, next) => {
      const response = await next();
      return response.status === 404
        ? { status: 404, headers: { "Content-Type": "text/html" }, body: "<p>?" }
        : response;
    },
  },
  // Behavior.
  {
    title: "shows another booking for every id that exists",
    respond: async (_, next, { operation, state: { bookings } }) => {
      const response = await next();
      const other = bookings.get(bookingId(3));
      return operation === "retrieveBooking" && response.status === 200 && other ? json(200, other) : response;
    },
  },
  {
    title: "shows the first booking for an unknown id",
    respond: async (_, next, { operation, state, violation }) => {
      const response = await next();
      const [first] = state.bookings.values();
      return operation === "retrieveBooking" && response.status === 404 && first && !(await violation())
        ? json(200, first)
        : response;
    },
  },
  { title: "ignores the status of the query", warns: true, respond: ignoring("status") },
  { title: "ignores the room of the query", warns: true, respond: ignoring("room") },
  { title: "ignores the page size", warns: true, respond: ignoring("perPage") },
  { title: "ignores the page", warns: true, respond: ignoring("page") },
  {
    title: "has one booking more on every page than the page size, which it skips by",
    warns: true,
    respond: inValidQuery("listBookings", (query) =>
      query.set("perPage", String(Number(query.get("perPage") ?? 20) + 1)),
    ),
  },
  {
    title: "deletes nothing",
    respond: async (_, next, { operation, state: { bookings } }) => {
      const before = [...bookings];
      const response = await next();
      if (operation === "deleteBooking") for (const [id, booking] of before) bookings.set(id, booking);
      return response;
    },
  },
  {
    title: "forgets created bookings",
    respond: async (_, next, { operation, state: { bookings } }) => {
      const response = await next();
      if (operation === "createBooking" && response.status === 201)
        bookings.delete(String(asObject(jsonOf(response)).id));
      return response;
    },
  },
  {
    title: "forgets replacements",
    respond: async (request, next, { operation, state: { bookings } }) => {
      const id = request.path.split("/")[2] ?? "";
      const before = bookings.get(id);
      const response = await next();
      if (operation === "replaceBooking" && before && response.status === 200) bookings.set(id, before);
      return response;
    },
  },
  {
    title: "deletes bookings with 202, for which `default` describes a problem",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "deleteBooking" && response.status === 204 ? empty(202) : response;
    },
  },
  {
    title: "rejects valid bookings with 400",
    respond: async (_, next, { operation, violation }) =>
      operation === "retrieveBooking" && !(await violation()) ? problem(400, "No.") : next(),
  },
  {
    title: "does not find a booking that exists",
    respond: async (_, next, { operation, violation }) =>
      operation === "retrieveBooking" && !(await violation()) ? problem(404, "No.") : next(),
  },
  { title: "sends a page number of zero", respond: inBodies(["listBookings"], (each) => ({ ...each, page: 0 })) },
  // Documented values that are not accepted.
  toValidBodies(
    "fails for null as the notes of a replacement",
    "replaceBooking",
    ({ notes }) => notes === null,
    FAILURE,
  ),
  toValidBodies(
    "fails for a change of the guests alone",
    "updateBooking",
    ({ guests, notes }) => guests !== undefined && notes === undefined,
    FAILURE,
  ),
  toValidQueries("fails for the largest number of beds", "listRooms", (query) => query.get("beds") === "8", FAILURE),
  toValidBodies(
    "confirms a booking without a message with a booking without its room",
    "confirmBooking",
    ({ message }) => message === undefined,
    json(200, { id: bookingId(2) }),
  ),
];

function ignoring(parameter: string): NonNullable<Variation<unknown>["respond"]> {
  return inValidQuery("listBookings", (query) => query.delete(parameter));
}
