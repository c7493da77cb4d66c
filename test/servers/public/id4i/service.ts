import type { Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { COLLECTIONS } from "./collections.js";
import { GUIDS } from "./guids.js";
import { HISTORY } from "./history.js";
import { ORGANIZATIONS } from "./organizations.js";
import { apiError } from "./rows.js";
import { seed } from "./seed.js";

const KEY = "Bearer id4i.4b1f9c.2026";

const SERVICE: Service<Tables> = {
  file: "public/id4i/id4i.yaml",
  createState: seed,
  isAuthorized: (_, { headers }) => headers.authorization === KEY,
  reject: (status, message) => apiError(status, message),
  handlers: { ...ORGANIZATIONS, ...COLLECTIONS, ...GUIDS, ...HISTORY },
};

/** ID4i: pages by offset, namespaces of clients, creations that respond with an id or with nothing, bodies of deletions. */
export const id4i: PublicSubject = { service: SERVICE, key: KEY, values: {}, settle: 50 };
