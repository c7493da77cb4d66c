import { asObject, type JsonObject } from "#openapi/document/document.js";
import { inBodies, inItems, inQuery, inValidRequests, jsonOf } from "../change.js";
import { appearsLater } from "../legal-waiting.js";
import { empty, json, type Variation } from "../service.js";
import { CABINS_LEGAL_RULES } from "./legal-rules.js";
import { type CabinsState, cabinError } from "./service.js";

const appears = { create: "createBooking", retrieve: "retrieveBooking", notFound: () => cabinError(404, "Not yet.") };
const SINGLE = ["createBooking", "retrieveBooking", "replaceBooking", "updateBooking"];

/** Servers that break no statement of cabins.yaml. */
export const CABINS_LEGAL: Variation<CabinsState>[] = [
  { title: "follows its document in the plainest way" },
  {
    title: "shows and lists a created booking 400 ms later",
    respond: appearsLater({ ...appears, list: "listBookings", items: "bookings", milliseconds: 400 }),
    waits: true,
  },
  {
    title: "accepts a booking with 202, and makes it after the run",
    respond: async (_, next, { operation, state: { bookings } }) => {
      const response = await next();
      if (operation !== "createBooking" || response.status !== 201) return response;
      bookings.delete(String(asObject(jsonOf(response)).id));
      return { ...response, status: 202 };
    },
    waits: true,
  },
  {
    title: "shows a changed booking 400 ms later",
    respond: async (request, next, { operation, memory, state: { bookings } }) => {
      const id = request.path.split("/")[2] ?? "";
      const before = bookings.get(id);
      const response = await next();
      if (operation === "updateBooking" && response.status === 200 && before) {
        setTimeout((after: JsonObject) => bookings.has(id) && bookings.set(id, after), 400, bookings.get(id) ?? before);
        memory.set(id, 1);
        bookings.set(id, before);
      }
      return response;
    },
    waits: true,
  },
  {
    title: "deletes bookings with 202 after the run",
    respond: async (_, next, { operation, state }) => {
      const before = [...state.bookings];
      const response = await next();
      if (operation !== "deleteBooking" || response.status !== 204) return response;
      state.bookings = new Map(before);
      return empty(202);
    },
    waits: true,
  },
  {
    title: "still shows a deleted booking, but does not list it",
    prepare: (state) => {
      state.bookings = new SoftDeletions(state.bookings);
    },
    respond: (request, next, { operation, state: { bookings } }) => {
      const id = request.path.split("/")[2] ?? "";
      const deleted = bookings instanceof SoftDeletions ? bookings.deleted.get(id) : undefined;
      return operation === "retrieveBooking" && deleted ? json(200, deleted) : next();
    },
    waits: true,
  },
  {
    title: "still shows a deleted booking, with the time of its deletion",
    prepare: (state) => {
      state.bookings = new SoftDeletions(state.bookings);
    },
    respond: (request, next, { operation, state: { bookings } }) => {
      const id = request.path.split("/")[2] ?? "";
      const deleted = bookings instanceof SoftDeletions ? bookings.deleted.get(id) : undefined;
      return operation === "retrieveBooking" && deleted ? json(200, { ...deleted, deletedAt: "now" }) : next();
    },
  },
  {
    title: "writes ids in another way in lists",
    respond: async (request, next, context) => {
      const [, , id = ""] = request.path.split("/");
      const path = request.path.replace(id, id.replace("urn:uuid:", ""));
      return inItems("listBookings", "bookings", (items) =>
        items.map((each) => ({ ...each, id: `urn:uuid:${each.id}` })),
      )({ ...request, path }, () => next({ ...request, path }), context);
    },
  },
  {
    title: "writes ids in another way when bookings are retrieved",
    respond: inBodies(["retrieveBooking"], (body) => ({ ...body, id: btoa(String(body.id)) })),
  },
  {
    title: "has other clients, which add and delete bookings meanwhile",
    respond: (_, next, { state, count }) => {
      const id = `7c1f0e5a-0c4c-4569-a530-${String(count).padStart(12, "0")}`;
      const [template] = state.bookings.values();
      if (template && count % 2) state.bookings = new Map([[id, { ...template, id }], ...state.bookings]);
      else state.bookings.delete(`7c1f0e5a-0c4c-4569-a530-${String(count - 5).padStart(12, "0")}`);
      return next();
    },
  },
  {
    title: "lists bookings in another order each time",
    respond: (_, next, { state, count }) => {
      const all = [...state.bookings];
      const at = (count * 5) % Math.max(1, all.length);
      state.bookings = new Map([...all.slice(at), ...all.slice(0, at)]);
      return next();
    },
  },
  {
    title: "lists the bookings of the lake by default",
    respond: inQuery("listBookings", (query) => {
      if (!query.has("cabin")) query.set("cabin", "lake");
    }),
  },
  {
    title: "lists other cabins too where one has no room",
    respond: inQuery("listBookings", (query) => {
      if (query.get("cabin") === "lake") query.delete("cabin");
    }),
  },
  {
    title: "has at most four bookings on a page, whatever the limit",
    respond: inQuery("listBookings", (query) => {
      if (Number(query.get("limit") ?? 10) > 4 && Number(query.get("limit") ?? 10) <= 50) query.set("limit", "4");
    }),
  },
  {
    title: "repeats the last page after the end",
    respond: async (request, next, { operation, state: { bookings } }) => {
      const query = new URLSearchParams(request.query);
      const pages = Math.ceil(bookings.size / Number(query.get("limit") ?? 10));
      if (operation === "listBookings" && Number(query.get("page")) > pages && pages > 0) query.set("page", `${pages}`);
      return next({ ...request, query });
    },
  },
  {
    title: "rejects pages after the end with 400",
    respond: async (request, next, { operation, state: { bookings } }) => {
      const pages = Math.ceil(bookings.size / Number(request.query.get("limit") ?? 10));
      const isBeyond = operation === "listBookings" && Number(request.query.get("page")) > Math.max(1, pages);
      return isBeyond && request.headers.authorization ? cabinError(400, "There is no such page.") : next();
    },
  },
  {
    title: "trims notes and writes names in capitals",
    respond: inValidRequests(["createBooking", "replaceBooking", "updateBooking"], (body) => ({
      ...body,
      ...(typeof body.guest === "string" ? { guest: body.guest.toUpperCase() } : {}),
      ...(typeof body.note === "string" ? { note: body.note.trim() || "-" } : {}),
    })),
  },
  {
    title: "has no more than two guests in a booking, and says so in its responses",
    respond: inBodies(SINGLE, (body) => ({ ...body, guests: Math.min(2, Number(body.guests)) })),
  },
  {
    title: "changes bookings with an empty 204",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "updateBooking" && response.status === 200 ? empty(204) : response;
    },
  },
  {
    title: "rejects the deletion of bookings that are paid with 409",
    respond: (request, next, { operation, state: { payments } }) =>
      operation === "deleteBooking" && payments.has(request.path.split("/")[2] ?? "")
        ? cabinError(409, "It is paid.")
        : next(),
  },
  {
    title: "rejects every new booking with 400, because the season is over",
    respond: async (_, next, { operation, violation }) =>
      operation === "createBooking" && !(await violation()) ? cabinError(400, "The season is over.") : next(),
  },
  {
    title: "finishes a booking when it is paid, and finds it no longer",
    respond: async (request, next, { operation, state: { bookings } }) => {
      const response = await next();
      if (operation === "payBooking" && response.status === 201) bookings.delete(request.path.split("/")[2] ?? "");
      return response;
    },
    waits: true,
  },
  { title: "has no bookings at first", prepare: ({ bookings }) => bookings.clear() },
  ...CABINS_LEGAL_RULES,
];

/** Bookings that remain after their deletion, without being listed. */
class SoftDeletions extends Map<string, JsonObject> {
  readonly deleted = new Map<string, JsonObject>();

  override delete(id: string): boolean {
    const booking = this.get(id);
    if (booking) this.deleted.set(id, booking);
    return super.delete(id);
  }
}
