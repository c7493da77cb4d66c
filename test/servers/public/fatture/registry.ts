import { asObject, type JsonObject } from "#openapi/document/document.js";
import { empty, json, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { paged, selected } from "./lists.js";
import {
  companyOf,
  createdRow,
  type Kind,
  modifiedRow,
  nulls,
  numberOf,
  rounded,
  rowOf,
  rowsOf,
  shown,
} from "./rows.js";

type Handlers = Service<Tables>["handlers"];

export const CLIENT: Kind = {
  table: "client",
  parameter: "client_id",
  defaults: {
    ...nulls("code", "name", "type", "first_name", "last_name", "contact_person", "vat_number", "tax_code"),
    ...nulls("address_street", "address_postal_code", "address_city", "address_province", "address_extra"),
    ...nulls("country", "country_iso", "email", "certified_email", "phone", "fax", "notes", "default_vat"),
    ...{ default_payment_terms: null, default_payment_terms_type: "standard", default_payment_method: null },
    ...nulls("bank_name", "bank_iban", "bank_swift_code", "shipping_address"),
    ...{ e_invoice: false, discount_highlight: false, ei_code: null, default_discount: null },
    ...{ has_intent_declaration: false, intent_declaration_protocol_number: null },
    ...nulls("intent_declaration_protocol_date", "price_list_id"),
  },
  optional: ["default_payment_method"],
  detailed: ["notes", "bank_name", "bank_iban", "bank_swift_code", "default_payment_method"],
  complete: (row) => row,
};

/** The gross price of a product follows from its net price, and the other way round. */
function completeProduct(row: JsonObject, sent: JsonObject): JsonObject {
  const factor = 1 + numberOf(asObject(row.default_vat ?? {}).value) / 100;
  const { net_price: net, gross_price: gross } = row;
  const prices: JsonObject = {};
  if (typeof net === "number" && typeof sent.gross_price !== "number") prices.gross_price = rounded(net * factor);
  else if (typeof gross === "number" && typeof net !== "number") prices.net_price = rounded(gross / factor);
  return { ...row, ...prices, stock_current: row.in_stock === true ? (row.stock_initial ?? 0) : null };
}

export const PRODUCT: Kind = {
  table: "product",
  parameter: "product_id",
  defaults: {
    ...nulls("name", "code", "net_price", "gross_price"),
    use_gross_price: false,
    ...nulls("default_vat", "net_cost", "measure", "description", "category", "notes"),
    in_stock: false,
    ...nulls("stock_initial", "average_cost", "average_price"),
  },
  optional: [],
  detailed: ["notes", "average_cost", "average_price", "stock_initial"],
  complete: completeProduct,
};

export const PAYMENT_METHOD: Kind = {
  table: "payment_method",
  parameter: "payment_method_id",
  defaults: {
    ...{ name: null, type: "standard", is_default: false, default_payment_account: null, details: null },
    ...nulls("bank_iban", "bank_name", "bank_beneficiary", "ei_payment_method"),
  },
  optional: ["default_payment_account"],
  detailed: ["details"],
  complete: ({ created_at: _, updated_at: __, ...row }) => row,
};

/** The operations on one of some things. */
export function single(kind: Kind) {
  const { table, parameter } = kind;
  const list: Handlers[string] = (request, tables, served) => {
    const rows = selected(rowsOf(table, request, tables), request);
    const basic = { query: { fieldset: "basic", ...request.query } };
    return paged(
      rows.map((row) => shown(kind, row, basic)),
      request,
      served,
    );
  };
  const create: Handlers[string] = (request, tables) =>
    json(200, { data: shown(kind, createdRow(kind, request, tables), { query: {} }) });
  const get: Handlers[string] = (request, tables) =>
    json(200, { data: shown(kind, rowOf(table, parameter, request, tables), request) });
  const modify: Handlers[string] = (request, tables) =>
    json(200, { data: shown(kind, modifiedRow(kind, request, tables), { query: {} }) });
  const remove: Handlers[string] = (request, tables) => {
    tables.remove(table, String(rowOf(table, parameter, request, tables).id));
    return empty(200);
  };
  return { list, create, get, modify, remove };
}

const clients = single(CLIENT);
const products = single(PRODUCT);
const methods = single(PAYMENT_METHOD);

/** Companies, clients, products and payment methods. */
export const REGISTRY: Handlers = {
  listUserCompanies: (_, tables) => json(200, { data: { companies: tables.rows("company") } }),
  listClients: clients.list,
  createClient: clients.create,
  getClient: clients.get,
  modifyClient: clients.modify,
  deleteClient: clients.remove,
  listProducts: products.list,
  createProduct: products.create,
  getProduct: products.get,
  modifyProduct: products.modify,
  deleteProduct: products.remove,
  listPaymentMethods(request, tables) {
    const company = companyOf(request, tables);
    const rows = tables.rows(PAYMENT_METHOD.table).filter((row) => row.company === company);
    return json(200, { data: selected(rows, request).map((row) => shown(PAYMENT_METHOD, row, request)) });
  },
  createPaymentMethod: methods.create,
  getPaymentMethod: methods.get,
  modifyPaymentMethod: methods.modify,
  deletePaymentMethod: methods.remove,
};
