import type { Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { ACCOUNT } from "./account.js";
import { CONTACTS } from "./contacts.js";
import { failed } from "./rows.js";
import { seed } from "./seed.js";

const KEY = "caller:Evening-2026";

const SERVICE: Service<Tables> = {
  file: "public/callfire/callfire.yaml",
  createState: seed,
  isAuthorized: (_, { headers: { authorization } }) => authorization === `Basic ${btoa(KEY)}`,
  reject: failed,
  handlers: { ...CONTACTS, ...ACCOUNT },
};

/** CallFire: most changes have no success in the document, resources that are created in bulk, partial responses. */
export const callfire: PublicSubject = { service: SERVICE, key: KEY, values: {}, settle: 50 };
