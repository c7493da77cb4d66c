import { asObject } from "#openapi/document/document.js";
import { inBodies, inSuccesses, inValidQuery, without } from "../../../change.js";
import { empty, json } from "../../../service.js";
import type { Fault } from "../../variations.js";
import { COMPANY } from "../companies.js";
import { listing, paging, sending, showing } from "./variations.js";

const LIMIT = "Number of results to return per page.";
const ORDERING = "Which field to use when ordering the results.";

const OF_LISTS: Fault[] = [
  {
    title: "counts the companies of a page only",
    breaks: "#/components/schemas/PaginatedCompanyList/properties/count",
    respond: paging(["company_list"], (page, items) => ({ ...page, count: items.length })),
  },
  {
    title: "ignores the limit of contacts",
    breaks: LIMIT,
    respond: inValidQuery("company_contact_list", (query) => query.set("limit", "100")),
  },
  {
    title: "sends one order more than the limit",
    breaks: LIMIT,
    respond: inValidQuery("order_po_list", (query) => query.set("limit", String(Number(query.get("limit")) + 1))),
  },
  {
    title: "ignores the ordering of companies",
    breaks: ORDERING,
    respond: inValidQuery("company_list", (query) => query.delete("ordering")),
  },
  {
    title: "orders extra lines upwards only",
    breaks: ORDERING,
    respond: inValidQuery("order_po_extra_line_list", (query) => {
      const ordering = query.get("ordering");
      if (ordering !== null) query.set("ordering", ordering.replace("-", ""));
    }),
  },
  {
    title: "lists the contacts of all companies",
    breaks: "#/paths/~1api~1company~1contact~1/get/parameters/0",
    respond: inValidQuery("company_contact_list", (query) => query.delete("company")),
  },
  {
    title: "ignores which reference of orders is requested",
    breaks: "Order Reference",
    respond: inValidQuery("order_po_list", (query) => query.delete("reference")),
  },
  {
    title: "lists orders that were created before the requested date",
    breaks: "Created After",
    respond: inValidQuery("order_po_list", (query) => query.delete("created_after")),
  },
  {
    title: "ignores whether orders have a target date",
    breaks: "Has Target Date",
    respond: inValidQuery("order_po_list", (query) => query.delete("has_target_date")),
  },
  {
    title: "lists companies that are customers whenever those that are not are requested",
    breaks: "Do you sell items to this company?",
    respond: inValidQuery("company_list", (query) => {
      if (query.has("is_customer")) query.set("is_customer", "true");
    }),
  },
  {
    title: "ignores the search of companies",
    breaks: "A search term. Searched fields: description, name, tax_id, website.",
    respond: inValidQuery("company_list", (query) => query.delete("search")),
  },
  {
    title: "includes no details of suppliers",
    breaks: "Include detailed information about the supplier in the response",
    respond: inValidQuery("order_po_list", (query) => query.delete("supplier_detail")),
  },
  {
    title: "sends relative addresses of next pages",
    breaks: "#/components/schemas/PaginatedContactList/properties/next/format",
    respond: paging(["company_contact_list"], (page) => ({
      ...page,
      next: typeof page.next === "string" ? page.next.replace(/^.*\?/, "contacts page ?") : null,
    })),
  },
  {
    title: "sends contacts as a bare list",
    breaks: "#/components/schemas/PaginatedContactList",
    respond: inBodies(["company_contact_list"], (page) => page.results ?? []),
  },
];

const OF_FORMS: Fault[] = [
  {
    title: "sends the numbers of companies as texts",
    breaks: "#/components/schemas/Company/properties/pk/type",
    respond: showing(["company_retrieve", "company_create"], (company) => ({ ...company, pk: String(company.pk) })),
  },
  {
    title: "sends the total prices of extra lines as numbers",
    breaks: "#/components/schemas/PurchaseOrderExtraLine/properties/total_price/type",
    respond: showing(["order_po_extra_line_retrieve", "order_po_extra_line_create"], (line) => ({
      ...line,
      total_price: Number(line.total_price),
    })),
  },
  {
    title: "shows the creation dates of orders with the day first",
    breaks: "#/components/schemas/PurchaseOrder/properties/creation_date/format",
    respond: showing(["order_po_retrieve"], (order) => ({
      ...order,
      creation_date: String(order.creation_date).split("-").reverse().join("."),
    })),
  },
  {
    title: "sends orders without the names of their suppliers",
    breaks: "#/components/schemas/PurchaseOrder/required",
    respond: listing(["order_po_list"], (items) => items.map((order) => without(order, "supplier_name"))),
  },
  {
    title: "names the creator of an order by a number",
    breaks: "#/components/schemas/PurchaseOrder/properties/created_by",
    respond: showing(["order_po_retrieve"], (order) => ({ ...order, created_by: asObject(order.created_by).pk ?? 1 })),
  },
  {
    title: "sends null for companies without a phone number",
    breaks: "#/components/schemas/Company/properties/phone/type",
    respond: showing(["company_retrieve", "company_create", "company_update"], (company) => ({
      ...company,
      phone: company.phone === "" ? null : (company.phone ?? null),
    })),
  },
  {
    title: "creates companies with 200",
    breaks: "#/paths/~1api~1company~1/post/responses/201",
    respond: inSuccesses(["company_create"], (response) => ({ ...response, status: 200 })),
  },
  {
    title: "deletes contacts with 200",
    breaks: "#/paths/~1api~1company~1contact~1{id}~1/delete/responses/204",
    respond: inSuccesses(["company_contact_destroy"], () => json(200, {})),
  },
  {
    title: "issues orders with 202",
    breaks: "#/paths/~1api~1order~1po~1{id}~1issue~1/post/responses/201",
    respond: inSuccesses(["order_po_issue_create"], () => empty(202)),
  },
  {
    title: "completes orders without a body",
    breaks: "#/components/schemas/PurchaseOrderComplete",
    respond: inSuccesses(["order_po_complete_create"], () => empty(201)),
  },
  {
    title: "shows the first company for each number",
    breaks: "API endpoint for detail of a single Company object.",
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      const isMeant = operation === "company_retrieve" && response.status === 200;
      return isMeant ? json(200, COMPANY.shown(state.get("company", 1), state, {})) : response;
    },
  },
  {
    title: "stores no phone numbers of contacts",
    breaks: "#/components/schemas/Contact/properties/phone",
    respond: sending(["company_contact_create", "company_contact_update"], ({ phone: _, ...sent }) => sent),
  },
  {
    title: "doubles the quantities of new extra lines",
    breaks: "#/components/schemas/PurchaseOrderExtraLine/properties/quantity",
    respond: sending(["order_po_extra_line_create"], (sent) => ({ ...sent, quantity: 2 * Number(sent.quantity) })),
  },
];

/** Servers whose responses show a fault alone. */
export const RESPONSE_FAULTS: Fault[] = [...OF_LISTS, ...OF_FORMS];
