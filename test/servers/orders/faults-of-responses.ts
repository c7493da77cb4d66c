import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { changeJson, inBodies, inEveryResponse, inItems, inSuccesses, isSuccess, within, without } from "../change.js";
import { sends } from "../faults-of-requests.js";
import { empty, json, type ServedResponse, type Variation } from "../service.js";
import { orderError } from "./service.js";
import type { OrdersState } from "./state.js";
import { formOf, idIn } from "./variations.js";

/** Changes the JSON object of a response. */
const inObject = (change: (body: JsonObject) => JsonObject) => (response: ServedResponse) =>
  changeJson(response, (body) => change(asObject(body)));

/** Changes the rejections with a status. */
const inErrors = (status: number, change: (response: ServedResponse) => ServedResponse) =>
  inEveryResponse((response) => (response.status === status ? change(response) : response));

/** Servers whose responses do not fit their schemas. */
const BODIES: Variation<OrdersState>[] = [
  sends(
    "the time of creation as a text",
    "retrieveCustomer",
    inObject((each) => ({ ...each, created: new Date(Number(each.created) * 1000).toISOString() })),
  ),
  {
    title: "lists times of creation in milliseconds",
    respond: inItems("listOrders", "data", (items) =>
      items.map((each) => ({ ...each, created: Number(each.created) * 1000 })),
    ),
  },
  sends(
    "a time of arrival without its zone",
    "createRefund",
    inObject((each) => ({ ...each, expected_at: String(each.expected_at).slice(0, 19).replace("T", " ") })),
  ),
  sends(
    "postal codes as numbers",
    "retrieveCustomer",
    inObject((each) =>
      each.address
        ? within(each, "address", ({ postal_code, ...address }) => ({ ...address, postal_code: Number(postal_code) }))
        : each,
    ),
  ),
  sends(
    "canceled orders as cancelled",
    "cancelOrder",
    inObject((each) => ({ ...each, status: "cancelled" })),
  ),
  sends(
    "the settings of the account without the locale",
    "updateAccount",
    inObject((each) => within(each, "settings", (settings) => without(settings, "locale"))),
  ),
  sends(
    "a deleted customer without the field that says so",
    "deleteCustomer",
    inObject((each) => without(each, "deleted")),
  ),
  {
    title: "lists customers without a phone without the field",
    respond: inItems("listCustomers", "data", (items) =>
      items.map((each) => (each.phone === null ? without(each, "phone") : each)),
    ),
  },
  {
    title: "sends pages of refunds without has_more",
    respond: inBodies(["listRefunds"], (each) => without(each, "has_more")),
  },
  {
    title: "sends null in place of an empty list of orders",
    respond: inBodies(["listOrders"], (each) => (asList(each.data).length > 0 ? each : { ...each, data: null })),
  },
  sends(
    "an expanded order with its id and its amount alone",
    "retrieveRefund",
    inObject((each) => {
      const { id = "", amount = 0 } = asObject(each.order);
      return typeof each.order === "string" ? each : { ...each, order: { id, amount } };
    }),
  ),
  sends("an order that is cut off", "retrieveOrder", (response) => ({
    ...response,
    body: String(response.body).slice(0, -10),
  })),
];

/** Servers whose responses do not fit their requests. */
const ECHOES: Variation<OrdersState>[] = [
  sends(
    "a created order without its last item",
    "createOrder",
    inObject((each) => ({ ...each, items: asList(each.items).slice(0, Math.max(1, asList(each.items).length - 1)) })),
  ),
  sends(
    "the name of the customer as the city of a created customer",
    "createCustomer",
    inObject((each) =>
      each.address ? within(each, "address", (address) => ({ ...address, city: each.name ?? "-" })) : each,
    ),
  ),
  sends(
    "keys of metadata of a changed order in capitals",
    "updateOrder",
    inObject((each) =>
      within(each, "metadata", (metadata) =>
        Object.fromEntries(Object.entries(metadata).map(([key, text]) => [key.toUpperCase(), text])),
      ),
    ),
  ),
  {
    title: "sends a customer as it was before the change",
    respond: async (request, next, { operation, state }) => {
      const before = state.customers.get(idIn(request));
      const response = await next();
      return operation === "updateCustomer" && isSuccess(response) && before ? json(200, before) : response;
    },
  },
  {
    title: "sends the first customer for every id",
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      const [first = {}] = state.customers.values();
      return operation === "retrieveCustomer" && isSuccess(response) ? json(200, first) : response;
    },
  },
  {
    title: "refunds the whole order if an amount is sent",
    respond: async (request, next, { operation, violation }) => {
      const form = formOf(request);
      if (operation !== "createRefund" || !form.has("amount") || (await violation())) return next();
      form.delete("amount");
      return next({ ...request, body: Buffer.from(String(form)) });
    },
  },
];

/** Servers that send other statuses, media types and errors. */
const MESSAGES: Variation<OrdersState>[] = [
  sends("201 for a created order", "createOrder", (response) => ({ ...response, status: 201 })),
  sends("customers as text/html", "listCustomers", (response) => ({
    ...response,
    headers: { "Content-Type": "text/html" },
  })),
  { title: "sends an added item without a body", respond: inSuccesses(["createOrderItem"], () => empty(200)) },
  {
    title: "sends 200 and an error for an unknown order",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "retrieveOrder" && response.status === 404 ? { ...response, status: 200 } : response;
    },
  },
  {
    title: "sends an empty list of items for an unknown order",
    respond: async (request, next, { operation, violation }) => {
      const response = await next();
      const isUnknown = operation === "listOrderItems" && response.status === 404 && !(await violation());
      return isUnknown ? json(200, { object: "list", data: [], has_more: false, url: request.path }) : response;
    },
  },
  {
    title: "says that an unknown customer is deleted",
    respond: async (request, next, { operation, violation, memory }) => {
      const response = await next();
      const id = idIn(request);
      if (operation === "deleteCustomer" && isSuccess(response)) memory.set(id, 1);
      const isUnknown = operation === "deleteCustomer" && response.status === 404 && !memory.has(id);
      return isUnknown && !(await violation()) ? json(200, { id, object: "customer", deleted: true }) : response;
    },
  },
  {
    title: "sends 400 with a text as the error",
    respond: inErrors(400, (response) =>
      changeJson(response, (body) => ({ error: asObject(asObject(body).error).message ?? "" })),
    ),
  },
  {
    title: "fails for an order that cannot be canceled",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "cancelOrder" && response.status === 409 ? orderError(500, "Deadlock found.") : response;
    },
  },
];

/** Servers that send what orders.yaml does not describe. */
export const ORDERS_RESPONSE_FAULTS: Variation<OrdersState>[] = [...BODIES, ...ECHOES, ...MESSAGES];
