import { randomUUID } from "node:crypto";
import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedResponse } from "../../service.js";
import type { Tables } from "../tables.js";

/** The present, as responses show times. */
export function now(): string {
  return new Date().toISOString();
}

/** A new id of a run or a version. */
export function newId(): string {
  return randomUUID();
}

/** The key of something that belongs to a namespace, which is case-insensitive. */
export function keyIn(namespace: Json | undefined, ...names: (Json | undefined)[]): string {
  return [String(namespace).toLowerCase(), ...names.map(String)].join("\n");
}

/** The name of a parameter in the path. */
export function nameOf({ path }: ReadRequest, parameter: string): string {
  return String(path[parameter]);
}

/**
 * The object in the body of a request. Where the document names required fields, there has to be one.
 *
 * @throws Rejection with 400 if the body is missing
 */
export function requiredBody({ body }: ReadRequest): JsonObject {
  if (body === undefined) throw new Rejection(400, "The request body must not be null");
  return asObject(body);
}

/** An object without the fields that have no value. */
export function present(fields: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value == null ? [] : [[name, value]])));
}

/** The namespace that a request names. */
export function namespaceOf(request: ReadRequest, tables: Tables): JsonObject {
  const name = nameOf(request, "namespace");
  const namespace = tables.find("namespace", keyIn(name));
  if (!namespace) throw new Rejection(404, "The namespace is not found.");
  return namespace;
}

/** The row below the namespace of a request that has a name in the path. */
export function namedIn(table: "dataset" | "job", request: ReadRequest, tables: Tables): JsonObject {
  const namespace = namespaceOf(request, tables);
  const name = nameOf(request, table);
  const row = tables.find(table, keyIn(namespace.name, name));
  if (!row) throw new Rejection(404, `The ${table} is not found.`);
  return row;
}

/** The rows of a table that belong to the namespace, job or dataset of another row. */
export function rowsIn(tables: Tables, table: string, { namespace }: JsonObject): JsonObject[] {
  return tables.rows(table).filter((row) => row.namespace === namespace);
}

/** A page of a list, with more fields beside it. */
export function paged(
  name: string,
  rows: readonly JsonObject[],
  request: ReadRequest,
  more: JsonObject = {},
): ServedResponse {
  return json(200, { [name]: page(rows, request), ...more });
}

/** The rows from `offset` on, at most `limit`. */
export function page(rows: readonly JsonObject[], { query }: ReadRequest): JsonObject[] {
  const limit = Number(query.limit ?? 100);
  const offset = Number(query.offset ?? 0);
  if (limit < 0) throw new Rejection(400, "query param limit must be greater than or equal to 0");
  if (offset < 0) throw new Rejection(400, "query param offset must be greater than or equal to 0");
  return rows.slice(offset, offset + limit);
}

/** Rows by their names. */
export function byName(rows: readonly JsonObject[]): JsonObject[] {
  return rows.toSorted((one, other) => (String(one.name) < String(other.name) ? -1 : 1));
}
