import { json, type ServedResponse, type Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { CONTENT } from "./content.js";
import { PEOPLE } from "./people.js";
import { seed } from "./seed.js";

const TOKEN = "7f0a-vestorly-staging";
const SESSION = "c2Vzc2lvbi1vZi1hZGE";

function reject(status: number, message: string): ServedResponse {
  return json(status, { meta: { message } });
}

const SERVICE: Service<Tables> = {
  file: "public/vestorly/vestorly.yaml",
  createState: seed,
  isAuthorized: (_, { headers: { authorization }, query }) =>
    authorization === `Bearer ${TOKEN}` && query.get("vestorly_auth") === SESSION,
  reject,
  handlers: { ...CONTENT, ...PEOPLE },
};

/** Vestorly: wrapped objects, ids that begin with `_`, a second key in the query, collections without deletion. */
export const vestorly: PublicSubject = {
  ...{ service: SERVICE, key: TOKEN, values: {}, settle: 50 },
  settings: { parameters: { vestorly_auth: SESSION } },
};
