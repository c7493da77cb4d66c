import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedRequest, type ServedResponse } from "../../service.js";
import { equal, type Tables } from "../tables.js";
import { usualView, type View } from "./rows.js";

/** Whether a row has the value of a filter. */
export type Filter = (row: JsonObject, value: Json) => boolean;

/** How rows of a table are listed. */
export interface Listing {
  /** By the query parameter. */
  filters: Readonly<Record<string, Filter>>;
  shown(row: JsonObject, view: View): JsonObject;
}

interface Asked {
  rows: readonly JsonObject[];
  tables: Tables;
  request: ReadRequest;
  served: ServedRequest;
}

/** Rows whose text fits a pattern, in which `*` stands for any text. */
export const like =
  (name: string): Filter =>
  (row, value) => {
    const parts = String(value)
      .split("*")
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`, "s").test(String(row[name] ?? ""));
  };

/** Rows that have a text in a value of their metadata. */
export const inMetadata: Filter = (row, value) =>
  Object.values(asObject(row.metadata ?? {})).some((each) => String(each).includes(String(value)));

/** Rows with one of the words. */
export const withWords =
  (...names: string[]): Filter =>
  (row, value) => {
    const text = names.map((name) => String(row[name] ?? "")).join(" ");
    const words = String(value)
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    return words.length === 0 || words.some((word) => text.toLowerCase().split(/\s+/).includes(word));
  };

type Compared = (left: string, right: string) => boolean;

const RANGES: Readonly<Record<string, Compared>> = {
  after: (left, right) => left > right,
  from: (left, right) => left >= right,
  before: (left, right) => left < right,
  until: (left, right) => left <= right,
};

const byText =
  (name: string, holds: Compared): Filter =>
  (row, value) =>
    holds(String(row[name] ?? ""), String(value));

/** A moment without a time zone is one of UTC. */
function timeOf(value: Json | undefined): string {
  const time = Date.parse(String(value));
  if (Number.isNaN(time)) throw new Rejection(400, "A date is like 2025-10-15T13:51:05.295Z.");
  return new Date(time).toISOString();
}

const byTime =
  (holds: Compared): Filter =>
  (row, value) =>
    holds(String(row.time_created), timeOf(value));

const atTime =
  (name: string): Filter =>
  (row, value) =>
    row[name] === timeOf(value);

/** The filters by ranges of a field: `after_id`. */
export function rangesOf(name: string, suffix: string): Record<string, Filter> {
  return Object.fromEntries(
    Object.entries(RANGES).map(([range, holds]) => [`${range}_${suffix}`, byText(name, holds)]),
  );
}

/** The filters that each list has. */
const USUAL: Readonly<Record<string, Filter>> = {
  ...Object.fromEntries(Object.entries(RANGES).map(([range, holds]) => [range, byTime(holds)])),
  ...rangesOf("id", "id"),
  id: equal("id"),
  ...Object.fromEntries(
    ["time_created", "time_updated", "time_event", "time_expire", "time_last_present", "time_moved"].map((name) => [
      name,
      atTime(name),
    ]),
  ),
};

/** The page of a list that a request asks for. */
export function listed(listing: Listing, { rows, tables, request: { query }, served }: Asked): ServedResponse {
  const filters = { ...USUAL, ...listing.filters };
  const wanted = Object.entries(filters).flatMap(([name, filter]) => {
    const value = query[name];
    return value === undefined ? [] : [(row: JsonObject) => filter(row, value)];
  });
  const found = ordered(
    rows.filter((row) => wanted.every((holds) => holds(row))),
    String(query.sort ?? "-id"),
  );
  const limit = Math.max(0, Number(query.limit ?? 100));
  const page = found.slice(0, limit);
  const { host } = usualView(tables, served);
  const view: View = { tables, host, isIdOnly: query.id_only === true, populated: namesIn(query.populate) };
  const selected = namesIn(query.select);
  const results = page.map((row) => selection(listing.shown(row, view), selected));
  const next = page.length < found.length ? nextUrl(host, served, page.at(-1)) : undefined;
  return json(200, {
    ...{ results, count: found.length, count_current: page.length, is_limited: page.length >= limit },
    ...{ query_duration_ms: 2, ...(next === undefined ? {} : { next_url: next }) },
    ...(view.isIdOnly ? {} : { url: `http://${host}${served.path}` }),
  });
}

/** Names in a text, with commas between them. */
function namesIn(value: Json | undefined): string[] {
  return String(value ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The selected fields of an object, and of the objects in it: `location.label`. */
function selection(shown: JsonObject, names: readonly string[]): JsonObject {
  if (names.length === 0) return shown;
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, value]): [string, Json][] => {
      if (names.includes(name)) return [[name, value ?? null]];
      const below = names.flatMap((each) => (each.startsWith(`${name}.`) ? each.slice(name.length + 1) : []));
      return below.length === 0 ? [] : [[name, selection(asObject(value ?? {}), below)]];
    }),
  );
}

/** Rows in the order of some fields. A field with a minus sign begins with the greatest values. */
function ordered(rows: readonly JsonObject[], sort: string): JsonObject[] {
  const fields = namesIn(sort).map((field) => ({
    name: field.replace(/^-/, ""),
    sign: field.startsWith("-") ? -1 : 1,
  }));
  return rows.toSorted((left, right) => {
    for (const { name, sign } of fields) {
      const order = compared(left[name], right[name]);
      if (order !== 0) return sign * order;
    }
    return 0;
  });
}

function compared(left: Json | undefined, right: Json | undefined): number {
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  if (typeof left === "number" && typeof right === "number") return left - right;
  const [first, second] = [String(left), String(right)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** The URL of the next page. Only lists that are in the order of their ids have one. */
function nextUrl(host: string, { path, query }: ServedRequest, last: JsonObject | undefined): string | undefined {
  const sort = query.get("sort") || "-id";
  if (!last || (sort !== "-id" && sort !== "id")) return undefined;
  const next = new URLSearchParams(query);
  next.set(sort === "-id" ? "before_id" : "after_id", String(last.id));
  return `http://${host}${path}?${next}`;
}
