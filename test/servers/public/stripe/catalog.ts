import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { pricedFields } from "./price-fields.js";
import {
  assertFilled,
  changed,
  checkedMetadata,
  currencyOf,
  deleted,
  expansions,
  fieldsOf,
  invalid,
  listed,
  newId,
  now,
} from "./requests.js";

const CHANGE = [
  ...["active", "description", "images", "metadata", "name", "package_dimensions", "shippable", "statement_descriptor"],
  ...["tax_code", "unit_label", "url"],
];
const NEW_PRODUCT = [...CHANGE, "default_price_data", "id"];
const PRICE_CHANGE = [
  ...["active", "currency_options", "lookup_key", "metadata", "nickname", "tax_behavior", "transfer_lookup_key"],
];
const NEW_PRICE = [
  ...[...PRICE_CHANGE, "billing_scheme", "currency", "custom_unit_amount", "product", "product_data", "recurring"],
  ...["tiers", "tiers_mode", "transform_quantity", "unit_amount", "unit_amount_decimal"],
];

const TAX_CODES = ["txcd_10000000", "txcd_20030000", "txcd_99999999", "txcd_92010001"];

/** Throws unless a tax code exists. */
export function assertTaxCode(code: Json | undefined): void {
  if (code === undefined || code === null || TAX_CODES.includes(String(code))) return;
  throw invalid("tax_code", `No such tax code: '${String(code)}'`);
}

function assertProduct(fields: JsonObject): void {
  assertFilled(fields, ["name"]);
  assertTaxCode(fields.tax_code);
  // The document allows 40,000 characters in requests, and 5,000 in responses.
  if (String(fields.description ?? "").length > 5000)
    throw invalid("description", "It can have up to 5000 characters.");
  if (asList(fields.images).length > 8) throw invalid("images", "A product can have up to 8 images.");
  const urls = [fields.url, ...asList(fields.images)].filter((url) => typeof url === "string");
  const wrong = urls.find((url) => !/^https?:\/\/[^\s/]+/.test(url));
  if (wrong !== undefined) throw invalid("url", `Not a valid URL: ${wrong}`);
}

function newProduct(tables: Tables, sent: JsonObject): JsonObject {
  const id = sent.id ?? newId("prod");
  if (tables.find("product", id)) throw invalid("id", "Product already exists.");
  if (!/^[\w-]+$/.test(String(id))) throw invalid("id", "Only letters, digits, _ and - are allowed.");
  assertProduct(sent);
  const created = now();
  const { default_price_data: _, ...fields } = sent;
  const optional = { active: true, default_price: null, description: null, images: [], package_dimensions: null };
  const more = { shippable: null, statement_descriptor: null, tax_code: null, unit_label: null, url: null };
  const product = { ...optional, ...more, ...withoutNull(fields, ["active", "images"]), id, object: "product" };
  return { ...product, created, livemode: false, metadata: checkedMetadata(sent.metadata), updated: created };
}

/** The fields, without those that are null and cannot be. */
function withoutNull(fields: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || !names.includes(name)));
}

function newPrice(tables: Tables, sent: JsonObject, product: string): JsonObject {
  const fields = { ...pricedFields(sent), currency: currencyOf("currency", sent.currency) };
  const { lookup_key = null, nickname = null, active, transfer_lookup_key } = sent;
  const holder = tables.rows("price").find((price) => lookup_key !== null && price.lookup_key === lookup_key);
  if (holder && transfer_lookup_key !== true) throw invalid("lookup_key", "A price already uses this lookup key.");
  if (holder) tables.put("price", String(holder.id), { ...holder, lookup_key: null });
  const price = { id: newId("price"), object: "price", active: active ?? true, created: now(), livemode: false };
  return { ...price, ...fields, lookup_key, metadata: checkedMetadata(sent.metadata), nickname, product };
}

/** A price with its product, if the request wants it. */
function shownPrice(tables: Tables, price: JsonObject, expanded: readonly string[], path = "product"): JsonObject {
  if (!expanded.includes(path)) return price;
  return { ...price, product: tables.find("product", price.product) ?? String(price.product) };
}

function shownProduct(tables: Tables, product: JsonObject, expanded: readonly string[], path = "default_price") {
  const price = expanded.includes(path) ? tables.find("price", product.default_price) : undefined;
  return price ? { ...product, default_price: price } : product;
}

function createPrice(request: ReadRequest, tables: Tables): JsonObject {
  const sent = fieldsOf(request, NEW_PRICE);
  assertFilled(sent, ["currency"]);
  const { product, product_data } = sent;
  if (product !== undefined && product_data !== undefined) {
    throw invalid("product", "You may only specify one of these parameters: product, product_data.");
  }
  if (product_data !== undefined) {
    const created = newProduct(tables, asObject(product_data ?? {}));
    const price = newPrice(tables, sent, String(created.id));
    tables.put("product", String(created.id), created);
    return price;
  }
  if (product === undefined) throw invalid("product", "You must specify either product or product_data.");
  if (!tables.find("product", product)) throw invalid("product", `No such product: '${String(product)}'`);
  return newPrice(tables, sent, String(product));
}

/** Products and prices. */
export const CATALOG: Service<Tables>["handlers"] = {
  GetProducts: (request, tables) =>
    listed(request, tables, {
      table: "product",
      url: "/v1/products",
      filters: ["active", "shippable", "url"],
      selects: ({ id = "" }) => request.query.ids === undefined || asList(request.query.ids).includes(id),
      expandable: ["default_price"],
      shown: (product) =>
        shownProduct(tables, product, expansions(request, ["data.default_price"]), "data.default_price"),
    }),
  PostProducts(request, tables) {
    const sent = fieldsOf(request, NEW_PRODUCT);
    const expanded = expansions(request, ["default_price"]);
    const product = newProduct(tables, sent);
    const id = String(product.id);
    const { default_price_data } = sent;
    if (default_price_data === undefined || default_price_data === null) {
      return json(200, shownProduct(tables, tables.put("product", id, product), expanded));
    }
    const price = newPrice(tables, asObject(default_price_data), id);
    tables.put("price", String(price.id), price);
    return json(
      200,
      shownProduct(tables, tables.put("product", id, { ...product, default_price: price.id ?? null }), expanded),
    );
  },
  GetProductsId: (request, tables) =>
    json(200, shownProduct(tables, tables.get("product", request.path.id), expansions(request, ["default_price"]))),
  PostProductsId(request, tables) {
    const product = tables.get("product", request.path.id);
    const sent = withoutNull(fieldsOf(request, [...CHANGE, "default_price"]), ["active", "images"]);
    const expanded = expansions(request, ["default_price"]);
    assertProduct(sent);
    const price = sent.default_price;
    if (price !== undefined && price !== null && tables.find("price", price)?.product !== product.id) {
      throw invalid("default_price", `No such price: '${String(price)}'`);
    }
    const after = { ...changed(product, sent), updated: now() };
    return json(200, shownProduct(tables, tables.put("product", String(product.id), after), expanded));
  },
  DeleteProductsId(request, tables) {
    const product = tables.get("product", request.path.id);
    if (tables.rows("price").some((price) => price.product === product.id)) {
      throw new Rejection(400, "This product cannot be deleted because it has one or more user-created prices.");
    }
    tables.remove("product", String(product.id));
    return deleted(product);
  },
  GetPrices: (request, tables) =>
    listed(request, tables, {
      table: "price",
      url: "/v1/prices",
      filters: ["active", "currency", "product", "type"],
      selects: ({ lookup_key = null, recurring = null }) => {
        const { lookup_keys, recurring: wanted = {} } = request.query;
        const pairs = Object.entries(asObject(wanted));
        return (
          (lookup_keys === undefined || asList(lookup_keys).includes(lookup_key)) &&
          pairs.every(([name, value]) => asObject(recurring ?? {})[name] === value)
        );
      },
      expandable: ["product"],
      shown: (price) => shownPrice(tables, price, expansions(request, ["data.product"]), "data.product"),
    }),
  PostPrices(request, tables) {
    const expanded = expansions(request, ["product"]);
    const price = createPrice(request, tables);
    return json(200, shownPrice(tables, tables.put("price", String(price.id), price), expanded));
  },
  GetPricesPrice: (request, tables) =>
    json(200, shownPrice(tables, tables.get("price", request.path.price), expansions(request, ["product"]))),
  PostPricesPrice(request, tables) {
    const price = tables.get("price", request.path.price);
    const { transfer_lookup_key, ...sent } = withoutNull(fieldsOf(request, PRICE_CHANGE), ["active"]);
    const expanded = expansions(request, ["product"]);
    const { currency_options: _, ...fields } = sent;
    const key = sent.lookup_key ?? null;
    const holder = tables.rows("price").find((each) => key !== null && each.lookup_key === key && each.id !== price.id);
    if (holder && transfer_lookup_key !== true) throw invalid("lookup_key", "A price already uses this lookup key.");
    if (holder) tables.put("price", String(holder.id), { ...holder, lookup_key: null });
    return json(200, shownPrice(tables, tables.put("price", String(price.id), changed(price, fields)), expanded));
  },
};
