import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection, type ServedResponse, type Service } from "../../service.js";
import { picked, type Tables } from "../tables.js";

export type Handlers = Service<Tables>["handlers"];

/** The number of the user of the key. */
export const ME = 1;

const NAMES: Readonly<Record<number, string>> = {
  ...{ 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed" },
};

export function failed(status: number, errorDescription: string): ServedResponse {
  return json(status, { error: NAMES[status] ?? "Error", errorCode: status, errorDescription });
}

export const OK = (): ServedResponse => empty(200);

/** The present, as a text. */
export function now(): string {
  return new Date().toISOString();
}

/** A moment some seconds after the present, as a text. It lies in this millennium. */
export function after(seconds: number): string {
  return new Date(Math.min(Date.now() + seconds * 1000, Date.parse("2999-12-31T23:59:59Z"))).toISOString();
}

/** A new token. */
export function tokenOf(tables: Tables, prefix: string): string {
  return `${prefix}${String(tables.nextNumber() * 7919).padStart(14, "x")}`;
}

/** Adds a row to a table. */
export function added(tables: Tables, table: string, fields: JsonObject): JsonObject {
  const id = tables.nextNumber();
  return tables.put(table, id, { id, ...fields });
}

/** Some fields of the body. */
export function sentIn({ body }: ReadRequest, names: readonly string[]): JsonObject {
  return picked(asObject(body ?? {}), names);
}

/**
 * The row that the path names.
 *
 * @throws Rejection with 404 if there is none
 */
export function rowOf({ path }: ReadRequest, tables: Tables, table: string): JsonObject {
  return tables.get(table, path.id);
}

/** Replaces a row. */
export function put(tables: Tables, table: string, row: JsonObject): JsonObject {
  return tables.put(table, row.id ?? 0, row);
}

/**
 * Rejects a request.
 *
 * @throws Rejection with 400
 */
export function refuse(message: string): never {
  throw new Rejection(400, message);
}

/** The numbers of some rows in ascending order of a field. */
export function ordered(rows: readonly JsonObject[], name: string): JsonObject[] {
  const text = (value: Json | undefined) => String(value ?? "");
  return rows.toSorted((left, right) => {
    if (text(left[name]) === text(right[name])) return Number(left.id) - Number(right.id);
    return text(left[name]) < text(right[name]) ? -1 : 1;
  });
}
