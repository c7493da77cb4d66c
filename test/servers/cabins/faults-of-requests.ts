import { toValidBodies, toValidQueries } from "../accepted-values.js";
import { accepts, failsAt } from "../faults-of-requests.js";
import type { Variation } from "../service.js";
import { cabinError } from "./service.js";

const FAILURE = cabinError(500, "TypeError: undefined is not an object");
const create = { operation: "createBooking", kind: "body" } as const;
const replace = { operation: "replaceBooking", kind: "body" } as const;
const update = { operation: "updateBooking", kind: "body" } as const;

/** Servers that accept what cabins.yaml forbids, or fail where it allows or rejects something. */
export const CABINS_REQUEST_FAULTS: Variation<unknown>[] = [
  // Validation.
  accepts("a booking for no guest", { ...create, place: "/guests", keyword: "minimum" }),
  accepts("a booking for one guest too many", { ...create, place: "/guests", keyword: "maximum" }),
  accepts("a booking without the name of the guest", { ...create, keyword: "required" }),
  accepts("a booking of a cabin that does not exist", { ...create, place: "/cabin", keyword: "enum" }),
  accepts("an empty note", { ...create, place: "/note", keyword: "minLength" }),
  accepts("a name that is too long", { ...create, place: "/guest", keyword: "maxLength" }),
  accepts("a text as the number of guests of a new booking", { ...create, place: "/guests", keyword: "type" }),
  accepts("a booking without a body", { operation: "createBooking", kind: "missingBody" }),
  accepts("a replacement without a cabin", { ...replace, keyword: "required" }),
  accepts("a replacement with too many guests", { ...replace, place: "/guests", keyword: "maximum" }),
  accepts("a change without the number of guests", { ...update, keyword: "required" }),
  accepts("a change to no guest", { ...update, place: "/guests", keyword: "minimum" }),
  accepts("a change to a note that is too long", { ...update, place: "/note", keyword: "maxLength" }),
  accepts("a payment of nothing", { operation: "payBooking", kind: "body", keyword: "minimum" }),
  accepts("a payment of more than the maximum", { operation: "payBooking", kind: "body", keyword: "maximum" }),
  accepts("a key without a holder", { operation: "addKey", kind: "body", keyword: "required" }),
  accepts("page 0", { operation: "listBookings", place: "page", keyword: "minimum" }),
  accepts("a word as the page", { operation: "listBookings", place: "page", keyword: "type" }),
  accepts("a cabin outside the enum of the query", { operation: "listBookings", place: "cabin", keyword: "enum" }),
  // Keys.
  accepts("requests to list keys without a valid token", { operation: "listKeys", kind: "credentials" }),
  accepts("changes without a valid token", { operation: "updateBooking", kind: "credentials" }),
  accepts("deletions without a valid token", { operation: "deleteBooking", kind: "credentials" }),
  accepts("payments without a valid token", { operation: "payBooking", kind: "credentials" }),
  {
    title: "accepts any token",
    respond: (request, next) =>
      next(
        /^Bearer \S+/.test(request.headers.authorization ?? "")
          ? { ...request, headers: { ...request.headers, authorization: "Bearer cabin-token-4711" } }
          : request,
      ),
  },
  // Server errors.
  failsAt("an id that is not a UUID", { kind: "parameter", place: "bookingId" }, FAILURE),
  failsAt("malformed JSON", { kind: "syntax" }, FAILURE),
  failsAt("a missing token", { kind: "credentials" }, FAILURE),
  failsAt("a word as the limit", { kind: "parameter", place: "limit" }, FAILURE),
  failsAt("a change out of range", { operation: "updateBooking", kind: "body" }, FAILURE),
  toValidBodies("fails for a booking without a note", "createBooking", ({ note }) => note === undefined, FAILURE),
  toValidBodies("fails for names that are not ASCII", "createBooking", ({ guest }) => !isAscii(guest), FAILURE),
  toValidBodies("fails for the longest name", "createBooking", ({ guest }) => `${guest}`.length > 50, FAILURE),
  toValidBodies("fails for eight guests", "createBooking", ({ guests }) => guests === 8, FAILURE),
  toValidBodies("fails for a change of the guests alone", "updateBooking", ({ note }) => note === undefined, FAILURE),
  toValidBodies(
    "fails for a change to the longest note",
    "updateBooking",
    ({ note }) => `${note}`.length > 50,
    FAILURE,
  ),
  toValidBodies("fails for a replacement without a note", "replaceBooking", ({ note }) => note === undefined, FAILURE),
  toValidBodies("fails for the largest payment", "payBooking", ({ amount }) => amount === 9999, FAILURE),
  toValidQueries("fails for the cabin on the hill", "listBookings", (query) => query.get("cabin") === "hill", FAILURE),
  toValidQueries("fails for the largest page", "listBookings", (query) => query.get("limit") === "50", FAILURE),
];

function isAscii(text: unknown): boolean {
  return [...String(text)].every((each) => each < "\u0080");
}
