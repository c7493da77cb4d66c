import { asList, asObject } from "#openapi/document/document.js";
import { inEveryResponse, inSuccesses } from "../../../change.js";
import { empty, json, type ServedResponse, type Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { inData, sending, showing, toValid } from "./variations.js";

const CRASH: ServedResponse = json(500, { error: { message: "Server Error" } });

/** Requests that are read, accepted or answered against the document. One exchange shows each. */
export const REQUEST_FAULTS: Variation<Tables>[] = [
  { title: "accepts any token", ignores: ({ kind }) => kind === "credentials" },
  {
    title: "accepts pages of any size",
    ignores: ({ kind, place }) => kind === "parameter" && place === "per_page",
  },
  {
    title: "accepts documents of unknown types",
    ignores: ({ place, keyword }) => place === "/data/type" && keyword === "enum",
  },
  {
    title: "accepts more than five details of a payment method",
    ignores: ({ place, keyword }) => place === "/data/details" && keyword === "maxItems",
  },
  {
    title: "accepts numbers as the names of clients",
    ignores: ({ operation, place }) => /Client$/.test(operation) && place === "/data/name",
  },
  {
    title: "accepts any text as the date of a receipt",
    ignores: ({ place, operation }) => /Receipt$/.test(operation) && place === "/data/date",
  },
  {
    title: "lists documents without a type",
    ignores: ({ keyword, place }) => keyword === "required" && place === "type",
  },
  {
    title: "fails for unknown clients",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "getClient" && response.status === 404 ? CRASH : response;
    },
  },
  {
    title: "fails for names of clients that are not ASCII",
    respond: toValid(["createClient", "modifyClient"], ({ sent }) =>
      [...String(sent.name ?? "")].some((letter) => letter > "~") ? CRASH : undefined,
    ),
  },
  {
    title: "fails for products without a price",
    respond: toValid(["createProduct"], ({ sent }) => (typeof sent.net_price === "number" ? undefined : CRASH)),
  },
  {
    title: "fails for documents without items",
    respond: toValid(["createIssuedDocument"], ({ sent }) =>
      asList(sent.items_list ?? []).length > 0 ? undefined : CRASH,
    ),
  },
  {
    title: "fails for requests whose data are null",
    respond: async (request, next, { operation }) => {
      const isNull = operation === "createProduct" && /"data":\s*null/.test(String(request.body));
      return isNull ? CRASH : next();
    },
  },
  {
    title: "fails for bodies that are not JSON",
    respond: async (_, next, { violation }) => ((await violation())?.kind === "syntax" ? CRASH : next()),
  },
  {
    title: "creates clients with 201",
    respond: inSuccesses(["createClient"], (response) => ({ ...response, status: 201 })),
  },
  {
    title: "deletes products with 204",
    respond: inSuccesses(["deleteProduct"], (response) => ({ ...response, status: 204 })),
  },
  {
    title: "sends clients as HTML",
    respond: inSuccesses(["getClient"], (response) => ({ ...response, headers: { "Content-Type": "text/html" } })),
  },
  {
    title: "sends the ids of clients as texts",
    respond: showing(["createClient", "getClient"], (client) => ({ ...client, id: String(client.id) })),
  },
  {
    title: "sends one detail of a payment method as an object",
    respond: showing(["createPaymentMethod", "getPaymentMethod", "listPaymentMethods"], (method) => ({
      ...method,
      details: asList(method.details ?? [])[0] ?? {},
    })),
  },
  {
    title: "sends flags of products as 0 and 1",
    respond: showing(["getProduct", "listProducts"], (product) => ({ ...product, in_stock: product.in_stock ? 1 : 0 })),
  },
  {
    title: "sends an unknown type of payment methods",
    respond: showing(["createPaymentMethod", "getPaymentMethod"], (method) => ({ ...method, type: "cash" })),
  },
  {
    title: "stores no phone numbers",
    respond: sending(["createClient", "modifyClient"], ({ phone: _, ...data }) => data),
  },
  {
    title: "doubles the net price of new products",
    respond: sending(["createProduct"], (data) =>
      typeof data.net_price === "number" ? { ...data, net_price: data.net_price * 2 } : data,
    ),
  },
  {
    title: "sends companies as a list without an envelope",
    respond: inData(["listUserCompanies"], (data) => asObject(data).companies ?? []),
  },
  {
    title: "rejects with 401 but without JSON",
    respond: inEveryResponse((response) =>
      response.status === 401
        ? { status: 401, headers: { "Content-Type": "text/plain" }, body: "Unauthorized" }
        : response,
    ),
  },
  {
    title: "says that a product that does not exist was deleted",
    respond: async (_, next, { operation = "", violation }) => {
      const response = await next();
      const isGone = operation === "deleteProduct" && response.status === 404 && !(await violation());
      return isGone ? empty(200) : response;
    },
  },
];
