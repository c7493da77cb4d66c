import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedResponse, type Service } from "../../service.js";
import { picked, type Tables } from "../tables.js";

export type Handlers = Service<Tables>["handlers"];

/** Statuses that the document has for each operation. */
const STATUSES = [400, 401, 403, 404, 500];

/** A rejection. Other statuses are sent only where the document has no operation. */
export function failed(status: number, message: string, operation = ""): ServedResponse {
  const sent = operation === "" || STATUSES.includes(status) ? status : 400;
  return json(sent, { httpStatusCode: sent, internalCode: `E${sent}`, message });
}

/** A row with a new id. */
export function added(tables: Tables, table: string, fields: JsonObject): JsonObject {
  const id = tables.nextNumber();
  return tables.put(table, id, { ...fields, id });
}

/** Some fields of an object that are not null. */
export function sentIn(body: Json | undefined, names: readonly string[]): JsonObject {
  const fields = Object.entries(picked(asObject(body ?? {}), names));
  return Object.fromEntries(fields.filter(([, value]) => value !== null));
}

/**
 * A value that a body must have.
 *
 * @throws Rejection with 400 if it is missing or empty
 */
export function needed(fields: JsonObject, ...names: string[]): void {
  for (const name of names) {
    const value = fields[name];
    const isEmpty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    if (isEmpty) throw new Rejection(400, `${name} is needed`);
  }
}

/**
 * Rejects phone numbers that are not in the format of the document.
 *
 * @throws Rejection with 400
 */
export function rejectNoNumbers(numbers: readonly Json[]): void {
  const invalid = numbers.find((number) => !/^\d{11}$/.test(String(number)));
  if (invalid !== undefined) throw new Rejection(400, "a phone number has 11 digits");
}

interface Selection {
  [name: string]: Selection;
}

/** The fields of a partial response: `id,name` or `items(id,name)`. */
function selectionIn(text: string): Selection {
  const root: Selection = {};
  const levels = [root];
  let last = root;
  for (const [token] of text.matchAll(/[()]|[^\s(),]+/g)) {
    if (token === "(") levels.push(last);
    else if (token === ")") levels.pop();
    else {
      const level = levels.at(-1) ?? root;
      last = {};
      level[token] = last;
    }
  }
  return root;
}

function selected(value: Json, selection: Selection): Json {
  const names = Object.keys(selection);
  if (names.length === 0) return value;
  if (Array.isArray(value)) return value.map((item) => selected(item, selection));
  const entries = Object.entries(asObject(value)).filter(([name]) => name in selection);
  return Object.fromEntries(entries.map(([name, inner]) => [name, selected(inner ?? null, selection[name] ?? {})]));
}

/** A success with the fields that the request selects. */
export function shown(value: JsonObject, { query }: ReadRequest): ServedResponse {
  const selection = selectionIn(String(query.fields ?? ""));
  const known = Object.keys(selection).some((name) => name in value);
  return json(200, known ? selected(value, selection) : value);
}

/**
 * A page of rows.
 *
 * @throws Rejection with 400 for a negative limit or offset
 */
export function page(rows: readonly JsonObject[], request: ReadRequest): ServedResponse {
  const limit = Number(request.query.limit ?? 100);
  const offset = Number(request.query.offset ?? 0);
  if (limit < 0 || offset < 0) throw new Rejection(400, "limit and offset are not negative");
  const items = rows.slice(offset, offset + limit);
  return shown({ items, limit, offset, totalCount: rows.length }, request);
}

/** The values of a parameter that is a list; undefined if it is not sent. */
export function valuesOf(value: Json | undefined): Json[] | undefined {
  return value === undefined ? undefined : asList(value);
}
