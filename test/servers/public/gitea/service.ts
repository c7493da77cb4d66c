import { empty, json, type ServedRequest, type ServedResponse, type Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { ISSUES } from "./issues.js";
import { PLANNING } from "./planning.js";
import { REPOSITORIES } from "./repositories.js";
import { ME } from "./requests.js";
import { seed } from "./seed.js";
import { TALK } from "./talk.js";

const TOKEN = "5f0cba1d7e3staging";

/** An error of the document. 401 and 404 have a message, 405 has no body. */
function reject(status: number, message: string): ServedResponse {
  if (status === 405) return empty(405);
  return json(status, { message, url: "https://git.example.com/api/swagger" });
}

/** A token in the header or the query, or the password of the user. */
function isAuthorized({ headers: { authorization }, query }: ServedRequest): boolean {
  if (authorization !== undefined) return [`token ${TOKEN}`, `Basic ${btoa(`${ME}:${TOKEN}`)}`].includes(authorization);
  return query.get("token") === TOKEN || query.get("access_token") === TOKEN;
}

const SERVICE: Service<Tables> = {
  file: "public/gitea/gitea.yaml",
  createState: seed,
  isAuthorized: (_, request) => isAuthorized(request),
  reject,
  handlers: { ...ISSUES, ...PLANNING, ...REPOSITORIES, ...TALK },
};

/** Gitea: nested paths, optional bodies, patches, numbers and tags as identifiers, several schemes of credentials. */
export const gitea: PublicSubject = {
  ...{ service: SERVICE, key: `token ${TOKEN}`, values: {}, settle: 50 },
  settings: {
    credentials: { own: { AuthorizationHeaderToken: { value: `token ${TOKEN}`, variable: "GITEA_TOKEN" } } },
  },
};
