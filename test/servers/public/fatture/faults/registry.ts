import type { JsonObject } from "#openapi/document/document.js";
import type { Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { changeRow } from "../../variations.js";
import { CLIENT, PRODUCT } from "../registry.js";
import { after, forgets, paging, sending, storing } from "./variations.js";

const WITHOUT_NOTES = (row: JsonObject) => ({ ...row, notes: null });

/** Clients, products and payment methods that are stored, changed or deleted in another way than the server says. */
export const REGISTRY_FAULTS: Variation<Tables>[] = [
  // Clients.
  { title: "forgets new clients", needsTwo: true, respond: forgets("createClient") },
  { title: "forgets changes of clients", needsTwo: true, respond: forgets("modifyClient") },
  {
    title: "loses the notes of a client that is modified",
    needsTwo: true,
    respond: storing(["modifyClient"], "client", WITHOUT_NOTES),
  },
  {
    title: "empties the fields of a client that a change does not send",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { state, operation } = context;
      const id = request.path.split("/").at(-1);
      if (operation === "modifyClient" && !(await context.violation())) {
        changeRow(state, "client", id, (row) => ({ ...row, ...CLIENT.defaults }));
      }
      return next();
    },
  },
  {
    title: "does not store another email of a client",
    needsTwo: true,
    respond: storing(["modifyClient"], "client", (row, { before }) => ({
      ...row,
      email: before.find("client", row.id)?.email ?? null,
    })),
  },
  {
    title: "swaps the first and the last name of stored clients",
    needsTwo: true,
    respond: storing(["createClient", "modifyClient"], "client", (row) => ({
      ...row,
      first_name: row.last_name ?? null,
      last_name: row.first_name ?? null,
    })),
  },
  {
    title: "stores the cities of new clients in upper case",
    needsTwo: true,
    respond: storing(["createClient"], "client", (row) => ({
      ...row,
      address_city: typeof row.address_city === "string" ? row.address_city.toUpperCase() : null,
    })),
  },
  { title: "deletes no client", needsTwo: true, respond: forgets("deleteClient") },
  {
    title: "deletes the client that was created before as well",
    needsTwo: true,
    respond: after(["deleteClient"], ({ state, id, company, before }) => {
      const ids = before.rows("client").flatMap((row) => (row.company === company ? [String(row.id)] : []));
      const previous = ids[ids.indexOf(id) - 1];
      if (previous !== undefined) state.remove("client", previous);
    }),
  },
  {
    title: "gives the notes of a change to all clients of the company",
    needsTwo: true,
    respond: after(["modifyClient"], ({ state, company, sent }) => {
      for (const row of state.rows("client")) {
        const isMeant = row.company === company && sent.notes !== undefined;
        if (isMeant) state.put("client", String(row.id), { ...row, notes: sent.notes ?? null });
      }
    }),
  },
  {
    title: "does not list new clients",
    needsTwo: true,
    respond: paging(["listClients"], (page, items) => ({ ...page, data: items.filter(({ id }) => Number(id) < 1000) })),
  },
  {
    title: "lists the clients of all companies",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      if (operation !== "listClients") return next();
      const rows = state.rows("client");
      const [, , company] = request.path.split("/");
      for (const row of rows) state.put("client", String(row.id), { ...row, company: Number(company) });
      const response = await next();
      for (const row of rows) state.put("client", String(row.id), row);
      return response;
    },
  },
  // Products.
  {
    title: "rounds the net price of a changed product",
    needsTwo: true,
    respond: storing(["modifyProduct"], "product", (row) => ({
      ...row,
      net_price: typeof row.net_price === "number" ? Math.round(row.net_price) : null,
    })),
  },
  {
    title: "cuts the descriptions of stored products after eight characters",
    needsTwo: true,
    respond: storing(["createProduct", "modifyProduct"], "product", (row) => ({
      ...row,
      description: typeof row.description === "string" ? row.description.slice(0, 8) : null,
    })),
  },
  {
    title: "stores the code of a product as its name too",
    needsTwo: true,
    respond: storing(["createProduct"], "product", (row) => ({ ...row, name: row.code ?? null })),
  },
  {
    title: "resets the measure of a product that is changed",
    needsTwo: true,
    respond: storing(["modifyProduct"], "product", (row) => ({ ...row, measure: PRODUCT.defaults.measure ?? null })),
  },
  {
    title: "creates a second product when one is changed",
    needsTwo: true,
    respond: after(["modifyProduct"], ({ state, id }) => {
      const number = state.nextNumber();
      state.put("product", number, { ...state.get("product", id), id: number });
    }),
  },
  {
    title: "deletes all products of the category",
    needsTwo: true,
    respond: after(["deleteProduct"], ({ state, id, before }) => {
      const deleted = before.find("product", id);
      for (const row of state.rows("product")) {
        if (row.company === deleted?.company && row.category === deleted?.category) {
          state.remove("product", String(row.id));
        }
      }
    }),
  },
  {
    title: "lists products without their codes",
    needsTwo: true,
    respond: paging(["listProducts"], (page, items) => ({
      ...page,
      data: items.map((item) => ({ ...item, code: null })),
    })),
  },
  {
    title: "ignores net prices in changes of products",
    needsTwo: true,
    respond: sending(["modifyProduct"], ({ net_price: _, ...data }) => data),
  },
  // Payment methods.
  {
    title: "stores payment methods without their details",
    needsTwo: true,
    respond: storing(["createPaymentMethod", "modifyPaymentMethod"], "payment_method", (row) => ({
      ...row,
      details: null,
    })),
  },
  {
    title: "stores every payment method as a default one",
    needsTwo: true,
    respond: storing(["createPaymentMethod", "modifyPaymentMethod"], "payment_method", (row) => ({
      ...row,
      is_default: true,
    })),
  },
  { title: "deletes no payment method", needsTwo: true, respond: forgets("deletePaymentMethod") },
  {
    title: "renames the first payment method of the company instead",
    needsTwo: true,
    respond: after(["modifyPaymentMethod"], ({ state, company, id, before, sent }) => {
      const [first] = state.rows("payment_method").filter((row) => row.company === company);
      const { name = null } = before.find("payment_method", id) ?? {};
      changeRow(state, "payment_method", id, (row) => ({ ...row, name }));
      changeRow(state, "payment_method", first?.id, (row) => ({ ...row, name: sent.name ?? row.name ?? null }));
    }),
  },
];
