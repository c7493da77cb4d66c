import { inQuery } from "../../../change.js";
import type { Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { paging } from "./variations.js";

/** Lists that are cut, ordered or counted in another way than the request and the response say. */
export const LIST_FAULTS: Variation<Tables>[] = [
  {
    title: "shows the first page of clients whatever page is requested",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { operation } = context;
      const page = Number(request.query.get("page") ?? 1);
      const response = await inQuery("listClients", (query) => query.delete("page"))(request, next, context);
      if (operation !== "listClients" || response.status !== 200 || !(page > 1)) return response;
      return { ...response, body: String(response.body).replace('"current_page":1', `"current_page":${page}`) };
    },
  },
  {
    title: "shows the last client of a page on the next one again",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const page = Number(request.query.get("page") ?? 1);
      if (operation !== "listClients" || !(page > 1)) return next();
      const [, , company] = request.path.split("/");
      const rows = state.rows("client").filter((row) => row.company === Number(company));
      const size = Number(request.query.get("per_page") ?? 5);
      const skipped = rows[(page - 1) * size - 1];
      const response = await next();
      const isRepeated = response.status === 200 && skipped && !request.query.has("sort") && !request.query.has("q");
      if (!isRepeated) return response;
      const shown = JSON.parse(String(response.body));
      const { company: _, ...item } = skipped;
      return { ...response, body: JSON.stringify({ ...shown, data: [item, ...shown.data].slice(0, size) }) };
    },
  },
  {
    title: "leaves out the first product of each page but the first",
    needsTwo: true,
    respond: paging(["listProducts"], (page, items) => ({
      ...page,
      data: Number(page.current_page) > 1 ? items.slice(1) : items,
    })),
  },
  {
    title: "orders receipts in another way each time",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { operation, memory, state } = context;
      if (operation !== "listReceipts" || request.query.has("sort")) return next();
      const turn = (memory.get("turn") ?? 0) + 1;
      memory.set("turn", turn);
      const rows = state.rows("receipt");
      const moved = rows.slice(turn % rows.length).concat(rows.slice(0, turn % rows.length));
      for (const { id } of rows) state.remove("receipt", String(id));
      for (const row of moved) state.put("receipt", String(row.id), row);
      const response = await next();
      for (const { id } of moved) state.remove("receipt", String(id));
      for (const row of rows) state.put("receipt", String(row.id), row);
      return response;
    },
  },
  {
    title: "still counts deleted clients",
    needsTwo: true,
    respond: async (_, next, { operation, memory }) => {
      const response = await next();
      const deleted = memory.get("deleted") ?? 0;
      if (operation === "deleteClient" && response.status === 200) memory.set("deleted", deleted + 1);
      if (operation !== "listClients" || response.status !== 200) return response;
      const page = JSON.parse(String(response.body));
      return { ...response, body: JSON.stringify({ ...page, total: page.total + deleted }) };
    },
  },
  {
    title: "ignores the filter of clients",
    needsTwo: true,
    respond: inQuery("listClients", (query) => query.delete("q")),
  },
  {
    title: "filters products by the opposite of the query",
    needsTwo: true,
    respond: inQuery("listProducts", (query) => {
      const q = query.get("q");
      if (q?.includes(" = ")) query.set("q", q.replace(" = ", " != "));
    }),
  },
  // One exchange shows these.
  {
    title: "counts the clients of a page as the total",
    respond: paging(["listClients"], (page, items) => ({ ...page, total: items.length })),
  },
  {
    title: "ignores the size of pages of products",
    respond: inQuery("listProducts", (query) => query.set("per_page", "5")),
  },
  { title: "ignores the order of clients", respond: inQuery("listClients", (query) => query.delete("sort")) },
  {
    title: "orders products upwards only",
    respond: inQuery("listProducts", (query) => {
      const sort = query.get("sort");
      if (sort !== null) query.set("sort", sort.replaceAll("-", ""));
    }),
  },
  {
    title: "ignores which fields of receipts are requested",
    respond: inQuery("listReceipts", (query) => query.delete("fields")),
  },
  {
    title: "sends relative addresses of pages",
    respond: paging(["listReceipts"], (page) => ({
      ...page,
      first_page_url: "receipts?page=1",
      next_page_url: "receipts?page=2",
    })),
  },
  {
    title: "sends the size of the page as a text",
    respond: paging(["listProducts", "listClients"], (page) => ({ ...page, per_page: String(page.per_page) })),
  },
  {
    title: "fails for pages after the last one",
    respond: async (_, next, { operation }) => {
      const response = await next();
      const isList = operation === "listClients" || operation === "listReceipts";
      const isBeyond = isList && response.status === 200 && /"data":\[\]/.test(String(response.body));
      return isBeyond ? { ...response, status: 500 } : response;
    },
  },
];
