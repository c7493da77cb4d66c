import type { JsonObject } from "#openapi/document/document.js";
import { numbersTo, seededTime, Tables } from "../tables.js";

const idOf = (prefix: string, number: number) => `${prefix}_5eed${String(number).padStart(10, "0")}`;
const createdAt = (number: number) => seededTime(number) / 1000;

const base = (object: string, prefix: string, number: number): JsonObject => ({
  id: idOf(prefix, number),
  object,
  created: createdAt(number),
  livemode: false,
  metadata: number % 2 ? { season: "spring" } : {},
});

const product = (number: number): JsonObject => ({
  ...base("product", "prod", number),
  active: number % 5 !== 0,
  default_price: number % 3 ? idOf("price", number) : null,
  description: number % 2 ? `The tea number ${number}.` : null,
  images: number % 4 ? [] : [`https://shop.example.com/tea-${number}.png`],
  name: `Tea ${number}`,
  package_dimensions: number % 3 ? null : { height: 4.5, length: 10, weight: 1.25, width: 6 },
  shippable: number % 2 ? true : null,
  statement_descriptor: null,
  tax_code: number % 4 ? null : "txcd_99999999",
  unit_label: number % 2 ? "bag" : null,
  updated: createdAt(number),
  url: number % 2 ? `https://shop.example.com/teas/${number}` : null,
});

const price = (number: number): JsonObject => ({
  ...base("price", "price", number),
  active: true,
  billing_scheme: "per_unit",
  currency: number % 2 ? "eur" : "usd",
  custom_unit_amount: null,
  lookup_key: number % 4 ? null : `tea-${number}`,
  nickname: null,
  product: idOf("prod", number),
  recurring:
    number % 3 ? null : { aggregate_usage: null, interval: "month", interval_count: 1, usage_type: "licensed" },
  tax_behavior: "unspecified",
  tiers_mode: null,
  transform_quantity: null,
  type: number % 3 ? "one_time" : "recurring",
  unit_amount: 450 + number * 25,
  unit_amount_decimal: String(450 + number * 25),
});

const coupon = (number: number): JsonObject => ({
  ...base("coupon", "coupon", number),
  amount_off: number % 2 ? null : 500,
  currency: number % 2 ? null : "eur",
  duration: number % 3 ? "once" : "repeating",
  duration_in_months: number % 3 ? null : 3,
  max_redemptions: null,
  name: `Coupon ${number}`,
  percent_off: number % 2 ? 12.5 : null,
  redeem_by: null,
  times_redeemed: number,
  valid: true,
});

const taxRate = (number: number): JsonObject => ({
  ...base("tax_rate", "txr", number),
  active: number % 3 !== 0,
  country: ["CH", "DE", "FR"][number % 3] ?? "CH",
  description: null,
  display_name: "VAT",
  inclusive: number % 2 === 0,
  jurisdiction: null,
  percentage: 7.7 + number,
  state: null,
  tax_type: "vat",
});

const shippingRate = (number: number): JsonObject => ({
  ...base("shipping_rate", "shr", number),
  active: true,
  delivery_estimate: number % 2 ? null : { maximum: { unit: "day", value: 5 }, minimum: { unit: "day", value: 2 } },
  display_name: `Parcel ${number}`,
  fixed_amount: { amount: 700 + number, currency: "eur" },
  tax_behavior: "exclusive",
  tax_code: null,
  type: "fixed_amount",
});

const valueList = (number: number): JsonObject => ({
  ...base("radar.value_list", "rsl", number),
  alias: `blocked_${number}`,
  created_by: "owner@example.com",
  item_type: ["string", "email", "country"][number % 3] ?? "string",
  name: `Blocked ${number}`,
});

const VALUES = [
  ["tea-leaf", "tea-dust", "tea-bag"],
  ["one@example.com", "two@example.com", "six@example.com"],
  ["LI", "MC", "SM"],
];

function valueListItem(number: number): JsonObject {
  const list = 1 + (number % 4);
  const { metadata: _, ...fields } = base("radar.value_list_item", "rsli", number);
  const value = VALUES[list % 3]?.[Math.floor(number / 4)] ?? "tea";
  return { ...fields, created_by: "owner@example.com", value, value_list: idOf("rsl", list) };
}

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  const put = (table: string, rows: JsonObject[]) => {
    for (const row of rows) tables.put(table, String(row.id), row);
  };
  put("product", numbersTo(14).map(product));
  put("price", numbersTo(13).map(price));
  put("coupon", numbersTo(6).map(coupon));
  put("tax_rate", numbersTo(5).map(taxRate));
  put("shipping_rate", numbersTo(4).map(shippingRate));
  put("value_list", numbersTo(5).map(valueList));
  put("value_list_item", numbersTo(9).map(valueListItem));
  return tables;
}
