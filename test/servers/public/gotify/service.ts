import type { ServedRequest, Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { APPLICATIONS } from "./applications.js";
import { CLIENTS } from "./clients.js";
import { MESSAGES } from "./messages.js";
import { PEOPLE } from "./people.js";
import { failed } from "./rows.js";
import { seed, TOKEN } from "./seed.js";
import { SYSTEM } from "./system.js";

/** The key has its prefix in each place: one key serves all schemes. */
const KEY = `Bearer ${TOKEN}`;

function isMine({ headers, query }: ServedRequest): boolean {
  const sent = [headers.authorization, headers["x-gotify-key"], query.get("token")];
  return sent.some((key) => key === KEY || key === TOKEN) || headers.authorization === `Basic ${btoa("admin:lantern")}`;
}

const SERVICE: Service<Tables> = {
  file: "public/gotify/gotify.yaml",
  createState: seed,
  isAuthorized: (_, request) => isMine(request),
  reject: (status, message) => failed(status === 415 ? 400 : status, message),
  handlers: { ...APPLICATIONS, ...CLIENTS, ...MESSAGES, ...PEOPLE, ...SYSTEM },
};

/** Gotify: lists without single reads, pages by the last number, tokens, files, settings in YAML, users changed by POST. */
export const gotify: PublicSubject = { service: SERVICE, key: KEY, values: {}, settle: 50 };
