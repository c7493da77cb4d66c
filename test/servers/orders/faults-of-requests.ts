import { asObject } from "#openapi/document/document.js";
import { toValidQueries } from "../accepted-values.js";
import { changeJson, isSuccess } from "../change.js";
import { accepts, failsAt } from "../faults-of-requests.js";
import type { Variation } from "../service.js";
import { orderError, orders } from "./service.js";
import type { OrdersState } from "./state.js";
import { formOf, idIn, toValid } from "./variations.js";

const FAILURE = orderError(500, "NoMethodError: undefined method for nil");
const ANY_KEY = { authorization: `Bearer ${orders.key}` };

/** A server that accepts bodies with a violation at a place, which may have the index of an item. */
function acceptsAt(title: string, operation: string, place: RegExp, keyword: string): Variation<unknown> {
  return {
    title: `accepts ${title}`,
    ignores: (violation) =>
      violation.kind === "body" &&
      violation.operation === operation &&
      violation.keyword === keyword &&
      place.test(violation.place),
  };
}

/** A server that fails for some valid forms of an operation. */
function failsFor(
  title: string,
  operation: string,
  applies: (form: URLSearchParams) => boolean,
): Variation<OrdersState> {
  return { title: `fails for ${title}`, respond: toValid(operation, (request) => applies(formOf(request)), FAILURE) };
}

const isAscii = (text: string) => [...text].every((letter) => letter < "\u0080");

/** Servers that accept what orders.yaml forbids. */
const ACCEPTED: Variation<OrdersState>[] = [
  acceptsAt("an order without a currency", "createOrder", /^$/, "required"),
  acceptsAt("a quantity of 0 in a new order", "createOrder", /\/quantity$/, "minimum"),
  acceptsAt("a word as the price of an added item", "createOrderItem", /^\/unit_amount$/, "type"),
  acceptsAt(
    "a country in small letters in a shipping address",
    "createOrder",
    /^\/shipping\/address\/country$/,
    "pattern",
  ),
  acceptsAt("shipping without an address in a change", "updateOrder", /^\/shipping$/, "required"),
  acceptsAt("a date of delivery that does not exist", "updateOrder", /^\/deliver_on$/, "format"),
  acceptsAt("a value of metadata that is too long", "createOrder", /^\/metadata\//, "maxLength"),
  acceptsAt("a customer without an email address", "createCustomer", /^$/, "required"),
  acceptsAt("an email address without an @", "createCustomer", /^\/email$/, "format"),
  acceptsAt("a preferred locale twice", "createCustomer", /^\/preferred_locales$/, "uniqueItems"),
  acceptsAt("a refund of nothing", "createRefund", /^\/amount$/, "minimum"),
  acceptsAt("an unknown field of a refund", "createRefund", /^$/, "additionalProperties"),
  acceptsAt("a locale outside the enum in the account", "updateAccount", /^\/settings\/locale$/, "enum"),
  accepts("a new customer without a body", { operation: "createCustomer", kind: "missingBody" }),
  // Parameters.
  accepts("a limit of 0", { operation: "listCustomers", place: "limit", keyword: "minimum" }),
  accepts("a limit of 101", { operation: "listOrders", place: "limit", keyword: "maximum" }),
  accepts("a status outside the enum", { operation: "listOrders", place: "status", keyword: "enum" }),
  accepts("a word as a time of creation", { operation: "listRefunds", place: "created", keyword: "type" }),
  accepts("the expansion of a field that cannot be expanded", {
    operation: "retrieveOrder",
    place: "expand",
    keyword: "enum",
  }),
  {
    title: "creates orders for customers that never existed",
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      const form = formOf(request);
      const customer = form.get("customer") ?? "";
      const isRefused = operation === "createOrder" && /customer does not exist/.test(String(response.body));
      if (!isRefused) return response;
      form.set("customer", [...state.customers.keys()][0] ?? "");
      const created = await next({ ...request, body: Buffer.from(String(form)) });
      return isSuccess(created) ? changeJson(created, (body) => ({ ...asObject(body), customer })) : response;
    },
  },
  // Keys.
  accepts("requests to list customers without a valid key", { operation: "listCustomers", kind: "credentials" }),
  accepts("refunds without a valid key", { operation: "createRefund", kind: "credentials" }),
  {
    title: "accepts any key for orders",
    respond: (request, next, { operation = "" }) => {
      const isAccepted = /Order$/.test(operation) && /^Bearer \S+/.test(request.headers.authorization ?? "");
      return next(isAccepted ? { ...request, headers: { ...request.headers, ...ANY_KEY } } : request);
    },
  },
];

/** Servers that fail where orders.yaml allows or rejects something. */
const FAILURES: Variation<OrdersState>[] = [
  failsAt("the id of an order without its prefix", { operation: "retrieveOrder", place: "order" }, FAILURE),
  failsAt("items that are not a list", { operation: "createOrder", place: "/items" }, FAILURE),
  failsFor("names that are not ASCII", "createCustomer", (form) => !isAscii(form.get("name") ?? "")),
  failsFor("orders without shipping", "createOrder", (form) => !form.has("shipping[name]")),
  failsFor("changes of the description alone", "updateOrder", (form) => form.has("description") && form.size === 1),
  failsFor("an empty value of metadata", "createRefund", (form) =>
    [...form].some(([name, text]) => name.startsWith("metadata[") && text === ""),
  ),
  toValidQueries(
    "fails for a range of times with two bounds",
    "listOrders",
    (query) => [...query.keys()].filter((name) => name.startsWith("created[")).length > 1,
    FAILURE,
  ),
  {
    title: "fails for unknown refunds",
    respond: toValid("retrieveRefund", (request, { refunds }) => !refunds.has(idIn(request)), FAILURE),
  },
  {
    title: "fails for the cursor of a customer that was deleted",
    respond: async (request, next, { operation, memory }) => {
      const response = await next();
      if (operation === "deleteCustomer" && isSuccess(response)) memory.set(idIn(request), 1);
      const isGone = memory.has(request.query.get("starting_after") ?? "");
      return operation === "listCustomers" && isGone ? FAILURE : response;
    },
  },
  {
    title: "fails for filters by a customer without orders",
    respond: toValid(
      "listOrders",
      ({ query }, state) =>
        query.has("customer") && ![...state.orders.values()].some(({ customer }) => customer === query.get("customer")),
      FAILURE,
    ),
  },
];

/** Servers that accept what orders.yaml forbids, or fail where it allows or rejects something. */
export const ORDERS_REQUEST_FAULTS: Variation<OrdersState>[] = [...ACCEPTED, ...FAILURES];
