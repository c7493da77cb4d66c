import type { Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { EVENTS } from "./events.js";
import { ITEMS } from "./items.js";
import { PLACES } from "./places.js";
import { failed } from "./rows.js";
import { seed } from "./seed.js";
import { SETS } from "./sets.js";

const KEY = "9d1f03b2-brain-2026";

const SERVICE: Service<Tables> = {
  file: "public/intellifi/intellifi.yaml",
  createState: seed,
  isAuthorized: (_, { headers, query }) =>
    headers["x-api-key"] === KEY || query.get("key") === KEY || headers.cookie === `brain.sid=${KEY}`,
  reject: failed,
  handlers: { ...ITEMS, ...PLACES, ...SETS, ...EVENTS },
};

/** The Intellifi Brain: lists by ranges, orders and selections of fields, references by URL, confirmations instead of resources. */
export const intellifi: PublicSubject = { service: SERVICE, key: KEY, values: {}, settle: 50 };
