import { createHash, randomUUID } from "node:crypto";
import { asList, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedResponse } from "../../service.js";
import type { Tables } from "../tables.js";

/** A new id: 24 hexadecimal digits. */
export function newId(): string {
  return randomUUID().replaceAll("-", "").slice(0, 24);
}

/** The id of an object of a new server. */
export function seededId(table: string, number: number): string {
  return createHash("md5").update(`${table}${number}`).digest("hex").slice(0, 24);
}

/** An object in the response: under its name. */
export function wrapped(name: string, row: JsonObject): ServedResponse {
  return json(200, { [name]: row });
}

/** The object that the path names. */
export function found(request: ReadRequest, tables: Tables, name: string): JsonObject {
  return tables.get(name, request.path.id);
}

/** Stores a new object. The server chooses its id. */
export function created(tables: Tables, name: string, fields: JsonObject): ServedResponse {
  const id = newId();
  return wrapped(name, tables.put(name, id, { ...fields, ...idsOf(name, id) }));
}

/** The identifiers of an object: posts and newsletters have two of them. */
export function idsOf(name: string, id: string): JsonObject {
  return ["post", "newsletter"].includes(name) ? { _id: id, id } : { _id: id };
}

/** Stores the fields that are sent; the id and all other fields stay. */
export function updated(tables: Tables, name: string, row: JsonObject, fields: JsonObject): ServedResponse {
  const id = String(row._id);
  return wrapped(name, tables.put(name, id, { ...row, ...fields, ...idsOf(name, id) }));
}

/** Removes an object, and shows it for the last time. */
export function removed(tables: Tables, name: string, row: JsonObject): ServedResponse {
  tables.remove(name, String(row._id));
  return wrapped(name, row);
}

/**
 * The body of a request.
 *
 * @throws Rejection unless it is an object, which the schemas do not demand
 */
export function bodyOf({ body }: ReadRequest): JsonObject {
  if (!isObject(body)) throw new Rejection(422, "The body must be an object");
  return body;
}

/** Throws if a field names objects that do not exist. */
export function assertExist(tables: Tables, name: string, field: string, ids: Json | undefined): void {
  if (ids === undefined) return;
  const missing = [ids].flat().find((id) => !tables.find(name, id));
  if (missing !== undefined) throw new Rejection(422, `${field} is invalid: there is no ${name} ${String(missing)}`);
}

/** Throws if another object has the value of a unique field. */
export function assertUnique(tables: Tables, name: string, field: string, fields: JsonObject, id: Json = ""): void {
  const value = fields[field];
  const isTaken = tables.rows(name).some((row) => row[field] === value && row._id !== id);
  if (value !== undefined && isTaken) throw new Rejection(422, `${field} has already been taken`);
}

/** Throws if a required text is empty. */
export function assertFilled(fields: JsonObject, name: string): void {
  if (fields[name] === "") throw new Rejection(422, `${name} can't be blank`);
}

/** Part of a list: `start` is the number of objects to leave out. */
export function sliced({ query }: ReadRequest, rows: readonly JsonObject[], usual: number): JsonObject[] {
  const { start = 0, limit = usual } = query;
  if (Number(start) < 0) throw new Rejection(422, "start must be 0 or more");
  if (Number(limit) < 1) throw new Rejection(422, "limit must be 1 or more");
  return rows.slice(Number(start), Number(start) + Number(limit));
}

/** The rows of which one of the fields has a text. */
export function matching(rows: readonly JsonObject[], text: Json | undefined, fields: readonly string[]): JsonObject[] {
  const wanted = String(text ?? "").toLowerCase();
  return rows.filter((row) =>
    fields.some((field) =>
      String(row[field] ?? "")
        .toLowerCase()
        .includes(wanted),
    ),
  );
}

/** The texts of a list. */
export function textsOf(value: Json | undefined): string[] {
  return asList(value ?? []).map(String);
}
