import type { Subject } from "../run.js";
import { json, type ServedResponse, type Service } from "../service.js";
import { HANDLERS } from "./handlers.js";
import { type OrdersState, seed } from "./state.js";

const KEY = "key-of-the-hill-tea-shop-0815";

const TYPES = new Map([
  [401, "authentication_error"],
  [409, "conflict_error"],
  [429, "rate_limit_error"],
]);

/** An error of orders.yaml. */
export function orderError(status: number, message: string, param?: string): ServedResponse {
  const type = TYPES.get(status) ?? "invalid_request_error";
  return json(status, { error: { type, message, ...(param === undefined ? {} : { param }) } });
}

/** Rejects a request. A message begins with the JSON pointer to a field, or with the name of a parameter. */
function reject(status: number, message: string): ServedResponse {
  const [, pointer] = /^\/(\S+) /.exec(message) ?? [];
  const [, parameter] = /^(\w+) must /.exec(message) ?? [];
  if (pointer === undefined) return orderError(status, message.trim(), parameter);
  const [field = "", ...below] = pointer.split("/");
  const param = `${field}${below.map((name) => `[${name}]`).join("")}`;
  return orderError(status, message.replace(`/${pointer}`, param), param);
}

const ORDERS: Service<OrdersState> = {
  file: "orders/orders.yaml",
  createState: seed,
  isAuthorized: (_, { headers }) => headers.authorization === `Bearer ${KEY}`,
  reject,
  handlers: HANDLERS,
};

export const orders: Subject<OrdersState> = {
  service: ORDERS,
  key: KEY,
  values: {},
  allowed: ["createRefund", "updateAccount"],
  settle: 700,
};
