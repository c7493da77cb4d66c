import { json, type Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { COMPANIES } from "./companies.js";
import { ORDERS } from "./orders.js";
import { seed } from "./seed.js";

const KEY = "Token inv-7d1c0f5e-20261101";

const SERVICE: Service<Tables> = {
  file: "public/inventree/inventree.yaml",
  createState: seed,
  isAuthorized: (_, { headers }) => headers.authorization === KEY,
  reject: (status, message) => json(status, status === 400 ? { non_field_errors: [message] } : { detail: message }),
  handlers: { ...COMPANIES, ...ORDERS },
};

/** InvenTree: pages by offset, orders and filters of many fields, two kinds of changes, bulk deletions, states by actions. */
export const inventree: PublicSubject = { service: SERVICE, key: KEY, values: {}, settle: 50 };
