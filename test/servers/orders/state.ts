import { randomUUID } from "node:crypto";
import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";

/** The data of a server of orders.yaml. Each object is replaced as a whole when it changes. */
export interface OrdersState {
  /** By id, the oldest one first. */
  customers: Map<string, JsonObject>;
  orders: Map<string, JsonObject>;
  refunds: Map<string, JsonObject>;
  account: JsonObject;
}

/** The data of a server at one moment. */
export function copyOf({ customers, orders, refunds, account }: OrdersState): OrdersState {
  return { customers: new Map(customers), orders: new Map(orders), refunds: new Map(refunds), account };
}

/** In seconds. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** A new id, for example `ord_5f0c1b7e9a2d44`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 14)}`;
}

/** The sum of the items of an order. */
export function amountOf(items: Json): number {
  const amounts = asList(items).map((item) => {
    const { quantity = 1, unit_amount = 0 } = asObject(item);
    return Number(quantity) * Number(unit_amount);
  });
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** The ids of new servers begin so, after their prefix. */
export const SEEDED = "5eed00";

const seededId = (prefix: string, number: number) => `${prefix}_${SEEDED}${String(number).padStart(4, "0")}`;
const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const byId = (objects: JsonObject[]) => new Map(objects.map((object) => [String(object.id), object]));

/** A day apart from each other. */
const timeOf = (number: number) => 1_780_000_000 + number * 86_400;

const CITIES = ["Basel", "Bern", "Chur", "Zug"];

function addressOf(number: number): JsonObject {
  const city = CITIES[number % 4] ?? "Basel";
  return { line1: `Hill Street ${number}`, city, postal_code: String(3000 + number), country: "CH" };
}

function seededCustomer(number: number): JsonObject {
  return {
    id: seededId("cus", number),
    object: "customer",
    address: number % 3 === 0 ? null : addressOf(number),
    created: timeOf(number),
    email: `customer-${number}@example.com`,
    metadata: number % 2 ? { tier: "gold" } : {},
    name: `Customer ${number}`,
    phone: number % 4 === 0 ? null : `+4131555010${number % 10}`,
    preferred_locales: number % 2 ? ["de", "fr"] : [],
    updated: timeOf(number),
  };
}

function seededOrder(number: number): JsonObject {
  const isCanceled = number % 4 === 0;
  const items = numbersTo(1 + (number % 3)).map((place) => ({
    id: seededId("itm", number * 10 + place),
    object: "order_item",
    created: timeOf(number + 12),
    quantity: place,
    sku: `TEA-${number}${place}`,
    unit_amount: 450 + number * 10,
  }));
  return {
    id: seededId("ord", number),
    object: "order",
    amount: amountOf(items),
    amount_refunded: number === 1 || number === 5 ? 300 : 0,
    cancellation_reason: isCanceled ? "out_of_stock" : null,
    created: timeOf(number + 12),
    currency: ["chf", "eur", "usd"][number % 3] ?? "chf",
    customer: seededId("cus", 1 + (number % 5)),
    deliver_on: number % 2 ? "2026-12-15" : null,
    description: number % 3 ? `Order ${number}` : null,
    items,
    metadata: number % 2 ? { channel: "shop", campaign: `c${number}` } : {},
    shipping: number % 5 ? { name: `Customer ${number}`, address: addressOf(number) } : null,
    status: isCanceled ? "canceled" : "open",
    updated: timeOf(number + 12),
  };
}

function seededRefund(number: number): JsonObject {
  return {
    id: seededId("re", number),
    object: "refund",
    amount: 150,
    created: timeOf(number + 30),
    currency: number > 2 ? "usd" : "eur",
    expected_at: `2026-07-0${number}T12:00:00Z`,
    metadata: {},
    order: seededId("ord", number > 2 ? 5 : 1),
    reason: ["duplicate", "requested_by_customer", null, "fraudulent"][number - 1] ?? null,
    status: "succeeded",
  };
}

/** The data of a new server. */
export function seed(): OrdersState {
  const settings = { invoice_prefix: "TEA", locale: "en", notifications: true };
  return {
    customers: byId(numbersTo(12).map(seededCustomer)),
    orders: byId(numbersTo(14).map(seededOrder)),
    refunds: byId(numbersTo(4).map(seededRefund)),
    account: { id: "acct_5eed00", object: "account", created: timeOf(0), name: "Hill Tea", settings },
  };
}
