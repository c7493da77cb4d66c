import { randomUUID } from "node:crypto";
import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Subject } from "../run.js";
import { empty, json, type ReadRequest, Rejection, type ServedResponse, type Service } from "../service.js";

/** The data of a server of bookings.yaml. */
export interface BookingsState {
  /** By id, the oldest one first. */
  bookings: Map<string, JsonObject>;
}

const USER = "reception:garden-gate-7";

const ROOMS = [
  { name: "garden", floor: 0, beds: 4, features: ["balcony"] },
  { name: "attic", floor: 3, beds: 2, features: ["desk", "bath"] },
  { name: "tower", floor: null, beds: 1, features: [] },
];

/** The id of the n-th booking of a new server. */
export const bookingId = (number: number) => `0b6a1f0e-5a0c-4c56-9a53-0c8f6f2f7a${String(number).padStart(2, "0")}`;

function seed(): BookingsState {
  const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
  const bookings = numbers.map((number): [string, JsonObject] => [
    bookingId(number),
    {
      id: bookingId(number),
      status: number % 3 === 0 ? "pending" : "confirmed",
      guest: { name: "Ada Byron", email: "ada@example.com", phone: "+49 30 1234567", country: "DE" },
      room: ROOMS[number % 3]?.name ?? "garden",
      from: `2027-05-${String(number).padStart(2, "0")}`,
      to: `2027-06-${String(number).padStart(2, "0")}`,
      guests: 2,
      website: "https://example.com/ada",
      notes: number % 2 ? "A late arrival." : null,
      price: { amount: 240.5, currency: "EUR" },
      createdAt: "2026-11-01T09:30:00Z",
    },
  ]);
  return { bookings: new Map(bookings) };
}

/** A problem (RFC 9457). */
export function problem(status: number, title: string): ServedResponse {
  const headers: Record<string, string> = status === 401 ? { "WWW-Authenticate": 'Basic realm="bookings"' } : {};
  return json(
    status,
    { type: "about:blank", title, status },
    { ...headers, "Content-Type": "application/problem+json" },
  );
}

function found({ path }: ReadRequest, { bookings }: BookingsState): JsonObject {
  const booking = bookings.get(String(path.bookingId).toLowerCase());
  if (!booking) throw new Rejection(404, "The booking does not exist.");
  return booking;
}

function store({ bookings }: BookingsState, booking: JsonObject): JsonObject {
  bookings.set(String(booking.id), booking);
  return booking;
}

const BOOKINGS: Service<BookingsState> = {
  file: "bookings/bookings.yaml",
  createState: seed,
  isAuthorized: (_, { headers }) => headers.authorization === `Basic ${btoa(USER)}`,
  reject: problem,
  handlers: {
    listBookings({ query }, { bookings }) {
      const { status, room, from, perPage = 20, page = 1 } = query;
      const matches = [...bookings.values()]
        .reverse()
        .filter((booking) => status === undefined || booking.status === status)
        .filter((booking) => room === undefined || booking.room === room)
        .filter((booking) => from === undefined || String(booking.from) >= String(from));
      const start = (Number(page) - 1) * Number(perPage);
      const shown = matches.slice(start, start + Number(perPage));
      return json(200, { bookings: shown, page }, { "X-Total-Count": String(matches.length) });
    },
    createBooking({ body }, state) {
      const id = randomUUID();
      const price = { amount: 240.5, currency: "EUR" };
      const createdAt = new Date().toISOString();
      const booking = store(state, { ...known(asObject(body)), id, status: "pending", price, createdAt });
      return json(201, booking, { Location: `/bookings/${id}` });
    },
    retrieveBooking: (request, state) => json(200, found(request, state)),
    replaceBooking(request, state) {
      const { room = null, from = null, guests = null, notes = null } = asObject(request.body);
      return json(200, store(state, { ...found(request, state), room, from, guests, notes }));
    },
    updateBooking(request, state) {
      const { room, guests, notes, status } = asObject(request.body);
      return json(200, store(state, { ...found(request, state), ...sent({ room, guests, notes, status }) }));
    },
    deleteBooking(request, state) {
      state.bookings.delete(String(found(request, state).id));
      return empty(204);
    },
    confirmBooking: (request, state) => json(200, store(state, { ...found(request, state), status: "confirmed" })),
    listRooms: ({ query }) =>
      json(
        200,
        ROOMS.filter(({ beds }) => beds >= Number(query.beds ?? 1)),
      ),
    getOccupancy: ({ query }) => json(200, { month: query.month ?? null, rate: 0.25 }),
  },
};

/** The fields of a booking that a client may set. */
function known({ guest, room, from, to, guests, website, notes, arrival }: JsonObject): JsonObject {
  return sent({ guest, room, from, to, guests, website, notes, arrival });
}

function sent(fields: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter((field): field is [string, Json] => field[1] !== undefined));
}

export const bookings: Subject<BookingsState> = {
  service: BOOKINGS,
  key: USER,
  values: {
    retrieveBooking: { bookingId: { garden: bookingId(1) } },
    replaceBooking: { bookingId: { garden: bookingId(5) } },
    updateBooking: { bookingId: { garden: bookingId(6) } },
    deleteBooking: { bookingId: { garden: [15, 16, 17, 18, 19, 20].map(bookingId) } },
    confirmBooking: { bookingId: { withNote: bookingId(2) } },
  },
};
