import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { inBodies, inItems, inValidQuery, isSuccess, type Respond } from "../change.js";
import type { Variation } from "../service.js";
import { type OrdersState, SEEDED } from "./state.js";
import { after, formOf, idIn } from "./variations.js";

/** The deleted customers of a server. */
const ghosts = new WeakMap<OrdersState, JsonObject[]>();

type Query = URLSearchParams;

const isSeeded = ({ id }: JsonObject) => String(id).includes(`_${SEEDED}`);
const hasCursor = (query: Query) => query.has("starting_after") || query.has("ending_before");
const limitOf = (query: Query) => Number(query.get("limit") ?? 10);

/** The newest object first. */
const newest = (objects: ReadonlyMap<string, JsonObject>) => [...objects.values()].toReversed();

/** Changes the pages of a list. */
function inPages(
  operation: string,
  change: (data: JsonObject[], page: { query: Query; state: OrdersState; body: JsonObject }) => JsonObject,
): Respond<OrdersState> {
  return (request, next, context) =>
    inBodies([operation], (body) => {
      const page = { query: request.query, state: context.state, body };
      return { ...body, ...change(asList(body.data).map(asObject), page) };
    })(request, next, context);
}

/** Faults of pages and filters that one response does not show. */
const FAULTS_BETWEEN_PAGES: Variation<OrdersState>[] = [
  {
    title: "does not list created customers",
    respond: inItems("listCustomers", "data", (items) => items.filter(isSeeded)),
  },
  {
    title: "does not list created orders by their customer",
    respond: inPages("listOrders", (data, { query }) => ({
      data: query.has("customer") ? data.filter(isSeeded) : data,
    })),
  },
  {
    title: "does not list created refunds by their order",
    respond: inPages("listRefunds", (data, { query }) => ({ data: query.has("order") ? data.filter(isSeeded) : data })),
  },
  {
    title: "still lists deleted customers",
    respond: async (request, next, context) => {
      const { state } = context;
      const deleted = ghosts.get(state) ?? [];
      ghosts.set(state, deleted);
      const customer = state.customers.get(idIn(request));
      const list = inPages("listCustomers", (data, { query }) => {
        if (hasCursor(query) || query.has("email")) return { data };
        const all = [...data, ...deleted].toSorted((one, other) => Number(other.created) - Number(one.created));
        return { data: all.slice(0, limitOf(query)) };
      });
      const response = await list(request, next, context);
      if (context.operation === "deleteCustomer" && isSuccess(response) && customer) deleted.push(customer);
      return response;
    },
  },
  {
    title: "lists orders without their descriptions",
    respond: inItems("listOrders", "data", (items) => items.map((each) => ({ ...each, description: null }))),
  },
  {
    title: "lists canceled orders as open ones if no status is requested",
    respond: inPages("listOrders", (data, { query }) => ({
      data: query.has("status") ? data : data.map((each) => ({ ...each, status: "open" })),
    })),
  },
  {
    title: "lists a hundredth of the amount of refunds",
    respond: inItems("listRefunds", "data", (items) =>
      items.map((each) => ({ ...each, amount: Math.ceil(Number(each.amount) / 100) })),
    ),
  },
  {
    title: "omits the first order after each cursor",
    respond: inPages("listOrders", (data, { query }) => ({ data: data.slice(query.has("starting_after") ? 1 : 0) })),
  },
  {
    title: "omits the oldest customer if a list has several pages",
    respond: inPages("listCustomers", (data, { query, body }) => ({
      data: query.has("starting_after") && body.has_more === false ? data.slice(0, -1) : data,
    })),
  },
  {
    title: "repeats the customer before the cursor",
    respond: inPages("listCustomers", (data, { query, state }) => {
      const all = newest(state.customers);
      const place = all.findIndex(({ id }) => id === query.get("starting_after"));
      const repeated = all.slice(Math.max(0, place - 1), Math.max(0, place));
      return { data: [...repeated, ...data].slice(0, limitOf(query)) };
    }),
  },
  {
    title: "omits orders of the same second as the cursor",
    respond: inPages("listOrders", (data, { query, state }) => {
      const cursor = state.orders.get(query.get("starting_after") ?? "");
      return { data: data.filter(({ created }) => cursor === undefined || created !== cursor.created) };
    }),
  },
  {
    title: "omits the newest order if a limit is requested",
    respond: inPages("listOrders", (data, { query }) => ({
      data: query.has("limit") && !hasCursor(query) ? data.slice(1) : data,
    })),
  },
  {
    title: "omits the newest item of an order on the first page",
    respond: inPages("listOrderItems", (data, { query }) => ({ data: hasCursor(query) ? data : data.slice(1) })),
  },
  {
    title: "says that more orders follow on the last page",
    respond: inPages("listOrders", (data) => ({ has_more: data.length > 0 })),
  },
  {
    title: "never says that more refunds follow",
    respond: inPages("listRefunds", () => ({ has_more: false })),
  },
  {
    title: "counts orders that the status excludes in has_more",
    respond: inPages("listOrders", (data, { query, state }) => {
      const isLast = data.at(-1)?.id === newest(state.orders).at(-1)?.id;
      return query.has("status") && data.length > 0 && !isLast ? { has_more: true } : {};
    }),
  },
  {
    title: "shows the newest customers in place of those directly before the cursor",
    respond: inPages("listCustomers", (data, { query, state }) =>
      query.has("ending_before") ? { data: newest(state.customers).slice(0, data.length) } : {},
    ),
  },
  {
    title: "omits orders that were created at created[gte]",
    respond: inPages("listOrders", (data, { query }) => ({
      data: data.filter(({ created }) => String(created) !== query.get("created[gte]")),
    })),
  },
  {
    title: "does not find customers by a changed email address",
    respond: async (request, next, context) => {
      const { memory } = context;
      const mark = after("updateCustomer", ({ id }) => {
        if (formOf(request).has("email")) memory.set(id, 1);
      });
      const list = inPages("listCustomers", (data, { query }) => ({
        data: query.has("email") ? data.filter(({ id }) => !memory.has(String(id))) : data,
      }));
      return list(request, async (changed = request) => mark(changed, next, context), context);
    },
  },
];

/** Faults of pages and filters that one response shows. */
const FAULTS_OF_ONE_PAGE: Variation<OrdersState>[] = [
  { title: "ignores the limit of refunds", respond: inValidQuery("listRefunds", (query) => query.set("limit", "100")) },
  {
    title: "lists one customer more than the limit",
    respond: inValidQuery("listCustomers", (query) => query.set("limit", String(Math.min(100, limitOf(query) + 1)))),
  },
  { title: "ignores the status", respond: inValidQuery("listOrders", (query) => query.delete("status")) },
  {
    title: "ignores the customer after the first page",
    respond: inValidQuery("listOrders", (query) => {
      if (query.has("starting_after")) query.delete("customer");
    }),
  },
  { title: "ignores created[lte]", respond: inValidQuery("listCustomers", (query) => query.delete("created[lte]")) },
  {
    title: "lists orders with the oldest one first",
    respond: inItems("listOrders", "data", (items) => items.toReversed()),
  },
  {
    title: "does not expand the customers of a list",
    respond: inValidQuery("listOrders", (query) => {
      for (const name of [...query.keys()]) if (name.startsWith("expand")) query.delete(name);
    }),
  },
  {
    title: "begins pages with the refund of the cursor",
    respond: inPages("listRefunds", (data, { query, state: { refunds } }) => {
      const cursor = refunds.get(query.get("starting_after") ?? "");
      return { data: [...(cursor ? [cursor] : []), ...data].slice(0, limitOf(query)) };
    }),
  },
  {
    title: "ignores ending_before",
    respond: inValidQuery("listOrders", (query) => query.delete("ending_before")),
  },
  {
    title: "finds customers by the beginning of their email address",
    respond: async (request, next, context) => {
      const email = request.query.get("email") ?? "";
      const query = new URLSearchParams(request.query);
      if (context.operation !== "listCustomers" || !email || (await context.violation())) return next();
      query.delete("email");
      const starts = inItems("listCustomers", "data", (items) =>
        items.filter((each) => String(each.email).startsWith(email)),
      );
      return starts(request, () => next({ ...request, query }), context);
    },
  },
];

/** Servers that break what orders.yaml says of pages and filters. */
export const ORDERS_LIST_FAULTS: Variation<OrdersState>[] = [
  ...FAULTS_BETWEEN_PAGES.map((fault) => ({ ...fault, needsTwo: true as const })),
  ...FAULTS_OF_ONE_PAGE,
];
