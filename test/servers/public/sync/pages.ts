import type { JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedRequest, type ServedResponse } from "../../service.js";

/** A page of a list, with the addresses of the next and the previous one. */
export function paged(
  name: string,
  rows: readonly JsonObject[],
  { query }: ReadRequest,
  { path, query: sent, headers }: ServedRequest,
): ServedResponse {
  const size = Number(query.PageSize ?? 50);
  const number = Number(query.Page ?? 0);
  const { PageToken: token } = query;
  const [, at] = /^PT(\d+)$/.exec(String(token ?? `PT${number * size}`)) ?? [];
  if (at === undefined) throw new Rejection(400, "Invalid PageToken");
  const start = Number(at);
  const page = token === undefined ? number : Math.floor(start / size);
  const urlOf = (change: Record<string, string>) => {
    const parameters = new URLSearchParams([...sent].filter(([key]) => !["Page", "PageToken"].includes(key)));
    for (const [key, value] of Object.entries({ PageSize: String(size), ...change })) parameters.set(key, value);
    return `http://${headers.host}${path}?${parameters}`;
  };
  const pageAt = (offset: number) => urlOf({ Page: String(Math.floor(offset / size)), PageToken: `PT${offset}` });
  return json(200, {
    meta: {
      first_page_url: urlOf({ Page: "0" }),
      key: name,
      next_page_url: start + size < rows.length ? pageAt(start + size) : null,
      page,
      page_size: size,
      previous_page_url: start > 0 ? pageAt(Math.max(0, start - size)) : null,
      url: urlOf({ Page: String(page) }),
    },
    [name]: rows.slice(start, start + size),
  });
}

/** The items of a list or map in the order of a request, from `From` on. */
export function ordered(items: readonly JsonObject[], field: string, { query }: ReadRequest): JsonObject[] {
  const { From, Bounds = "inclusive", Order = "asc" } = query;
  const isNumber = field === "index";
  if (isNumber && From !== undefined && !/^\d+$/.test(String(From)))
    throw new Rejection(400, "Invalid From: it must be an index");
  const fieldOf = (item: JsonObject) => (isNumber ? Number(item[field]) : String(item[field]));
  const sign = Order === "desc" ? -1 : 1;
  const compare = (one: string | number, other: string | number) => sign * (one < other ? -1 : one > other ? 1 : 0);
  const sorted = items.toSorted((one, other) => compare(fieldOf(one), fieldOf(other)));
  if (From === undefined) return sorted;
  const from = isNumber ? Number(From) : String(From);
  return sorted.filter((item) => {
    const place = compare(fieldOf(item), from);
    return place > 0 || (place === 0 && Bounds === "inclusive");
  });
}
