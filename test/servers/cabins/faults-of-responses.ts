import { asList, asObject } from "#openapi/document/document.js";
import { changeJson, inBodies, inItems, inSuccesses, jsonOf, without } from "../change.js";
import { sends } from "../faults-of-requests.js";
import { empty, json, type Variation } from "../service.js";
import { cabinError } from "./service.js";

const SINGLE = ["createBooking", "retrieveBooking", "replaceBooking", "updateBooking"];

/** Servers that send what cabins.yaml does not describe. */
export const CABINS_RESPONSE_FAULTS: Variation<unknown>[] = [
  // Bodies.
  {
    title: "sends null as the note of a booking without one",
    respond: inBodies(SINGLE, (each) => ({ note: null, ...each })),
  },
  { title: "sends times as numbers", respond: inBodies(SINGLE, (each) => ({ ...each, updatedAt: 1_795_000_000 })) },
  {
    title: "sends the changed fields only",
    respond: inBodies(["updateBooking"], (each) => without(each, "id", "cabin")),
  },
  {
    title: "sends a replacement without its time",
    respond: inBodies(["replaceBooking"], (each) => without(each, "updatedAt")),
  },
  sends("the number of guests as a text", "retrieveBooking", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), guests: String(asObject(each).guests) })),
  ),
  {
    title: "lists cabins in capitals",
    respond: inItems("listBookings", "bookings", (items) =>
      items.map((each) => ({ ...each, cabin: String(each.cabin).toUpperCase() })),
    ),
  },
  sends("a list without its envelope", "listBookings", (response) =>
    changeJson(response, (each) => asObject(each).bookings ?? []),
  ),
  {
    title: "sends null in place of an empty list",
    respond: inBodies(["listBookings"], (each) => (asList(each.bookings).length > 0 ? each : { bookings: null })),
  },
  {
    title: "sends null in place of no keys",
    respond: inSuccesses(["listKeys"], (response) =>
      response.body === "[]" ? { ...response, body: "null" } : response,
    ),
  },
  sends("the amount of a payment as a text", "payBooking", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), amount: `${asObject(each).amount}.00` })),
  ),
  sends("a payment without its time", "retrievePayment", (response) =>
    changeJson(response, (each) => without(asObject(each), "paidAt")),
  ),
  sends("the id of a key as a text", "retrieveKey", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), id: String(asObject(each).id) })),
  ),
  // Statuses and media types.
  sends("200 for a created booking", "createBooking", (response) => ({ ...response, status: 200 })),
  sends("200 and a body for a deleted booking", "deleteBooking", () => json(200, { deleted: true })),
  sends("keys as text/html", "listKeys", (response) => ({ ...response, headers: { "Content-Type": "text/html" } })),
  sends("an added key without a body", "addKey", () => empty(201)),
  {
    title: "sends null with 200 for an unknown booking",
    respond: async (_, next, { operation, violation }) => {
      const response = await next();
      const isUnknown = operation === "retrieveBooking" && response.status === 404 && !(await violation());
      return isUnknown ? json(200, null) : response;
    },
  },
  {
    title: "sends errors without a message for unknown bookings",
    respond: async (_, next) => {
      const response = await next();
      return response.status === 404 ? json(404, { error: "not found" }) : response;
    },
  },
  {
    title: "sends 401 without a body",
    respond: async (_, next) => {
      const response = await next();
      return response.status === 401 ? empty(401) : response;
    },
  },
  {
    title: "fails with 500 for an unknown booking",
    respond: async (_, next, { operation, violation }) => {
      const response = await next();
      const isUnknown = operation === "retrieveBooking" && response.status === 404 && !(await violation());
      return isUnknown ? cabinError(500, "null") : response;
    },
  },
  {
    title: "fails with 500 for a second deletion",
    respond: async (_, next, { operation, violation }) => {
      const response = await next();
      const isUnknown = operation === "deleteBooking" && response.status === 404 && !(await violation());
      return isUnknown ? cabinError(500, "null") : response;
    },
  },
  {
    title: "fails with 500 for a page after the end",
    respond: async (_, next, { operation }) => {
      const response = await next();
      const isEmpty = operation === "listBookings" && asList(asObject(jsonOf(response)).bookings).length === 0;
      return isEmpty && response.status === 200 ? cabinError(500, "index out of range") : response;
    },
  },
];
