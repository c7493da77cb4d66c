import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection, type ServedResponse, type Service } from "../../service.js";
import { picked, type Tables } from "../tables.js";

export type Handlers = Service<Tables>["handlers"];

/** The user of the key. */
export const ME = { id: 1, name: "admin" };

/** The codes of rejections. */
const CODES: Readonly<Record<number, string>> = {
  ...{ 400: "BAD_REQUEST", 401: "UNAUTHORIZED", 403: "FORBIDDEN", 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED" },
  ...{ 409: "CONFLICT", 412: "PRECONDITION", 415: "UNSUPPORTED_MEDIA_TYPE" },
};

export function failed(status: number, message: string): ServedResponse {
  return json(status, { errors: [{ code: CODES[status] ?? "UNKNOWN", message }] });
}

/** The present, as a text. */
export function now(): string {
  return new Date().toISOString();
}

/** Adds a row to a table. */
export function added(tables: Tables, table: string, fields: JsonObject, time = now()): JsonObject {
  const id = tables.nextNumber();
  return tables.put(table, id, { ...fields, id, creation_time: time, update_time: time });
}

/** Changes a row, and the moment of its last change. */
export function changed(tables: Tables, table: string, row: JsonObject, fields: JsonObject): JsonObject {
  return tables.put(table, String(row.id), { ...row, ...fields, update_time: now() });
}

/** Some fields of the body. A field that is null counts as missing. */
export function sentIn({ body }: ReadRequest, names: readonly string[]): JsonObject {
  return present(picked(asObject(body ?? {}), names));
}

/** An object without the fields that are null. */
export function present(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}

/** The project with a number or a name. */
export function findProject(tables: Tables, text: string, isName: boolean): JsonObject | undefined {
  if (!isName && /^\d+$/.test(text)) return tables.find("project", Number(text));
  return tables.rows("project").find(({ name }) => name === text);
}

/**
 * The project that the path names.
 *
 * @param status the status with which an unknown project is rejected
 * @throws Rejection if there is none
 */
export function projectOf({ path, header }: ReadRequest, tables: Tables, status = 404): JsonObject {
  const text = String(path.project_name_or_id);
  const project = findProject(tables, text, header["X-Is-Resource-Name"] === true);
  if (!project) throw new Rejection(status, "project not found");
  return project;
}

/**
 * A row that belongs to a project.
 *
 * @throws Rejection with 404 if the project does not have it
 */
export function rowIn(tables: Tables, table: string, project: JsonObject, id: Json | undefined): JsonObject {
  const row = tables.find(table, id);
  if (row?.project_id !== project.id) throw new Rejection(404, `${table} not found`);
  return row ?? {};
}

/** The rows of a project. */
export function rowsIn(tables: Tables, table: string, project: JsonObject): JsonObject[] {
  return tables.rows(table).filter(({ project_id }) => project_id === project.id);
}

/**
 * Rejects a value that the document does not call valid.
 *
 * @throws Rejection with 400
 */
export function rejectOther(name: string, value: Json | undefined, valid: readonly Json[]): void {
  if (value === undefined || valid.includes(value)) return;
  throw new Rejection(400, `${name} must be one of ${valid.join(", ")}`);
}

/** Confirms a creation by the address of what was created. */
export function created(location: string): ServedResponse {
  return empty(201, { Location: location });
}

export const OK = (): ServedResponse => empty(200);
