import { json, type ServedResponse, type Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { CATALOG } from "./catalog.js";
import { COUPONS } from "./coupons.js";
import { RATES } from "./rates.js";
import { seed } from "./seed.js";
import { VALUE_LISTS } from "./value-lists.js";

const KEY = "sk_test_5taging0f4sma11sh0p";

/** An error of the document. The message begins with the parameter, or with a pointer to it. */
function reject(status: number, message: string): ServedResponse {
  const [, name, pointer] = /^(?:([a-z][\w[\]-]*):|\/(\S+)) /.exec(message) ?? [];
  const [field, ...below] = pointer?.split("/") ?? [];
  const param = name ?? (field && `${field}${below.map((each) => `[${each}]`).join("")}`);
  const error = { type: "invalid_request_error", message, ...(param === undefined ? {} : { param }) };
  return json(status, { error });
}

const SERVICE: Service<Tables> = {
  file: "public/stripe/stripe.yaml",
  createState: seed,
  isAuthorized: (_, { headers: { authorization } }) =>
    authorization === `Bearer ${KEY}` || authorization === `Basic ${btoa(`${KEY}:`)}`,
  reject,
  handlers: { ...CATALOG, ...COUPONS, ...RATES, ...VALUE_LISTS },
};

/** A shop in the form of Stripe: forms with nested fields, cursor lists, fields that can be expanded. */
export const stripe: PublicSubject = { service: SERVICE, key: `${KEY}:`, values: {}, settle: 50 };
