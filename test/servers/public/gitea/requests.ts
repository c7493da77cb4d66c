import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedResponse } from "../../service.js";
import { picked, type Tables } from "../tables.js";

export const ME = "harbor";

/** The time, without milliseconds. */
export function now(): string {
  return new Date().toISOString().replace(/\.\d+Z/, "Z");
}

/** Rejects a value that the rules of the server do not allow. */
export function unprocessable(message: string): Rejection {
  return new Rejection(422, message);
}

/** The repository of a request. */
export function repositoryOf({ path }: ReadRequest, tables: Tables): JsonObject {
  return tables.get("repository", `${String(path.owner)}/${String(path.repo)}`.toLowerCase());
}

/** The key of an object in a repository. */
export function keyIn(repository: JsonObject, id: Json): string {
  return `${String(repository.id)}/${String(id)}`;
}

/** The rows of a table that belong to a repository. They have its id as `repository_id`, which is not shown. */
export function rowsIn(tables: Tables, table: string, repository: JsonObject): JsonObject[] {
  return tables.rows(table).filter(({ repository_id }) => repository_id === repository.id);
}

/** A row as it is shown. */
export function shown({ repository_id: _, ...row }: JsonObject): JsonObject {
  return row;
}

/**
 * The fields of a body.
 *
 * @throws Rejection if the body is missing, or a required text is empty
 */
export function bodyOf({ body }: ReadRequest, names: readonly string[], required: readonly string[] = []): JsonObject {
  if (body === undefined) throw unprocessable("[]: Empty Content-Type");
  const fields = picked(asObject(body), names);
  const missing = required.find((name) => fields[name] === undefined || fields[name] === "");
  if (missing !== undefined) throw unprocessable(`[${missing}]: Required`);
  return fields;
}

/** A page of a list. The header has the number of all objects. */
export function paged({ query }: ReadRequest, rows: readonly JsonObject[], show = shown): ServedResponse {
  const { page = 1, limit = 30 } = query;
  const number = Math.max(1, Number(page));
  const size = Number(limit) < 1 ? 30 : Math.min(50, Number(limit));
  const items = rows.slice((number - 1) * size, number * size);
  return json(200, items.map(show), { "X-Total-Count": String(rows.length) });
}

export function userOf(login: Json): JsonObject {
  const id = login === ME ? 1 : 2;
  return {
    ...{ id, login, login_name: "", full_name: `${String(login)} of staging`, email: `${String(login)}@example.com` },
    ...{ avatar_url: `https://git.example.com/avatars/${id}`, language: "", is_admin: false, active: true },
    ...{
      created: "2025-01-02T03:04:05Z",
      last_login: "2026-01-02T03:04:05Z",
      restricted: false,
      prohibit_login: false,
    },
    ...{ location: "", website: "", description: "", visibility: "public", followers_count: 0, following_count: 0 },
    starred_repos_count: 0,
  };
}

/** Throws unless all users exist. */
export function assertUsers(logins: readonly Json[]): void {
  const missing = logins.find((login) => ![ME, "lighthouse"].includes(String(login)));
  if (missing !== undefined) throw unprocessable(`Assignee does not exist: [name: ${String(missing)}]`);
}

/** A time of a body: RFC 3339. */
export function timeOf(value: Json | undefined): Json {
  return value === undefined || value === null ? null : new Date(String(value)).toISOString().replace(/\.\d+Z/, "Z");
}

/** Without the fields that are null: the document does not allow null. */
export function withoutNull(row: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}
