import { randomBytes } from "node:crypto";
import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { inBodies, inEveryResponse, isSuccess, jsonOf } from "../change.js";
import { appearsLater } from "../legal-waiting.js";
import { json, type Variation } from "../service.js";
import { ORDERS_LEGAL_RULES } from "./legal-rules.js";
import { orderError } from "./service.js";
import { newId, now, type OrdersState } from "./state.js";
import { after, alter, idIn } from "./variations.js";

const LISTS = ["listCustomers", "listOrders", "listOrderItems", "listRefunds"];

/** The objects of the type that an operation creates. */
function createdBy(operation: string | undefined, state: OrdersState): Map<string, JsonObject> | undefined {
  if (operation === "createCustomer") return state.customers;
  if (operation === "createOrder") return state.orders;
  return operation === "createRefund" ? state.refunds : undefined;
}

/** Changes created objects, in the response as well. */
function created(title: string, change: (object: JsonObject, count: number) => JsonObject): Variation<OrdersState> {
  return {
    title,
    respond: async (_, next, { operation, state, count }) => {
      const response = await next();
      const objects = createdBy(operation, state);
      if (!objects || !isSuccess(response)) return response;
      const object = asObject(jsonOf(response));
      const changed = change(object, count);
      objects.delete(String(object.id));
      objects.set(String(changed.id), changed);
      return json(200, changed);
    },
  };
}

/** Changes the sizes of pages that are requested. The size is valid. */
function inPageSizes(title: string, change: (size: number, count: number) => number): Variation<OrdersState> {
  return {
    title,
    respond: async (request, next, { operation = "", count, violation }) => {
      if (!LISTS.includes(operation) || (await violation())) return next();
      const query = new URLSearchParams(request.query);
      query.set("limit", String(change(Number(query.get("limit") ?? 10), count)));
      return next({ ...request, query });
    },
  };
}

/** Items of the same article as one item. */
function mergedItems(items: readonly JsonObject[]): JsonObject[] {
  const merged = new Map<string, JsonObject>();
  for (const item of items) {
    const key = `${String(item.sku)} ${String(item.unit_amount)}`;
    const same = merged.get(key);
    merged.set(key, same ? { ...same, quantity: Number(same.quantity) + Number(item.quantity) } : item);
  }
  return [...merged.values()];
}

/** A customer as it was, and for how long it is shown. */
interface Replica {
  customer: JsonObject;
  until: number;
}

const replicas = new WeakMap<OrdersState, Map<string, Replica>>();

/** Servers whose changes take some time. */
const LATER: Variation<OrdersState>[] = [
  {
    title: "shows and lists a created order 400 ms later",
    respond: appearsLater({
      create: "createOrder",
      retrieve: "retrieveOrder",
      list: "listOrders",
      items: "data",
      milliseconds: 400,
      notFound: () => orderError(404, "There is no such order yet."),
    }),
    waits: true,
  },
  {
    title: "shows a changed customer 300 ms later",
    respond: async (request, next, { operation, state }) => {
      const shown = replicas.get(state) ?? new Map<string, Replica>();
      replicas.set(state, shown);
      const id = idIn(request);
      const customer = state.customers.get(id);
      const response = await next();
      const { until = 0, customer: older } = shown.get(id) ?? {};
      if (operation === "updateCustomer" && isSuccess(response) && customer && until < Date.now()) {
        shown.set(id, { customer, until: Date.now() + 300 });
      }
      const isStale = operation === "retrieveCustomer" && isSuccess(response) && older && until > Date.now();
      return isStale ? json(200, older) : response;
    },
    waits: true,
  },
  {
    title: "deletes customers 300 ms later",
    respond: after("deleteCustomer", ({ state, before, id }) => {
      state.customers = new Map(before.customers);
      setTimeout(() => state.customers.delete(id), 300);
    }),
    waits: true,
  },
  {
    title: "cancels orders 300 ms later, with the status canceling meanwhile",
    respond: async (request, next, { operation, state: { orders } }) => {
      const response = await next();
      const id = idIn(request);
      if (operation !== "cancelOrder" || !isSuccess(response)) return response;
      alter(orders, id, () => ({ status: "canceling" }));
      setTimeout(() => alter(orders, id, () => ({ status: "canceled" })), 300);
      return json(200, orders.get(id) ?? {});
    },
    waits: true,
  },
  {
    title: "has pending refunds, which succeed 200 ms later",
    respond: async (_, next, { operation, state: { refunds } }) => {
      const response = await next();
      if (operation !== "createRefund" || !isSuccess(response)) return response;
      const id = String(asObject(jsonOf(response)).id);
      alter(refunds, id, () => ({ status: "pending" }));
      setTimeout(() => alter(refunds, id, () => ({ status: "succeeded" })), 200);
      return json(200, refunds.get(id) ?? {});
    },
    waits: true,
  },
  {
    title: "responds to each fortieth request with 429 and Retry-After",
    respond: (_, next, { count }) => {
      const { headers, ...error } = orderError(429, "There are too many requests.");
      return count % 40 === 0 ? { ...error, headers: { ...headers, "Retry-After": "1" } } : next();
    },
    waits: true,
  },
  {
    title: "rejects a change of an order within 50 ms after another one with 409",
    respond: async (request, next, { operation, memory, violation }) => {
      if (operation !== "updateOrder" || (await violation())) return next();
      const isLocked = Date.now() - (memory.get(request.path) ?? 0) < 50;
      memory.set(request.path, Date.now());
      return isLocked ? orderError(409, "The order is locked.") : next();
    },
    waits: true,
  },
];

/** Servers that have other data. */
const DATA: Variation<OrdersState>[] = [
  {
    title: "has no customers, orders and refunds at first",
    prepare: (state) => {
      for (const objects of [state.customers, state.orders, state.refunds]) objects.clear();
    },
  },
  {
    title: "has other clients, which create customers and orders meanwhile",
    respond: (_, next, { state: { customers, orders }, count }) => {
      for (const [prefix, objects] of [
        ["cus", customers],
        ["ord", orders],
      ] as const) {
        const [template] = objects.values();
        const times = { created: now(), updated: now() };
        const id = newId(prefix);
        if (template && count % 3 === 0 && count < 200) objects.set(id, { ...template, id, ...times });
      }
      return next();
    },
  },
  created("has ids of 32 capital letters and digits", (object) => {
    const [prefix] = String(object.id).split("_");
    return { ...object, id: `${prefix}_${randomBytes(16).toString("hex").toUpperCase()}` };
  }),
  created("numbers its objects", (object, count) => {
    const [prefix] = String(object.id).split("_");
    return { ...object, id: `${prefix}_${String(1000 + count)}` };
  }),
  created("rounds times of creation to minutes", (object) => {
    const time = Math.floor(Number(object.created) / 60) * 60;
    return { ...object, created: time };
  }),
  {
    title: "merges items of a new order that are of the same article",
    respond: async (_, next, { operation, state: { orders } }) => {
      const response = await next();
      if (operation !== "createOrder" || !isSuccess(response)) return response;
      const order = asObject(jsonOf(response));
      const items = mergedItems(asList(order.items).map(asObject));
      alter(orders, String(order.id), () => ({ items }));
      return json(200, { ...order, items });
    },
  },
  {
    title: "still shows a deleted customer, with the field that says so",
    respond: async (request, next, { operation, memory }) => {
      const response = await next();
      const id = idIn(request);
      if (operation === "deleteCustomer" && isSuccess(response)) memory.set(id, 1);
      const isShown = operation === "retrieveCustomer" && response.status === 404 && memory.has(id);
      return isShown ? json(200, { id, object: "customer", deleted: true }) : response;
    },
  },
  {
    title: "calls each retrieval of an order an update",
    respond: (request, next, { operation, state: { orders }, count }) => {
      if (operation === "retrieveOrder") alter(orders, idIn(request), () => ({ updated: now(), views: count }));
      return next();
    },
  },
];

/** Servers with other pages. */
const PAGES: Variation<OrdersState>[] = [
  inPageSizes("has at most four objects on a page, whatever the limit", (size) => Math.min(4, size)),
  inPageSizes("has pages of different sizes, which are not more than the limit", (size, count) =>
    Math.max(1, size - (count % 3)),
  ),
  {
    title: "reads the cursor of an unknown object as the beginning",
    respond: async (request, next, { operation = "" }) => {
      const response = await next();
      const { param } = asObject(asObject(jsonOf(response)).error);
      const query = new URLSearchParams(request.query);
      const isUnknown = LISTS.includes(operation) && /^(starting_after|ending_before)$/.test(String(param));
      if (!isUnknown || !/not in the list/.test(String(response.body))) return response;
      query.delete(String(param));
      return next({ ...request, query });
    },
  },
  {
    title: "has complete addresses as the urls of lists",
    respond: inBodies(LISTS, (body) => ({ ...body, url: `https://orders.example.com${String(body.url)}` })),
  },
  {
    title: "sends a tag, an id of the request, and a charset with each response",
    respond: inEveryResponse(({ headers, ...response }) => {
      const added = { ETag: 'W/"1"', "Request-Id": "req_1", "Content-Type": "application/json; charset=utf-8" };
      return { ...response, headers: { ...headers, ...added } };
    }),
  },
];

/** Servers that break no statement of orders.yaml. */
export const ORDERS_LEGAL: Variation<OrdersState>[] = [
  { title: "follows its document in the plainest way" },
  ...LATER,
  ...DATA,
  ...PAGES,
  ...ORDERS_LEGAL_RULES,
];
