import type { ServedRequest, Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { PARTS } from "./parts.js";
import { projects } from "./projects.js";
import { failed, type Handlers } from "./rows.js";
import { seed } from "./seed.js";
import { system } from "./system.js";

const KEY = "admin:Tallship-2026";

function isMine({ headers: { authorization } }: ServedRequest): boolean {
  return authorization === `Basic ${btoa(KEY)}`;
}

/** Lists that the document allows without a key, and shows to others in part or empty. */
const OPEN = ["ListRobot", "listProjects"];

/** A rejection with a status that the document has for the operation. */
function reject(status: number, message: string, operation = ""): ReturnType<typeof failed> {
  if (status === 401 && operation === "deleteProject") return failed(403, message);
  return failed(status === 415 && operation !== "CreateLabel" ? 400 : status, message);
}

/** Handlers whose successes repeat the id of the request. */
function repeatingIds(handlers: Handlers): Handlers {
  return Object.fromEntries(
    Object.entries(handlers).map(([operation, handle]): [string, Handlers[string]] => [
      operation,
      (request, tables, served) => {
        const response = handle(request, tables, served);
        const id = served.headers["x-request-id"];
        return typeof id === "string"
          ? { ...response, headers: { ...response.headers, "X-Request-Id": id } }
          : response;
      },
    ]),
  );
}

const SERVICE: Service<Tables> = {
  file: "public/harbor/harbor.yaml",
  createState: seed,
  isAuthorized: ({ id }, request) =>
    isMine(request) || (OPEN.includes(id) && (id === "ListRobot" || request.headers.authorization === undefined)),
  reject,
  handlers: repeatingIds({ ...projects(isMine), ...PARTS, ...system(isMine) }),
};

/** Harbor: confirmations without bodies, names or numbers in paths, counts and links in headers, a query language. */
export const harbor: PublicSubject = { service: SERVICE, key: KEY, values: {}, settle: 50 };
