import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { changeJson, inItems, isSuccess, jsonOf } from "../change.js";
import { json, type Variation } from "../service.js";
import { ORDERS_LIST_FAULTS } from "./faults-of-lists.js";
import { ORDERS_ORDER_FAULTS } from "./faults-of-orders.js";
import { ORDERS_REFUND_FAULTS } from "./faults-of-refunds.js";
import { ORDERS_REQUEST_FAULTS } from "./faults-of-requests.js";
import { ORDERS_RESPONSE_FAULTS } from "./faults-of-responses.js";
import { newId, now, type OrdersState, SEEDED } from "./state.js";
import { after, alter, formOf, idIn, neighborOf } from "./variations.js";

/** The bodies that a server keeps for later requests. */
const caches = new WeakMap<OrdersState, Map<string, string>>();

/** The customers with their newest changes. */
const lagging = new WeakMap<OrdersState, Map<string, JsonObject>>();

/** The ids of deleted customers. */
const freeIds = new WeakMap<OrdersState, string[]>();

/** Servers that break what orders.yaml implies of customers and of the account. */
const CUSTOMER_FAULTS: Variation<OrdersState>[] = [
  {
    title: "forgets customers that have no name",
    needsTwo: true,
    respond: after("createCustomer", ({ state, shown }) => {
      if (shown.name === null) state.customers.delete(String(shown.id));
    }),
  },
  {
    title: "does not store changes of customers",
    needsTwo: true,
    respond: after("updateCustomer", ({ state, before }) => {
      state.customers = before.customers;
    }),
  },
  {
    title: "shows a change of a customer only after the next change",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { state, operation } = context;
      const newest = lagging.get(state) ?? new Map<string, JsonObject>();
      lagging.set(state, newest);
      const id = idIn(request);
      const shown = state.customers.get(id);
      if (operation !== "updateCustomer" || !shown) return next();
      const current = newest.get(id) ?? shown;
      state.customers.set(id, current);
      const response = await next();
      newest.set(id, state.customers.get(id) ?? current);
      state.customers.set(id, current);
      return response;
    },
  },
  {
    title: "removes the phone of a customer if a change does not have it",
    needsTwo: true,
    respond: after("updateCustomer", ({ state, id, request }) => {
      if (!formOf(request).has("phone")) alter(state.customers, id, () => ({ phone: null }));
    }),
  },
  {
    title: "replaces all metadata of a customer where it has to be merged",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      const prefix = /^metadata\[(.*)\]$/;
      const sent = [...formOf(request)].filter(([name]) => prefix.test(name));
      if (operation !== "updateCustomer" || !isSuccess(response) || sent.length === 0) return response;
      const metadata = Object.fromEntries(sent.map(([name, text]) => [name.replace(prefix, "$1"), text]));
      alter(state.customers, idIn(request), () => ({ metadata }));
      return changeJson(response, (body) => ({ ...asObject(body), metadata }));
    },
  },
  {
    title: "stores the new email address for the customer before as well",
    needsTwo: true,
    respond: after("updateCustomer", ({ state, id, shown, request }) => {
      const { id: other } = neighborOf(state.customers, id) ?? {};
      if (formOf(request).has("email")) alter(state.customers, String(other), () => ({ email: shown.email ?? "" }));
    }),
  },
  {
    title: "does not store the postal code of an address",
    needsTwo: true,
    respond: after("createCustomer", ({ state, shown }) => {
      alter(state.customers, String(shown.id), ({ address }) => {
        const { postal_code: _, ...stored } = asObject(address);
        return { address: address ? stored : null };
      });
    }),
  },
  {
    title: "stores one preferred locale of a customer only",
    needsTwo: true,
    respond: after("createCustomer", ({ state, shown }) => {
      const [first] = asList(shown.preferred_locales);
      alter(state.customers, String(shown.id), () => ({ preferred_locales: first === undefined ? [] : [first] }));
    }),
  },
  {
    title: "deletes no customer",
    needsTwo: true,
    respond: after("deleteCustomer", ({ state, before }) => {
      state.customers = before.customers;
    }),
  },
  {
    title: "deletes the customer before as well",
    needsTwo: true,
    respond: after("deleteCustomer", ({ state, before, id }) => {
      state.customers.delete(String(neighborOf(before.customers, id)?.id));
    }),
  },
  {
    title: "deletes the orders of a deleted customer",
    needsTwo: true,
    respond: after("deleteCustomer", ({ state, id }) => {
      state.orders = new Map([...state.orders].filter(([, { customer }]) => customer !== id));
    }),
  },
  {
    title: "gives a new customer the id of one that was deleted",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      const free = freeIds.get(state) ?? [];
      freeIds.set(state, free);
      if (operation === "deleteCustomer" && isSuccess(response)) free.push(idIn(request));
      if (operation !== "createCustomer" || !isSuccess(response)) return response;
      const created = asObject(jsonOf(response));
      const id = free.pop() ?? String(created.id);
      state.customers.delete(String(created.id));
      state.customers.set(id, { ...created, id });
      return json(200, { ...created, id });
    },
  },
  {
    title: "shows a customer as it was when it was first retrieved",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      if (operation !== "retrieveCustomer" || !isSuccess(response)) return response;
      const shown = caches.get(state) ?? new Map<string, string>();
      caches.set(state, shown);
      const body = shown.get(request.path) ?? String(response.body);
      shown.set(request.path, body);
      return { ...response, body };
    },
  },
  {
    title: "stores a customer that it rejects because of a field",
    needsTwo: true,
    respond: async (request, next, { operation, state: { customers }, violation }) => {
      const response = await next();
      const found = await violation();
      if (operation !== "createCustomer" || found?.kind !== "body") return response;
      const [template = {}] = customers.values();
      const email = found.place === "/email" ? null : formOf(request).get("email");
      const fields = { id: newId("cus"), created: now(), updated: now(), email: email ?? "unknown@example.com" };
      customers.set(fields.id, { ...template, ...fields });
      return response;
    },
  },
  {
    title: "stores a change of a name although it rejects the phone",
    needsTwo: true,
    respond: async (request, next, { operation, state, violation }) => {
      const response = await next();
      const name = formOf(request).get("name");
      if (operation === "updateCustomer" && name && (await violation())?.place === "/phone") {
        alter(state.customers, idIn(request), () => ({ name }));
      }
      return response;
    },
  },
  {
    title: "changes the locales of a customer when it is retrieved",
    needsTwo: true,
    respond: after("retrieveCustomer", ({ state, id }) => {
      alter(state.customers, id, ({ preferred_locales }) => ({
        preferred_locales: asList(preferred_locales).includes("it") ? ["de"] : ["it"],
      }));
    }),
  },
  {
    title: "lists customers without their names",
    needsTwo: true,
    respond: inItems("listCustomers", "data", (items) => items.map((each) => ({ ...each, name: null }))),
  },
  // The account.
  {
    title: "forgets changes of the account",
    needsTwo: true,
    respond: after("updateAccount", ({ state, before }) => {
      state.account = before.account;
    }),
  },
  {
    title: "resets the settings of the account that are not sent",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      if (operation !== "updateAccount" || !isSuccess(response)) return response;
      const form = formOf(request);
      const settings = {
        ...asObject(state.account.settings),
        ...(form.has("settings[locale]") ? {} : { locale: "fr" }),
        ...(form.has("settings[notifications]") ? {} : { notifications: false }),
      };
      state.account = { ...state.account, settings };
      return json(200, state.account);
    },
  },
  {
    title: "stores false as true in the settings of the account",
    needsTwo: true,
    respond: after("updateAccount", ({ state, shown }) => {
      state.account = { ...state.account, settings: { ...asObject(shown.settings), notifications: true } };
    }),
  },
  {
    title: "creates orders for customers that are deleted",
    needsTwo: true,
    respond: async (request, next, { operation, state, memory }) => {
      const response = await next();
      if (operation === "deleteCustomer" && isSuccess(response)) memory.set(idIn(request), 1);
      const form = formOf(request);
      const customer = form.get("customer") ?? "";
      if (operation !== "createOrder" || response.status !== 400 || !memory.has(customer)) return response;
      const [other = ""] = [...state.customers.keys()].filter((id) => id.includes(SEEDED));
      form.set("customer", other);
      const created = await next({ ...request, body: Buffer.from(String(form)) });
      if (!isSuccess(created)) return created;
      alter(state.orders, String(asObject(jsonOf(created)).id), () => ({ customer }));
      return changeJson(created, (body) => ({ ...asObject(body), customer }));
    },
  },
];

/** Servers that each break one statement of orders.yaml, or one relation that it implies. */
export const ORDERS_FAULTS: Variation<OrdersState>[] = [
  ...CUSTOMER_FAULTS,
  ...ORDERS_ORDER_FAULTS,
  ...ORDERS_REFUND_FAULTS,
  ...ORDERS_LIST_FAULTS,
  ...ORDERS_REQUEST_FAULTS,
  ...ORDERS_RESPONSE_FAULTS,
];
