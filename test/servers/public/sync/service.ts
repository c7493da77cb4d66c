import { json, type ServedResponse, type Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { HANDLERS } from "./handlers.js";
import { ACCOUNT } from "./resources.js";
import { seed } from "./seed.js";

const KEY = `${ACCOUNT}:staging-token-0f3a`;

const CODES: Record<number, number> = { 401: 20003, 404: 20404, 405: 20004, 409: 54301, 412: 54103 };

function reject(status: number, message: string): ServedResponse {
  const code = CODES[status] ?? 20001;
  return json(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}

const SERVICE: Service<Tables> = {
  file: "public/sync/sync.yaml",
  createState: seed,
  isAuthorized: (_, { headers }) => headers.authorization === `Basic ${btoa(KEY)}`,
  reject,
  handlers: HANDLERS,
};

/** Twilio Sync: forms, pages with tokens, nested collections, revisions in `If-Match`. */
export const sync: PublicSubject = { service: SERVICE, key: KEY, values: {}, settle: 50 };
