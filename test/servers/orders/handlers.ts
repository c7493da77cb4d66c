import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type Service } from "../service.js";
import { expands, isCreatedIn, isWanted, pageOf, withCustomer } from "./lists.js";
import { amountOf, newId, now, type OrdersState } from "./state.js";

type Handlers = Service<OrdersState>["handlers"];
type Collection = "customers" | "orders" | "refunds";

/** The object that a path names. */
function found(request: ReadRequest, state: OrdersState, name: "customer" | "order" | "refund"): JsonObject {
  const object = state[`${name}s`].get(String(request.path[name]));
  if (!object) throw new Rejection(404, `There is no such ${name}.`);
  return object;
}

function store(state: OrdersState, collection: Collection, object: JsonObject): JsonObject {
  state[collection].set(String(object.id), object);
  return object;
}

const CUSTOMER_FIELDS = ["address", "email", "metadata", "name", "phone", "preferred_locales"];
const ORDER_CHANGE = ["deliver_on", "description", "metadata", "shipping"];
const NEW_ORDER = [...ORDER_CHANGE, "customer", "currency"];

/** Some fields of a body. A server ignores all other fields that the document leaves open. */
function fieldsOf({ body }: ReadRequest, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(asObject(body)).filter(([name]) => names.includes(name)));
}

/** Fields that are merged by name. All others are replaced. */
const MERGED = ["metadata", "settings"];

/** An object with the fields that were sent. */
function changed(object: JsonObject, sent: JsonObject): JsonObject {
  const fields = Object.entries(sent).map(([name, value]): [string, Json] => [
    name,
    MERGED.includes(name) && isObject(value) ? { ...asObject(object[name]), ...value } : value,
  ]);
  return { ...object, ...Object.fromEntries(fields) };
}

function newItem(sent: Json | undefined): JsonObject {
  const { sku = "", quantity = 1, unit_amount = 1 } = asObject(sent);
  return { id: newId("itm"), object: "order_item", created: now(), quantity, sku, unit_amount };
}

function assertOpen({ status = "" }: JsonObject): void {
  if (status !== "open") throw new Rejection(409, `The order is ${String(status)}.`);
}

const CUSTOMERS: Handlers = {
  listCustomers: (request, { customers }) =>
    pageOf(request, {
      all: [...customers.values()],
      url: "/v1/customers",
      selects: (each) => isWanted(request, "email", each) && isCreatedIn(request, each),
    }),
  createCustomer(request, state) {
    const created = now();
    const optional = { address: null, metadata: {}, name: null, phone: null, preferred_locales: [] };
    const fields = { ...optional, ...fieldsOf(request, CUSTOMER_FIELDS) };
    const customer = { id: newId("cus"), object: "customer", created, ...fields, updated: created };
    return json(200, store(state, "customers", customer));
  },
  retrieveCustomer: (request, state) => json(200, found(request, state, "customer")),
  updateCustomer(request, state) {
    const customer = changed(found(request, state, "customer"), fieldsOf(request, CUSTOMER_FIELDS));
    return json(200, store(state, "customers", { ...customer, updated: now() }));
  },
  deleteCustomer(request, state) {
    const { id = "" } = found(request, state, "customer");
    state.customers.delete(String(id));
    return json(200, { id, object: "customer", deleted: true });
  },
};

const ORDERS: Handlers = {
  listOrders: (request, state) =>
    pageOf(request, {
      all: [...state.orders.values()],
      url: "/v1/orders",
      selects: (each) =>
        isWanted(request, "customer", each) && isWanted(request, "status", each) && isCreatedIn(request, each),
      shown: (each) => (expands(request, "data.customer") ? withCustomer(each, state) : each),
    }),
  createOrder(request, state) {
    const fields = fieldsOf(request, NEW_ORDER);
    if (!state.customers.has(String(fields.customer))) throw new Rejection(400, "/customer does not exist.");
    const items = asList(asObject(request.body).items).map(newItem);
    const order = {
      id: newId("ord"),
      object: "order",
      amount: amountOf(items),
      amount_refunded: 0,
      cancellation_reason: null,
      created: now(),
      currency: "chf",
      ...{ deliver_on: null, description: null, metadata: {}, shipping: null },
      ...fields,
      items,
      status: "open",
      updated: now(),
    };
    return json(200, store(state, "orders", order));
  },
  retrieveOrder(request, state) {
    const order = found(request, state, "order");
    return json(200, expands(request, "customer") ? withCustomer(order, state) : order);
  },
  updateOrder(request, state) {
    const order = changed(found(request, state, "order"), fieldsOf(request, ORDER_CHANGE));
    return json(200, store(state, "orders", { ...order, updated: now() }));
  },
  cancelOrder(request, state) {
    const order = found(request, state, "order");
    assertOpen(order);
    if (order.amount_refunded !== 0) throw new Rejection(409, "The order has refunds.");
    const { cancellation_reason = null } = asObject(request.body);
    const canceled = { ...order, cancellation_reason, status: "canceled", updated: now() };
    return json(200, store(state, "orders", canceled));
  },
  listOrderItems(request, state) {
    const { id = "", items = [] } = found(request, state, "order");
    return pageOf(request, { all: asList(items).map(asObject), url: `/v1/orders/${String(id)}/items` });
  },
  createOrderItem(request, state) {
    const order = found(request, state, "order");
    assertOpen(order);
    const item = newItem(request.body);
    const items = [...asList(order.items), item];
    store(state, "orders", { ...order, items, amount: amountOf(items), updated: now() });
    return json(200, item);
  },
};

/** The order of a new refund, and its amount. */
function refundable({ body }: ReadRequest, { orders }: OrdersState): { order: JsonObject; amount: number } {
  const { order: id = "", amount } = asObject(body);
  const order = orders.get(String(id));
  if (!order) throw new Rejection(400, "/order does not exist.");
  assertOpen(order);
  const remaining = Number(order.amount) - Number(order.amount_refunded);
  if (Number(amount ?? remaining) > remaining) throw new Rejection(400, `/amount is more than ${remaining}.`);
  return { order, amount: Number(amount ?? remaining) };
}

const REFUNDS: Handlers = {
  listRefunds: (request, { refunds }) =>
    pageOf(request, {
      all: [...refunds.values()],
      url: "/v1/refunds",
      selects: (each) => isWanted(request, "order", each) && isCreatedIn(request, each),
    }),
  createRefund(request, state) {
    const { order, amount } = refundable(request, state);
    const { reason = null, metadata = {} } = asObject(request.body);
    const { id = "", currency = "" } = order;
    const amount_refunded = Number(order.amount_refunded) + amount;
    const status = amount_refunded === order.amount ? "refunded" : "open";
    store(state, "orders", { ...order, amount_refunded, status, updated: now() });
    const expected_at = new Date((now() + 432_000) * 1000).toISOString();
    const fields = { amount, created: now(), currency, expected_at, metadata, order: id, reason };
    const refund = { id: newId("re"), object: "refund", ...fields, status: "succeeded" };
    return json(200, store(state, "refunds", refund));
  },
  retrieveRefund(request, state) {
    const refund = found(request, state, "refund");
    const order = expands(request, "order") ? state.orders.get(String(refund.order)) : undefined;
    return json(200, order ? { ...refund, order } : refund);
  },
};

const ACCOUNT: Handlers = {
  retrieveAccount: (_, { account }) => json(200, account),
  updateAccount(request, state) {
    state.account = changed(state.account, fieldsOf(request, ["name", "settings"]));
    return json(200, state.account);
  },
};

/** The operations of orders.yaml. */
export const HANDLERS: Handlers = { ...CUSTOMERS, ...ORDERS, ...REFUNDS, ...ACCOUNT };
