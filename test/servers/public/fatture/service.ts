import { json, type ServedResponse, type Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { DOCUMENTS } from "./documents.js";
import { RECEIPTS } from "./receipts.js";
import { REGISTRY } from "./registry.js";
import { seed } from "./seed.js";

const KEY = "a-3f0c9d17-staging";

/** An error of the document. Values that break its schemas are validation errors, also in parameters. */
function reject(status: number, message: string): ServedResponse {
  const isInvalid = status === 400;
  return json(isInvalid ? 422 : status, {
    error: {
      message: isInvalid ? "Invalid input" : message,
      ...(isInvalid ? { validation_result: { request: [message] } } : {}),
    },
  });
}

const SERVICE: Service<Tables> = {
  file: "public/fatture/fatture.yaml",
  createState: seed,
  isAuthorized: (_, { headers }) => headers.authorization === `Bearer ${KEY}`,
  reject,
  handlers: { ...REGISTRY, ...DOCUMENTS, ...RECEIPTS },
};

/** Fatture in Cloud: all below a company, data in envelopes, numbered pages, amounts that are calculated, a bin. */
export const fatture: PublicSubject = { service: SERVICE, key: KEY, values: {}, settle: 50 };
