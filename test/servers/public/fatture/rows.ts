import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { type ReadRequest, Rejection } from "../../service.js";
import { picked, type Tables } from "../tables.js";

/** One kind of what a company has. */
export interface Kind {
  table: string;
  /** The path parameter with the id. */
  parameter: string;
  /** The fields that a client of the API may set, with their values if none is given. */
  defaults: JsonObject;
  /** Fields without a value that are left out. */
  optional: readonly string[];
  /** Fields that the fieldset `basic` lacks. */
  detailed: readonly string[];
  /** Fills in what the server calculates, before a row is stored. */
  complete(row: JsonObject, sent: JsonObject, tables: Tables): JsonObject;
}

/** The time as responses show it. */
export function now(): string {
  return new Date().toISOString().slice(0, 19).replace("T", " ");
}

/** An amount with two decimals; null if it is too large for a number. */
export function rounded(amount: number): number | null {
  const value = Math.round(amount * 100) / 100;
  return Number.isFinite(value) ? value : null;
}

/** Each name with the value null. */
export function nulls(...names: string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** The company of a request. */
export function companyOf({ path }: ReadRequest, tables: Tables): number {
  return Number(tables.get("company", path.company_id).id);
}

/** The rows of a table that belong to the company of a request. */
export function rowsOf(table: string, request: ReadRequest, tables: Tables): JsonObject[] {
  const company = companyOf(request, tables);
  return tables.rows(table).filter((row) => row.company === company);
}

/**
 * The row that the path names.
 *
 * @throws Rejection with 404 if the company has none
 */
export function rowOf(table: string, parameter: string, request: ReadRequest, tables: Tables): JsonObject {
  const company = companyOf(request, tables);
  const row = tables.find(table, request.path[parameter]);
  if (row?.company !== company) throw new Rejection(404, "The requested resource was not found.");
  return row;
}

/**
 * The data in the envelope of a body.
 *
 * @throws Rejection with 422 if there are none
 */
export function dataOf({ body }: ReadRequest): JsonObject {
  const { data } = asObject(body ?? {});
  if (!isObject(data)) throw new Rejection(422, "The data field is required.");
  return data;
}

/** A row as responses show it. The request may ask for some fields only. */
export function shown(
  { optional, detailed }: Pick<Kind, "optional" | "detailed">,
  { company: _, ...row }: JsonObject,
  { query: { fields, fieldset } }: Pick<ReadRequest, "query">,
): JsonObject {
  const present = Object.entries(row).filter(([name, value]) => value !== null || !optional.includes(name));
  const isShown = (name: string) => fieldset !== "basic" || !detailed.includes(name);
  const all = Object.fromEntries(present.filter(([name]) => isShown(name)));
  return fields === undefined ? all : picked(Object.fromEntries(present), ["id", ...String(fields).split(/\s*,\s*/)]);
}

/** Stores a new row with the data of a request. */
export function createdRow(kind: Kind, request: ReadRequest, tables: Tables): JsonObject {
  const data = dataOf(request);
  const time = now();
  const id = tables.nextNumber();
  const fields = { ...kind.defaults, ...settable(kind, data) };
  const row = { company: companyOf(request, tables), id, ...fields, created_at: time, updated_at: time };
  return tables.put(kind.table, id, kind.complete(row, data, tables));
}

/** Changes the fields of a row that the data of a request have. */
export function modifiedRow(kind: Kind, request: ReadRequest, tables: Tables): JsonObject {
  const row = rowOf(kind.table, kind.parameter, request, tables);
  const data = dataOf(request);
  const after = { ...row, ...settable(kind, data), updated_at: now() };
  return tables.put(kind.table, String(row.id), kind.complete(after, data, tables));
}

function settable({ defaults }: Kind, data: JsonObject): JsonObject {
  return picked(data, Object.keys(defaults));
}

/** A number of a row; 0 if it has none. */
export function numberOf(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}
