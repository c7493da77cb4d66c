import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import {
  json,
  type ReadRequest,
  Rejection,
  type ServedRequest,
  type ServedResponse,
  type Service,
} from "../../service.js";
import { picked, type Tables } from "../tables.js";

export type Handlers = Service<Tables>["handlers"];

/** How a response shows rows. */
export interface View {
  tables: Tables;
  /** The host of the server, which begins each URL. */
  host: string;
  /** Whether references are ids, and nothing has a URL. */
  isIdOnly: boolean;
  /** The references that are shown as the resources themselves. */
  populated: readonly string[];
}

/** The paths of the tables. */
export const PATHS: Readonly<Record<string, string>> = {
  ...{ item: "items", kvpair: "kvpairs", location: "locations", rule: "locationrules", itemlist: "sets/itemlists" },
  ...{ subscription: "subscriptions", event: "events" },
};

export function failed(status: number, message: string): ServedResponse {
  return json(status, { status, error: message });
}

/** The present, as a text. */
export function now(): string {
  return new Date().toISOString();
}

/** An identifier of 24 digits. Later numbers have later identifiers. */
export function idOf(number: number): string {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, "0");
  return `${hex(0x68e00000 + number, 8)}7503c44555${hex((number * 7919) % 0x1000000, 6)}`;
}

/** Adds a row to a table. */
export function added(tables: Tables, table: string, fields: JsonObject, time = now()): JsonObject {
  const id = idOf(tables.nextNumber());
  return tables.put(table, id, { id, ...fields, time_created: time, time_updated: time });
}

/**
 * The row that the path names.
 *
 * @throws Rejection with 404 if there is none
 */
export function rowOf({ path }: ReadRequest, tables: Tables, table: string): JsonObject {
  return tables.get(table, path.id);
}

/** Changes a row, and the moment of its last change. */
export function changed(tables: Tables, table: string, row: JsonObject, fields: JsonObject): JsonObject {
  return tables.put(table, String(row.id), { ...row, ...fields, time_updated: now() });
}

export function sentIn({ body }: ReadRequest, names: readonly string[]): JsonObject {
  return picked(asObject(body ?? {}), names);
}

/**
 * Rejects a value that another row of the table has.
 *
 * @throws Rejection with 409
 */
export function rejectTaken(tables: Tables, table: string, name: string, value: Json | undefined): void {
  const isTaken = value !== undefined && tables.rows(table).some((row) => row[name] === value);
  if (isTaken) throw new Rejection(409, `Another ${table} has this ${name}.`);
}

export function urlOf({ host }: Pick<View, "host">, table: string, id: Json | undefined): string {
  return `http://${host}/${PATHS[table]}/${id}`;
}

/** How responses show rows unless the query says otherwise. */
export function usualView(tables: Tables, { headers }: ServedRequest): View {
  return { tables, host: headers.host ?? "localhost", isIdOnly: false, populated: [] };
}

/** A row with its URL, unless nothing has one. */
export function withUrl(table: string, row: JsonObject, view: View): JsonObject {
  return view.isIdOnly ? row : { ...row, url: urlOf(view, table, row.id) };
}

/** A reference to another row, in the form that the view wants. */
export function referenceTo(
  { table, name, id }: { table: string; name: string; id: Json | undefined },
  view: View,
  path = name,
): JsonObject {
  if (id === undefined) return {};
  const row = view.tables.find(table, id);
  if (row && view.populated.includes(path)) return { [name]: withUrl(table, row, view) };
  return view.isIdOnly ? { [`${name}_id`]: id } : { [`${name}_url`]: urlOf(view, table, id) };
}

/** Confirms a change with the resource that it is about. */
export function confirmed(status: number, table: string, { id = "" }: JsonObject, view: View): ServedResponse {
  return json(status, { status, resource: { id, url: urlOf(view, table, id) } });
}
