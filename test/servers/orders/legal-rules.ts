import { asObject } from "#openapi/document/document.js";
import { changeJson, everywhere, inEveryResponse, isSuccess, type Respond } from "../change.js";
import type { ServedRequest, Variation } from "../service.js";
import { orderError } from "./service.js";
import type { OrdersState } from "./state.js";
import { alter, formOf, idIn, inValidForms } from "./variations.js";

/** Rejects some valid requests of some operations. */
function rejects(
  status: number,
  message: string,
  operations: readonly string[],
  applies: (request: ServedRequest, state: OrdersState) => boolean,
): Respond<OrdersState> {
  return async (request, next, { operation = "", state, violation }) =>
    operations.includes(operation) && applies(request, state) && !(await violation())
      ? orderError(status, message)
      : next();
}

const hasOrders = ({ orders }: OrdersState, id: string) => [...orders.values()].some(({ customer }) => customer === id);

/** Servers that reject what orders.yaml leaves open. */
const STRICT: Variation<OrdersState>[] = [
  {
    title: "rejects a second customer with the same email address with 409",
    respond: rejects(409, "Another customer has this email address.", ["createCustomer"], (request, { customers }) =>
      [...customers.values()].some(({ email }) => email === formOf(request).get("email")),
    ),
  },
  {
    title: "rejects the deletion of customers that have orders with 409",
    respond: rejects(409, "The customer has orders.", ["deleteCustomer"], (request, state) =>
      hasOrders(state, idIn(request)),
    ),
  },
  {
    title: "rejects customers without a name with 400",
    respond: rejects(400, "Send a name.", ["createCustomer"], (request) => !formOf(request).has("name")),
  },
  {
    title: "rejects email addresses of other domains than example.com with 400",
    respond: rejects(400, "The domain cannot receive mail.", ["createCustomer", "updateCustomer"], (request) => {
      const email = formOf(request).get("email");
      return email !== null && !email.endsWith("example.com");
    }),
  },
  {
    title: "ships to five countries only, and rejects others with 400",
    respond: rejects(400, "We do not ship to this country.", ["createOrder", "updateOrder"], (request) => {
      const country = formOf(request).get("shipping[address][country]");
      return country !== null && !["AT", "CH", "DE", "FR", "IT"].includes(country);
    }),
  },
  {
    title: "rejects dates of delivery that are past, or further away than a year, with 400",
    respond: rejects(400, "We cannot deliver on this day.", ["createOrder", "updateOrder"], (request) => {
      const time = Date.parse(formOf(request).get("deliver_on") ?? "");
      return time < Date.now() || time > Date.now() + 31_536_000_000;
    }),
  },
  {
    title: "rejects orders of more than three items with 400",
    respond: rejects(400, "There is no room.", ["createOrder"], (request) => formOf(request).has("items[3][sku]")),
  },
  {
    title: "rejects refunds without a reason with 400",
    respond: rejects(400, "Send a reason.", ["createRefund"], (request) => !formOf(request).has("reason")),
  },
  {
    title: "rejects refunds of orders that are newer than a day with 409",
    respond: rejects(409, "The payment is not settled.", ["createRefund"], (request, { orders }) => {
      const { created = 0 } = orders.get(formOf(request).get("order") ?? "") ?? {};
      return Number(created) > Date.now() / 1000 - 86_400;
    }),
  },
  {
    title: "rejects letters that are not ASCII with 400",
    respond: rejects(400, "Use ASCII.", ["createCustomer", "updateCustomer", "createOrder", "updateOrder"], (request) =>
      [...formOf(request).values()].some((text) => /[^\x20-\x7e]/.test(text)),
    ),
  },
  {
    title: "rejects updates without a field with 400",
    respond: rejects(
      400,
      "Send a field.",
      ["updateCustomer", "updateOrder", "updateAccount"],
      (request) => formOf(request).size === 0,
    ),
  },
  {
    title: "rejects unknown query parameters with 400",
    respond: async (request, next, context) => {
      const known = /^(customer|email|ending_before|limit|order|starting_after|status|(created|expand)(\[.*)?)$/;
      const isUnknown = [...request.query.keys()].some((name) => !known.test(name));
      return isUnknown && context.operation && !(await context.violation())
        ? orderError(400, "There is no such parameter.")
        : next();
    },
  },
  {
    title: "rejects ranges of times that have no time with 400",
    respond: rejects(400, "The range is empty.", ["listCustomers", "listOrders", "listRefunds"], ({ query }) => {
      const bounds = (...names: string[]) => names.flatMap((name) => query.get(`created[${name}]`) ?? []).map(Number);
      return Math.max(...bounds("gt", "gte")) > Math.min(...bounds("lt", "lte"));
    }),
  },
  {
    title: "rejects the filter by a customer that does not exist with 400",
    respond: rejects(400, "There is no such customer.", ["listOrders"], ({ query }, { customers }) => {
      const customer = query.get("customer");
      return customer !== null && !customers.has(customer);
    }),
  },
  {
    title: "rejects changes of the account with 400, because it is under review",
    respond: rejects(400, "The account is under review.", ["updateAccount"], () => true),
  },
  {
    title: "rejects every new order with 400, because the shop is closed",
    respond: rejects(400, "The shop is closed.", ["createOrder"], () => true),
  },
];

/** Servers that store other values than they receive, and say so in each response. */
const NORMALIZING: Variation<OrdersState>[] = [
  {
    title: "trims names and descriptions, and writes email addresses in small letters",
    respond: inValidForms(["createCustomer", "updateCustomer", "createOrder", "updateOrder"], (form) => {
      for (const field of ["name", "description", "email"]) {
        const text = form.get(field)?.trim();
        if (text) form.set(field, field === "email" ? text.toLowerCase() : text);
      }
    }),
  },
  {
    title: "writes phones without spaces and hyphens, and postal codes in capitals",
    respond: inValidForms(["createCustomer", "updateCustomer", "createOrder", "updateOrder"], (form) => {
      for (const [field, text] of [...form]) {
        const digits = text.replace(/[ ()-]/g, "");
        if (/\bphone\b/.test(field) && digits.length > 6) form.set(field, digits);
        if (/postal_code/.test(field)) form.set(field, text.toUpperCase());
      }
    }),
  },
  {
    title: "drops empty metadata and empty descriptions",
    respond: inValidForms(
      ["createCustomer", "updateCustomer", "createOrder", "updateOrder", "createRefund"],
      (form) => {
        for (const [field, text] of [...form]) {
          if (text === "" && /^(metadata\[|description$)/.test(field)) form.delete(field);
        }
      },
    ),
  },
  {
    title: "adds metadata of its own to new orders",
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      if (operation !== "createOrder" || !isSuccess(response)) return response;
      return changeJson(response, (body) => {
        const order = asObject(body);
        const metadata = { ...asObject(order.metadata) };
        if (Object.keys(metadata).length < 10) metadata.source = "api";
        alter(state.orders, String(order.id), () => ({ metadata }));
        return { ...order, metadata };
      });
    },
  },
  {
    title: "delivers on the first day of the month",
    respond: inValidForms(["createOrder", "updateOrder"], (form) => {
      const day = form.get("deliver_on");
      if (day) form.set("deliver_on", `${day.slice(0, 8)}01`);
    }),
  },
  {
    title: "stores German and English as preferred locales, and no others",
    respond: inValidForms(["createCustomer", "updateCustomer"], (form) => {
      for (const [field, text] of [...form]) {
        if (field.startsWith("preferred_locales[") && !/^(de|en)$/.test(text)) form.delete(field, text);
      }
    }),
  },
  {
    title: "changes the email address of a customer only after a confirmation",
    respond: inValidForms(["updateCustomer"], (form) => form.delete("email")),
  },
  {
    title: "keeps the notifications of the account on",
    respond: inValidForms(["updateAccount"], (form) => {
      if (form.has("settings[notifications]")) form.set("settings[notifications]", "true");
    }),
  },
  {
    title: "sends other messages in errors, without the field that is wrong",
    respond: inEveryResponse((response) =>
      changeJson(response, (body) => {
        const { type } = asObject(asObject(body).error);
        return type === undefined ? body : { error: { type, message: "Sorry.", code: "E1" } };
      }),
    ),
  },
  {
    title: "sends further fields, and the fields in another order",
    respond: inEveryResponse((response) =>
      changeJson(response, (body) => {
        const fields = Object.entries(asObject(body)).toReversed();
        return { livemode: false, request: { id: "req_1" }, ...Object.fromEntries(fields) };
      }),
    ),
  },
  {
    title: "shows the last digits of phones only",
    respond: inEveryResponse((response) =>
      changeJson(response, (body) =>
        everywhere(body, (value) => {
          const { object, phone } = asObject(value);
          const isShown = object === "customer" && typeof phone === "string";
          return isShown ? { ...asObject(value), phone: `***${phone.slice(-3)}` } : value;
        }),
      ),
    ),
  },
];

/** Servers with rules of their own, which orders.yaml leaves open. */
export const ORDERS_LEGAL_RULES: Variation<OrdersState>[] = [...STRICT, ...NORMALIZING];
