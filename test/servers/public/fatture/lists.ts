import type { Json, JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedRequest, type ServedResponse } from "../../service.js";

/** Reads `name = 'value' and price > 3`. */
const CONDITION = /^\s*(\w+)\s*(=|!=|<=|>=|<|>|contains)\s*(?:'([^']*)'|(-?\d+(?:\.\d+)?))\s*$/i;

type Holds = (row: JsonObject) => boolean;

/** The rows that the request asks for, in the order that it asks for. */
export function selected(rows: readonly JsonObject[], { query: { q, sort } }: ReadRequest): JsonObject[] {
  const filtered = q === undefined || q === "" ? [...rows] : rows.filter(conditionOf(String(q)));
  return sort === undefined || sort === "" ? filtered : sorted(filtered, String(sort));
}

function conditionOf(q: string): Holds {
  const all = q.split(/\s+and\s+/i).map((part): Holds => {
    const [, field = "", operator = "", text, number] = CONDITION.exec(part) ?? [];
    if (field === "") throw new Rejection(422, "The q parameter is not a valid query.");
    return (row) => compares(row[field], operator.toLowerCase(), text ?? Number(number));
  });
  return (row) => all.every((holds) => holds(row));
}

function compares(value: Json | undefined, operator: string, wanted: string | number): boolean {
  if (value === null || value === undefined) return operator === "!=";
  const order = comparison(value, typeof value === "number" ? Number(wanted) : String(wanted));
  if (operator === "contains") return String(value).includes(String(wanted));
  const matches: Record<string, boolean> = { "=": order === 0, "!=": order !== 0, "<": order < 0, ">": order > 0 };
  return matches[operator] ?? (operator === "<=" ? order <= 0 : order >= 0);
}

/** Rows without a value come first. */
function comparison(one: Json | undefined, other: Json | undefined): number {
  const isMissing = (value: Json | undefined) => value === null || value === undefined;
  if (isMissing(one) || isMissing(other)) return Number(isMissing(other)) - Number(isMissing(one));
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}

function sorted(rows: readonly JsonObject[], sort: string): JsonObject[] {
  const keys = sort.split(",").map((key) => key.trim());
  const unknown = keys.find((key) => !rows.some((row) => key.replace(/^-/, "") in row));
  if (unknown !== undefined && rows.length > 0) throw new Rejection(422, "The sort parameter names an unknown field.");
  const orders = keys.map((key) => ({ name: key.replace(/^-/, ""), factor: key.startsWith("-") ? -1 : 1 }));
  return rows.toSorted((a, b) => {
    const differences = orders.map(({ name, factor }) => factor * comparison(a[name], b[name]));
    return differences.find((difference) => difference !== 0) ?? 0;
  });
}

/** A page of a list, with its place among the others. */
export function paged(
  rows: readonly JsonObject[],
  { query }: ReadRequest,
  { path, query: sent, headers }: ServedRequest,
): ServedResponse {
  const size = Number(query.per_page ?? 5);
  const number = Math.max(1, Number(query.page ?? 1));
  const last = Math.max(1, Math.ceil(rows.length / size));
  const start = (number - 1) * size;
  const data = rows.slice(start, start + size);
  const base = `http://${headers.host}${path}`;
  const urlOf = (page: number) =>
    `${base}?${new URLSearchParams([...sent].filter(([name]) => name !== "page"))}`
      .replace(/\?$/, "")
      .concat(sent.size > Number(sent.has("page")) ? "&" : "?", `page=${page}`);
  return json(200, {
    current_page: number,
    data,
    first_page_url: urlOf(1),
    from: data.length > 0 ? start + 1 : null,
    last_page: last,
    last_page_url: urlOf(last),
    next_page_url: number < last ? urlOf(number + 1) : null,
    path: base,
    per_page: size,
    prev_page_url: number > 1 ? urlOf(Math.min(number - 1, last)) : null,
    to: data.length > 0 ? start + data.length : null,
    total: rows.length,
  });
}
