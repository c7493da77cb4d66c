import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { changeJson, inBodies, inItems, isSuccess, jsonOf } from "../change.js";
import { json, type Variation } from "../service.js";
import { amountOf, type OrdersState } from "./state.js";
import { after, alter, formOf, idIn, neighborOf } from "./variations.js";

/** An order with other items. */
const withItems = (change: (items: JsonObject[]) => JsonObject[]) => (order: JsonObject) => {
  const items = change(asList(order.items).map(asObject));
  return { items, amount: amountOf(items) };
};

/** Servers that break what orders.yaml implies of orders and their items. */
export const ORDERS_ORDER_FAULTS: Variation<OrdersState>[] = [
  {
    title: "does not find a created order of several items",
    needsTwo: true,
    respond: after("createOrder", ({ state, shown }) => {
      if (asList(shown.items).length > 1) state.orders.delete(String(shown.id));
    }),
  },
  {
    title: "stores each further new order under the id of the one before",
    needsTwo: true,
    respond: async (_, next, { operation, state, memory }) => {
      const response = await next();
      if (operation !== "createOrder" || !isSuccess(response)) return response;
      const created = asObject(jsonOf(response));
      memory.set("created", (memory.get("created") ?? 0) + 1);
      if (memory.get("created") === 1) return response;
      const { id = "" } = neighborOf(state.orders, String(created.id)) ?? created;
      state.orders.delete(String(created.id));
      state.orders.set(String(id), { ...created, id });
      return json(200, { ...created, id });
    },
  },
  {
    title: "stores the name of the city as the street of a shipping address",
    needsTwo: true,
    respond: after("createOrder", ({ state, shown }) => {
      if (!shown.shipping) return;
      const shipping = asObject(shown.shipping);
      const address = asObject(shipping.address);
      alter(state.orders, String(shown.id), () => ({
        shipping: { ...shipping, address: { ...address, line1: address.city ?? "" } },
      }));
    }),
  },
  {
    title: "stores the first item of a new order only",
    needsTwo: true,
    respond: after("createOrder", ({ state, shown }) => {
      alter(
        state.orders,
        String(shown.id),
        withItems((items) => items.slice(0, 1)),
      );
    }),
  },
  {
    title: "stores a quantity of 1 for every item of a new order",
    needsTwo: true,
    respond: after("createOrder", ({ state, shown }) => {
      alter(
        state.orders,
        String(shown.id),
        withItems((items) => items.map((item) => ({ ...item, quantity: 1 }))),
      );
    }),
  },
  {
    title: "does not store the keys of metadata that have a capital letter",
    needsTwo: true,
    respond: after("createOrder", ({ state, shown }) => {
      const kept = Object.entries(asObject(shown.metadata)).filter(([key]) => !/[A-Z]/.test(key));
      alter(state.orders, String(shown.id), () => ({ metadata: Object.fromEntries(kept) }));
    }),
  },
  {
    title: "stores the day before the one of a delivery",
    needsTwo: true,
    respond: after("createOrder", ({ state, shown: { id, deliver_on } }) => {
      if (typeof deliver_on !== "string") return;
      const before = new Date(new Date(deliver_on).getTime() - 86_400_000);
      alter(state.orders, String(id), () => ({ deliver_on: before.toISOString().slice(0, 10) }));
    }),
  },
  {
    title: "does not store a changed shipping address",
    needsTwo: true,
    respond: after("updateOrder", ({ state, before, id }) => {
      const { shipping = null } = before.orders.get(id) ?? {};
      alter(state.orders, id, () => ({ shipping }));
    }),
  },
  {
    title: "removes the description of an order when its metadata are changed",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      const names = [...formOf(request).keys()];
      const isConcerned = names.some((name) => name.startsWith("metadata[")) && !names.includes("description");
      if (operation !== "updateOrder" || !isSuccess(response) || !isConcerned) return response;
      alter(state.orders, idIn(request), () => ({ description: null }));
      return changeJson(response, (body) => ({ ...asObject(body), description: null }));
    },
  },
  {
    title: "removes the date of delivery when an order is changed without any field",
    needsTwo: true,
    respond: after("updateOrder", ({ state, id, request }) => {
      if (request.body.length === 0) alter(state.orders, id, () => ({ deliver_on: null }));
    }),
  },
  {
    title: "changes the description of all orders of the customer",
    needsTwo: true,
    respond: after("updateOrder", ({ state, shown: { customer, description = null } }) => {
      for (const [id, order] of state.orders) {
        if (order.customer === customer) alter(state.orders, id, () => ({ description }));
      }
    }),
  },
  {
    title: "shows the order before, with the requested id",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      const id = idIn(request);
      const other = neighborOf(state.orders, id);
      return operation === "retrieveOrder" && isSuccess(response) && other ? json(200, { ...other, id }) : response;
    },
  },
  {
    title: "leaves canceled orders open",
    needsTwo: true,
    respond: after("cancelOrder", ({ state, id }) => alter(state.orders, id, () => ({ status: "open" }))),
  },
  {
    title: "does not store why an order was canceled",
    needsTwo: true,
    respond: after("cancelOrder", ({ state, id }) => alter(state.orders, id, () => ({ cancellation_reason: null }))),
  },
  {
    title: "cancels the other orders of the customer as well",
    needsTwo: true,
    respond: after("cancelOrder", ({ state, shown: { customer } }) => {
      for (const [id, order] of state.orders) {
        if (order.customer === customer) alter(state.orders, id, () => ({ status: "canceled" }));
      }
    }),
  },
  {
    title: "cancels an order a second time",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const order = state.orders.get(idIn(request));
      const response = await next();
      const isAgain = operation === "cancelOrder" && response.status === 409 && order?.status === "canceled";
      return isAgain ? json(200, order) : response;
    },
  },
  {
    title: "expands the customer of an order as the newest customer",
    needsTwo: true,
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      const { customer, ...order } = asObject(jsonOf(response));
      const newest = [...state.customers.values()].at(-1);
      const isExpanded = operation === "retrieveOrder" && typeof customer === "object" && newest !== undefined;
      return isExpanded ? json(200, { ...order, customer: newest }) : response;
    },
  },
  {
    title: "shows an order without its metadata when its customer is expanded",
    needsTwo: true,
    respond: async (request, next, context) => {
      const isExpanded = [...request.query.keys()].some((name) => name.startsWith("expand"));
      return isExpanded
        ? inBodies(["retrieveOrder"], (order) => ({ ...order, metadata: {} }))(request, next, context)
        : next();
    },
  },
  // Items.
  {
    title: "forgets the items that are added to an order",
    needsTwo: true,
    respond: after("createOrderItem", ({ state, before, id }) => {
      state.orders.set(id, before.orders.get(id) ?? {});
    }),
  },
  {
    title: "adds items to the order before",
    needsTwo: true,
    respond: (request, next, { operation, state }) => {
      const id = idIn(request);
      const { id: other = id } = neighborOf(state.orders, id) ?? {};
      const isOpen = state.orders.get(String(other))?.status === "open";
      const path = request.path.replace(id, String(other));
      return next(operation === "createOrderItem" && isOpen ? { ...request, path } : request);
    },
  },
  {
    title: "fills pages of items with those of other orders",
    needsTwo: true,
    respond: async (request, next, context) => {
      const others = [...context.state.orders.values()].filter(({ id }) => id !== idIn(request));
      const items = others.flatMap((order) => asList(order.items)).map(asObject);
      const limit = Number(request.query.get("limit") ?? 10);
      const fill = inItems("listOrderItems", "data", (own) => [...own, ...items].slice(0, limit));
      return fill(request, next, context);
    },
  },
  {
    title: "lists items with a higher amount than they were added with",
    needsTwo: true,
    respond: inItems("listOrderItems", "data", (items) =>
      items.map((item) => ({ ...item, unit_amount: Number(item.unit_amount) + 1 })),
    ),
  },
  {
    title: "adds items to canceled orders",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const order = state.orders.get(idIn(request));
      if (operation !== "createOrderItem" || order?.status !== "canceled") return next();
      alter(state.orders, idIn(request), () => ({ status: "open" }));
      const response = await next();
      alter(state.orders, idIn(request), () => ({ status: "canceled" }));
      return response;
    },
  },
];
