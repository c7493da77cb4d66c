import { asObject, isObject } from "#openapi/document/document.js";
import { toValidBodies, toValidQueries } from "../accepted-values.js";
import {
  changeJson,
  everywhere,
  inBodies,
  inEveryResponse,
  inItems,
  inSuccesses,
  inValidRequests,
  jsonOf,
  reducingPageSize,
  withAtMost,
  within,
} from "../change.js";
import { appearsLater } from "../legal-waiting.js";
import { empty, type Variation } from "../service.js";
import { type BookingsState, problem } from "./service.js";

const WRITES = ["createBooking", "replaceBooking"];
const SINGLE = ["createBooking", "retrieveBooking", "replaceBooking", "updateBooking", "confirmBooking"];

/** Changes a text of a sent booking, if it has one. */
function inText(name: string, change: (text: string) => string) {
  return inValidRequests(WRITES, (body) => ({
    ...body,
    ...(typeof body[name] === "string" ? { [name]: change(body[name]) } : {}),
  }));
}

/** Changes a text of the guest of a sent booking, if it has one. */
function inGuest(name: string, change: (text: string) => string) {
  return inValidRequests(WRITES, (body) =>
    within(body, "guest", (guest) => ({
      ...guest,
      ...(typeof guest[name] === "string" ? { [name]: change(guest[name]) } : {}),
    })),
  );
}

const appears = { create: "createBooking", retrieve: "retrieveBooking", notFound: () => problem(404, "Not yet.") };

/** Servers that break no statement of bookings.yaml. */
export const BOOKINGS_LEGAL: Variation<BookingsState>[] = [
  {
    title: "accepts JSON that is sent as text/plain",
    ignores: ({ kind, message }) => kind === "mediaType" && message.startsWith("text/plain"),
  },
  { title: "reads every body as JSON, whatever its media type", ignores: ({ kind }) => kind === "mediaType" },
  { title: "accepts values that only a format forbids", ignores: ({ keyword }) => keyword === "format" },
  { title: "writes email addresses in lower case", respond: inGuest("email", (text) => text.toLowerCase()) },
  {
    title: "removes spaces from the ends of texts",
    respond: inText("notes", (text) => text.trim().replace(/ +/g, " ")),
  },
  {
    title: "completes URLs by a slash",
    respond: inText("website", (text) => (URL.canParse(text) ? new URL(text).href : text)),
  },
  {
    title: "writes countries with three letters",
    respond: inGuest("country", (text) => (text === "DE" ? "DEU" : text)),
  },
  { title: "writes telephone numbers without spaces", respond: inGuest("phone", (text) => text.replaceAll(" ", "")) },
  {
    title: "writes timestamps in UTC",
    respond: inText("arrival", (text) => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString())),
  },
  {
    title: "writes timestamps of other offsets, and with microseconds",
    respond: inSuccesses(SINGLE, (response) =>
      changeJson(response, (body) => ({ ...asObject(body), createdAt: "2026-11-01T15:00:00.000001+05:30" })),
    ),
  },
  { title: "writes names in capitals", respond: inGuest("name", (text) => text.toUpperCase()) },
  {
    title: "reduces a page size above the maximum",
    respond: reducingPageSize("listBookings", { parameter: "perPage", maximum: 50 }),
  },
  {
    title: "has at most three bookings on a page, whatever the page size",
    respond: withAtMost(3, "listBookings", { parameter: "perPage", usual: 20, maximum: 50 }),
  },
  {
    title: "accepts null in place of an optional body",
    respond: (request, next, { operation }) =>
      next(
        operation === "confirmBooking" && `${request.body}` === "null" ? { ...request, body: Buffer.of() } : request,
      ),
  },
  {
    title: "rejects a missing optional body with 400",
    respond: (request, next, { operation }) =>
      operation === "confirmBooking" && request.headers.authorization && request.body.length === 0
        ? problem(400, "Send an object.")
        : next(),
  },
  {
    title: "shows a created booking 400 ms later",
    respond: appearsLater({ ...appears, milliseconds: 400 }),
    waits: true,
  },
  {
    title: "lists a created booking 400 ms later",
    respond: appearsLater({ ...appears, retrieve: "", list: "listBookings", items: "bookings", milliseconds: 400 }),
    waits: true,
  },
  {
    title: "shows and lists a created booking 1.5 s later",
    respond: appearsLater({ ...appears, list: "listBookings", items: "bookings", milliseconds: 1500 }),
    waits: true,
  },
  {
    title: "deletes with 200 and without a body",
    respond: inSuccesses(["deleteBooking"], () => empty(200, { "Content-Length": "0" })),
  },
  {
    title: "shows ids in capitals when bookings are retrieved",
    respond: inBodies(["retrieveBooking"], (body) => ({ ...body, id: String(body.id).toUpperCase() })),
  },
  {
    title: "has other clients, which add and delete bookings meanwhile",
    respond: (_, next, { state: { bookings }, count }) => {
      const [template] = bookings.values();
      const id = `0b6a1f0e-5a0c-4c56-9a53-${String(count).padStart(12, "0")}`;
      if (template && count % 2) bookings.set(id, { ...template, id, room: count % 4 === 1 ? "garden" : "attic" });
      else bookings.delete(`0b6a1f0e-5a0c-4c56-9a53-${String(count - 3).padStart(12, "0")}`);
      return next();
    },
  },
  {
    title: "lists the bookings that were changed last first",
    respond: async (request, next, { operation = "", state: { bookings } }) => {
      const id = request.path.split("/")[2] ?? "";
      const booking = bookings.get(id);
      if (booking && ["updateBooking", "confirmBooking", "replaceBooking"].includes(operation)) {
        bookings.delete(id);
        bookings.set(id, booking);
      }
      return next();
    },
  },
  {
    title: "lists the bookings of a page in another order each time",
    respond: async (request, next, context) =>
      inItems("listBookings", "bookings", (items) =>
        items.toSorted((a, b) => (context.count % 2 ? 1 : -1) * `${a.id}`.localeCompare(`${b.id}`)),
      )(request, next, context),
  },
  {
    title: "omits optional fields that are null",
    respond: inEveryResponse((response) =>
      changeJson(response, (body) =>
        everywhere(body, (value) =>
          isObject(value) && value.beds === undefined
            ? Object.fromEntries(
                Object.entries(value).flatMap(([name, each]) =>
                  each === null || each === undefined ? [] : [[name, each]],
                ),
              )
            : value,
        ),
      ),
    ),
  },
  {
    title: "sends null for optional fields that were not sent",
    respond: inBodies(SINGLE, (body) =>
      within({ ...body, notes: body.notes ?? null, website: body.website ?? null }, "guest", (guest) => ({
        ...guest,
        phone: guest.phone ?? null,
        country: guest.country ?? null,
      })),
    ),
  },
  {
    title: "has absolute addresses with another host in Location",
    respond: inSuccesses(["createBooking"], (response) => ({
      ...response,
      headers: { ...response.headers, Location: `https://guesthouse.example.com/v2${response.headers.Location}` },
    })),
  },
  {
    title: "rejects a second booking of the same room and days with 409, which is documented",
    respond: async (request, next, { operation, violation, memory }) => {
      const { room, from } = asObject(jsonOf(request));
      if (operation !== "createBooking" || (await violation())) return next();
      const key = `${room} ${from}`;
      if (memory.has(key)) return problem(409, "The room is taken.");
      memory.set(key, 1);
      return next();
    },
  },
  {
    title: "confirms a booking as soon as it is created",
    respond: async (_, next, { operation, state: { bookings } }) => {
      const response = await next();
      const { id } = asObject(jsonOf(response));
      if (operation === "createBooking" && response.status === 201) {
        bookings.set(String(id), { ...bookings.get(String(id)), status: "confirmed" });
      }
      return response;
    },
  },
  {
    title: "calculates the price whenever a booking is read",
    respond: async (request, next, context) =>
      inBodies(["retrieveBooking"], (body) => ({ ...body, price: { amount: 100 + context.count, currency: "EUR" } }))(
        request,
        next,
        context,
      ),
  },
  {
    title: "hides the email address of the guest in lists",
    respond: inItems("listBookings", "bookings", (items) =>
      items.map((item) => within(item, "guest", (guest) => ({ ...guest, email: "hidden@example.com" }))),
    ),
  },
  {
    title: "has bookings of one room only",
    prepare: ({ bookings }) => {
      for (const booking of bookings.values()) booking.room = "tower";
    },
  },
  {
    title: "accepts the scheme of the credentials in any case",
    respond: (request, next) => {
      const authorization = request.headers.authorization?.replace(/^basic +/i, "Basic ");
      return next(authorization ? { ...request, headers: { ...request.headers, authorization } } : request);
    },
  },
  {
    title: "reads the body of a GET, if it has one, and ignores it otherwise",
    respond: (request, next, { operation }) =>
      operation === "getOccupancy" && request.body.length > 0 ? problem(400, "rooms is missing.") : next(),
  },
  {
    title: "responds to every request to delete with 403, because the account may not delete",
    respond: async (_, next, { operation, violation }) =>
      operation === "deleteBooking" && !(await violation()) ? problem(403, "You may not delete.") : next(),
  },
  {
    title: "has an empty list of rooms",
    respond: inSuccesses(["listRooms"], (response) => ({ ...response, body: "[]" })),
  },
  {
    title: "has types and details in its problems, and their titles in another language",
    respond: inEveryResponse((response) =>
      response.status < 400
        ? response
        : changeJson(response, (body) => ({
            ...asObject(body),
            type: "/problems/7",
            title: "Ungültig",
            detail: "…",
            instance: "/1",
          })),
    ),
  },
  toValidQueries(
    "accepts either a room or a status in one request",
    "listBookings",
    (query) => query.has("room") && query.has("status"),
    problem(400, "Use one filter."),
  ),
  toValidBodies(
    "books no room for more than six guests",
    "createBooking",
    ({ guests }) => Number(guests) > 6,
    problem(409, "No room has so many beds."),
  ),
  toValidBodies(
    "accepts Latin letters only in notes",
    "replaceBooking",
    ({ notes }) => /[^\0-\x7f]/.test(String(notes)),
    problem(400, "Use other letters."),
  ),
];
