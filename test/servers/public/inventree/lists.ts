import type { Json, JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedRequest, type ServedResponse } from "../../service.js";
import type { Tables } from "../tables.js";

/** Whether a row has the value of a filter. */
type Filter = (row: JsonObject, value: Json, tables: Tables) => boolean;

/** How a list of rows is searched, filtered and ordered. */
export interface Listing {
  /** The values in which a term is searched. */
  searched(row: JsonObject, tables: Tables): (Json | undefined)[];
  /** By the query parameter. */
  filters: Readonly<Record<string, Filter>>;
  /** The tables of what filters name by a number. */
  referenced: Readonly<Record<string, string>>;
  /** Values by which rows are ordered, by the field, if the row does not have them. */
  orders?: Readonly<Record<string, (row: JsonObject, tables: Tables) => Json | undefined>>;
}

interface Asked {
  rows: readonly JsonObject[];
  tables: Tables;
  request: ReadRequest;
  served: ServedRequest;
}

/** Rows that have a value in the field, or none. */
export const has =
  (name: string): Filter =>
  (row, value) =>
    (row[name] !== null) === value;

/** Rows whose date is at least as late. */
export const from =
  (name: string): Filter =>
  (row, value) =>
    row[name] !== null && String(row[name]).slice(0, 10) >= String(value);

/** Rows whose date is at most as late. */
export const until =
  (name: string): Filter =>
  (row, value) =>
    row[name] !== null && String(row[name]).slice(0, 10) <= String(value);

/** Rows with a tag. */
export const tagged: Filter = (row, value) => Array.isArray(row.tags) && row.tags.includes(value);

/** The page of a list that a request asks for. */
export function listed(
  listing: Listing,
  { rows, tables, request: { query }, served }: Asked,
  shown: (row: JsonObject) => JsonObject,
): ServedResponse {
  for (const [name, table] of Object.entries(listing.referenced)) {
    const isUnknown = query[name] !== undefined && !tables.find(table, query[name]);
    if (isUnknown)
      throw new Rejection(400, `${name}: Select a valid choice. That choice is not one of the available ones.`);
  }
  const wanted = Object.entries(listing.filters).flatMap(([name, filter]) => {
    const value = query[name];
    return value === undefined ? [] : [(row: JsonObject) => filter(row, value, tables)];
  });
  const terms = String(query.search ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((term) => term !== "");
  const isFound = (row: JsonObject) => {
    const texts = listing.searched(row, tables).map((value) => String(value ?? "").toLowerCase());
    return terms.every((term) => texts.some((text) => text.includes(term)));
  };
  const found = rows.filter((row) => wanted.every((holds) => holds(row)) && isFound(row));
  return paged(ordered(listing, found, query.ordering, tables), { query, served }, shown);
}

function ordered(
  { orders = {} }: Listing,
  rows: readonly JsonObject[],
  ordering: Json | undefined,
  tables: Tables,
): JsonObject[] {
  const name = String(ordering ?? "pk").replace(/^-/, "");
  const factor = String(ordering ?? "").startsWith("-") ? -1 : 1;
  const orderedBy = (row: JsonObject) => orders[name]?.(row, tables) ?? row[name];
  return rows.toSorted(
    (one, other) => factor * difference(orderedBy(one), orderedBy(other)) || Number(one.pk) - Number(other.pk),
  );
}

/** Rows without a value come last. */
function difference(one: Json | undefined, other: Json | undefined): number {
  const isMissing = (value: Json | undefined) => value === null || value === undefined;
  if (isMissing(one) || isMissing(other)) return Number(isMissing(one)) - Number(isMissing(other));
  if (typeof one !== "string" || typeof other !== "string") return Number(one) - Number(other);
  return one < other ? -1 : Number(one > other);
}

/** A page begins after as many rows as `offset` says. A limit below one is the usual one. */
function paged(
  rows: readonly JsonObject[],
  { query, served: { path, query: sent, headers } }: Pick<Asked, "served"> & Pick<ReadRequest, "query">,
  shown: (row: JsonObject) => JsonObject,
): ServedResponse {
  const limit = Number(query.limit) < 1 ? 100 : Number(query.limit);
  const offset = Math.max(0, Number(query.offset ?? 0));
  const urlOf = (at: number) => {
    const others = new URLSearchParams([...sent].filter(([name]) => name !== "offset" && name !== "limit"));
    others.set("limit", String(limit));
    if (at > 0) others.set("offset", String(at));
    return `http://${headers.host}${path}?${others}`;
  };
  return json(200, {
    count: rows.length,
    next: offset + limit < rows.length ? urlOf(offset + limit) : null,
    previous: offset > 0 ? urlOf(Math.max(0, offset - limit)) : null,
    results: rows.slice(offset, offset + limit).map(shown),
  });
}
