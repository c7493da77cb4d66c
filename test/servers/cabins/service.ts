import { randomUUID } from "node:crypto";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import type { Subject } from "../run.js";
import { empty, json, type ReadRequest, Rejection, type ServedResponse, type Service } from "../service.js";

/** The data of a server of cabins.yaml. */
export interface CabinsState {
  /** By id, the oldest one first. */
  bookings: Map<string, JsonObject>;
  payments: Map<string, JsonObject>;
  /** By booking. */
  keys: Map<string, JsonObject[]>;
  lastKey: number;
}

const TOKEN = "cabin-token-4711";

/** An error of cabins.yaml. */
export function cabinError(status: number, message: string): ServedResponse {
  return json(status, { message });
}

function seed(): CabinsState {
  const bookings = Array.from({ length: 12 }, (_, index): [string, JsonObject] => {
    const id = `7c1f0e5a-0c4c-4569-a530-c8f6f2f7${String(1000 + index)}`;
    const cabin = ["lake", "forest", "hill"][index % 3] ?? "lake";
    return [id, { id, guest: `Guest ${index}`, cabin, guests: 2, note: "Late.", updatedAt: "2026-11-01T09:30:00Z" }];
  });
  return { bookings: new Map(bookings), payments: new Map(), keys: new Map(), lastKey: 0 };
}

function found({ path }: ReadRequest, { bookings }: CabinsState): JsonObject {
  const booking = bookings.get(String(path.bookingId));
  if (!booking) throw new Rejection(404, "The booking does not exist.");
  return booking;
}

function keysOf(request: ReadRequest, state: CabinsState): JsonObject[] {
  return state.keys.get(String(found(request, state).id)) ?? [];
}

function foundKey(request: ReadRequest, state: CabinsState): JsonObject {
  const key = keysOf(request, state).find(({ id }) => id === request.path.keyId);
  if (!key) throw new Rejection(404, "The key does not exist.");
  return key;
}

let clock = 0;
const stamped = (booking: JsonObject): JsonObject => {
  clock += 1;
  return { ...booking, updatedAt: new Date(1_790_000_000_000 + clock).toISOString() };
};

function store({ bookings }: CabinsState, booking: JsonObject): JsonObject {
  bookings.set(String(booking.id), booking);
  return booking;
}

const CABINS: Service<CabinsState> = {
  file: "cabins/cabins.yaml",
  createState: seed,
  isAuthorized: (_, { headers }) => headers.authorization === `Bearer ${TOKEN}`,
  reject: cabinError,
  handlers: {
    listBookings({ query }, { bookings }) {
      const { page = 1, limit = 10, cabin } = query;
      const matches = [...bookings.values()].filter((each) => cabin === undefined || each.cabin === cabin);
      const start = (Number(page) - 1) * Number(limit);
      return json(200, { bookings: matches.slice(start, start + Number(limit)) });
    },
    createBooking: ({ body }, state) => json(201, store(state, stamped({ ...asObject(body), id: randomUUID() }))),
    retrieveBooking: (request, state) => json(200, found(request, state)),
    replaceBooking(request, state) {
      const { id = null } = found(request, state);
      return json(200, store(state, stamped({ ...asObject(request.body), id })));
    },
    updateBooking: (request, state) =>
      json(200, store(state, stamped({ ...found(request, state), ...asObject(request.body) }))),
    deleteBooking(request, state) {
      state.bookings.delete(String(found(request, state).id));
      return empty(204);
    },
    retrievePayment(request, state) {
      const payment = state.payments.get(String(found(request, state).id));
      return payment ? json(200, payment) : cabinError(404, "The booking is not paid.");
    },
    payBooking(request, state) {
      const payment = { ...asObject(request.body), paidAt: "2026-11-22T10:00:00Z" };
      state.payments.set(String(found(request, state).id), payment);
      return json(201, payment);
    },
    listKeys: (request, state) => json(200, keysOf(request, state)),
    addKey(request, state) {
      state.lastKey += 1;
      const key = { ...asObject(request.body), id: state.lastKey };
      state.keys.set(String(found(request, state).id), [...keysOf(request, state), key]);
      return json(201, key);
    },
    retrieveKey: (request, state) => json(200, foundKey(request, state)),
    deleteKey(request, state) {
      const { id } = foundKey(request, state);
      const others = keysOf(request, state).filter((each) => each.id !== id);
      state.keys.set(String(request.path.bookingId), others);
      return empty(204);
    },
  },
};

export const cabins: Subject<CabinsState> = { service: CABINS, key: TOKEN, values: {}, settle: 700 };
