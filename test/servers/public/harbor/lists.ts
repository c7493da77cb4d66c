import type { Json, JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedRequest, type ServedResponse } from "../../service.js";

interface Listed {
  /** The rows, as responses show them. */
  rows: readonly JsonObject[];
  /** The fields that `q` and `sort` may name. Any other one is rejected. */
  fields: readonly string[];
}

/** The page of a list that a request asks for. */
export function listed({ rows, fields }: Listed, { query }: ReadRequest, served: ServedRequest): ServedResponse {
  const wanted = conditionsIn(String(query.q ?? ""), fields);
  const found = rows.filter((row) => wanted.every((holds) => holds(row)));
  return paged(ordered(found, String(query.sort ?? ""), fields), { query }, served);
}

/** A page of rows, with their count and the links to the pages around it. */
export function paged(
  rows: readonly JsonObject[],
  { query }: Pick<ReadRequest, "query">,
  served: ServedRequest,
): ServedResponse {
  const page = Math.max(1, Number(query.page ?? 1));
  const size = Math.max(0, Number(query.page_size ?? 10));
  const links = [
    ...(page > 1 ? [linkTo(served, page - 1, size, "prev")] : []),
    ...(size > 0 && page * size < rows.length ? [linkTo(served, page + 1, size, "next")] : []),
  ];
  return json(200, rows.slice((page - 1) * size, page * size), {
    "X-Total-Count": String(rows.length),
    ...(links.length > 0 ? { Link: links.join(" , ") } : {}),
  });
}

function linkTo({ path, query }: ServedRequest, page: number, size: number, relation: string): string {
  const linked = new URLSearchParams(query);
  linked.set("page", String(page));
  linked.set("page_size", String(size));
  return `<${path}?${linked}>; rel="${relation}"`;
}

/** Rows in the order of some fields. A field with a minus sign begins with the greatest values. */
export function ordered(rows: readonly JsonObject[], sort: string, fields: readonly string[]): JsonObject[] {
  const keys = sort
    .split(",")
    .filter((key) => key !== "")
    .map((key) => ({ name: key.replace(/^-/, ""), sign: key.startsWith("-") ? -1 : 1 }));
  for (const { name } of keys) if (!fields.includes(name)) throw new Rejection(400, "cannot sort by such a field");
  return rows.toSorted((left, right) => {
    for (const { name, sign } of keys) {
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

type Condition = (row: JsonObject) => boolean;

/** The conditions of a query: `k1=v1,k2=~v2,k3=[min~max],k4={a b},k5=(a b)`. */
function conditionsIn(text: string, fields: readonly string[]): Condition[] {
  return text
    .split(",")
    .filter((part) => part !== "")
    .map((part) => {
      const [, name = "", value = ""] = /^(\w+)=(.*)$/s.exec(part) ?? [];
      if (!fields.includes(name)) throw new Rejection(400, "the query is invalid");
      return conditionOf(name, value);
    });
}

function conditionOf(name: string, value: string): Condition {
  const [first = "", last = ""] = [value.at(0), value.at(-1)];
  if (first === "~") return (row) => String(row[name] ?? "").includes(value.slice(1));
  const inner = value.slice(1, -1);
  if (first === "[" && last === "]") {
    const [least = "", most = ""] = inner.split("~").map(unquoted);
    return (row) =>
      (least === "" || atLeast(row[name], least)) && (most === "" || atLeast(most, String(row[name] ?? "")));
  }
  const texts = inner.split(" ").map(unquoted);
  if (first === "{" && last === "}") return (row) => texts.includes(String(row[name]));
  if (first === "(" && last === ")") {
    return (row) => texts.every((each) => [row[name]].flat().map(String).includes(each));
  }
  return (row) => String(row[name]) === unquoted(value);
}

function atLeast(value: Json | undefined, least: string): boolean {
  const [left, right] = [Number(value), Number(least)];
  return Number.isNaN(left) || Number.isNaN(right) ? String(value ?? "") >= least : left >= right;
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/s, "$2");
}
