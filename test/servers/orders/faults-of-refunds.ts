import { asObject } from "#openapi/document/document.js";
import { changeJson, isSuccess, jsonOf } from "../change.js";
import type { Variation } from "../service.js";
import { orderError } from "./service.js";
import { newId, now, type OrdersState } from "./state.js";
import { after, alter, formOf } from "./variations.js";

/** Servers that break what orders.yaml implies of refunds. */
export const ORDERS_REFUND_FAULTS: Variation<OrdersState>[] = [
  {
    title: "lists created refunds, and does not find them",
    needsTwo: true,
    respond: async (_, next, { operation, memory, state }) => {
      const response = await next();
      const { id } = asObject(jsonOf(response));
      if (operation === "createRefund" && isSuccess(response)) memory.set(String(id), state.refunds.size);
      return operation === "retrieveRefund" && memory.has(String(id))
        ? orderError(404, "There is no such refund.")
        : response;
    },
  },
  {
    title: "stores refunds without their reason",
    needsTwo: true,
    respond: after("createRefund", ({ state, shown: { id } }) => {
      alter(state.refunds, String(id), () => ({ reason: null }));
    }),
  },
  {
    title: "does not add refunds to the refunded amount of the order",
    needsTwo: true,
    respond: after("createRefund", ({ state, before, shown: { order } }) => {
      state.orders.set(String(order), before.orders.get(String(order)) ?? {});
    }),
  },
  {
    title: "refunds more than the amount of an order",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      const form = formOf(request);
      const amount = Number(form.get("amount"));
      const isRefused = operation === "createRefund" && /more than/.test(String(response.body));
      if (!isRefused) return response;
      form.delete("amount");
      const accepted = await next({ ...request, body: Buffer.from(String(form)) });
      alter(state.refunds, String(asObject(jsonOf(accepted)).id), () => ({ amount }));
      return changeJson(accepted, (body) => ({ ...asObject(body), amount }));
    },
  },
  {
    title: "refunds canceled orders",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const id = formOf(request).get("order") ?? "";
      if (operation !== "createRefund" || state.orders.get(id)?.status !== "canceled") return next();
      alter(state.orders, id, () => ({ status: "open" }));
      const response = await next();
      alter(state.orders, id, () => ({ status: "canceled" }));
      return response;
    },
  },
  {
    title: "stores a refund that it rejects because of the amount",
    needsTwo: true,
    respond: async (request, next, { operation, state: { refunds } }) => {
      const response = await next();
      const isRefused = operation === "createRefund" && /more than/.test(String(response.body));
      if (!isRefused) return response;
      const [template = {}] = refunds.values();
      const [id, amount] = [newId("re"), Number(formOf(request).get("amount"))];
      refunds.set(id, { ...template, id, amount, created: now(), order: formOf(request).get("order") ?? "" });
      return response;
    },
  },
  {
    title: "stores an amount of 1 for refunds of a part",
    needsTwo: true,
    respond: after("createRefund", ({ state, shown: { id }, request }) => {
      if (formOf(request).has("amount")) alter(state.refunds, String(id), () => ({ amount: 1 }));
    }),
  },
];
