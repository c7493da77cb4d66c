import { json, type ServedResponse, type Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { DATABASE } from "./database.js";
import { PEOPLE } from "./people.js";
import { seed } from "./seed.js";
import { STORAGE } from "./storage.js";

const KEYS: Record<string, string> = {
  Key: "919c2d18fb5d4staging",
  Project: "5df5acd0d48c2",
  JWT: "eyJhbGciOiJIUzI1NiJ9.e30.staging",
};

function reject(status: number, message: string): ServedResponse {
  return json(status, { message, code: status, version: "0.12.0" });
}

const SERVICE: Service<Tables> = {
  file: "public/appwrite/appwrite.yaml",
  createState: seed,
  isAuthorized: ({ security }, { headers }) =>
    security.some((schemes) =>
      schemes.every((name) => headers[`x-appwrite-${name.toLowerCase()}`] === KEYS[String(name)]),
    ),
  reject,
  handlers: { ...DATABASE, ...PEOPLE, ...STORAGE },
};

const credentials = Object.fromEntries(
  Object.entries(KEYS).map(([name, value]) => [name, { value, variable: `APPWRITE_${name.toUpperCase()}` }]),
);

/** The Appwrite server API: optional bodies, files, patches, several keys at once. */
export const appwrite: PublicSubject = {
  ...{ service: SERVICE, key: KEYS.Key ?? "", values: {}, settle: 50 },
  settings: { credentials: { own: credentials } },
};
