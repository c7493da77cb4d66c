import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedResponse } from "../../service.js";
import { picked } from "../tables.js";

/** An error of the document, in the form of RFC 7807. */
export function airflowError(status: number, detail: string): ServedResponse {
  const titles: Record<number, string> = { 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 409: "Conflict" };
  const type = `https://airflow.apache.org/docs/stable-rest-api-ref.html#section/Errors/${status}`;
  const body = { detail, status, title: titles[status] ?? "Error", type };
  return { ...json(status, body), headers: { "Content-Type": "application/problem+json" } };
}

interface Listing {
  /** The name of the list in the response. */
  name: string;
  rows: readonly JsonObject[];
  /** The fields by which the list can be ordered. */
  orders?: readonly string[];
  shown?(row: JsonObject): JsonObject;
}

/** A page of a list, by `limit` and `offset`, in the order of `order_by`. */
export function listed(
  { query }: ReadRequest,
  { name, rows, orders = [], shown = (row) => row }: Listing,
): ServedResponse {
  const { limit = 100, offset = 0, order_by } = query;
  if (Number(limit) < 0) throw new Rejection(400, "limit must not be negative");
  const field = String(order_by ?? "").replace(/^-/, "");
  if (order_by !== undefined && !orders.includes(field)) {
    throw new Rejection(400, `Ordering with '${field}' is disallowed or the attribute does not exist on the model`);
  }
  const sign = String(order_by).startsWith("-") ? -1 : 1;
  const compare = (one: JsonObject, other: JsonObject) => sign * compared(one[field] ?? null, other[field] ?? null);
  const sorted = order_by === undefined ? rows : rows.toSorted(compare);
  const size = Math.min(Number(limit), 100);
  const page = sorted.slice(Number(offset), Number(offset) + size);
  return json(200, { [name]: page.map(shown), total_entries: rows.length });
}

function compared(one: Json, other: Json): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0;
}

/** The fields of a body that a client may set. */
export function fieldsOf({ body }: ReadRequest, names: readonly string[]): JsonObject {
  return picked(asObject(body ?? {}), names);
}

/**
 * The fields of a change. With `update_mask` only those that it names.
 *
 * @throws Rejection if the mask names other fields
 */
export function maskedFields(request: ReadRequest, names: readonly string[]): JsonObject {
  const fields = fieldsOf(request, names);
  const mask = request.query.update_mask;
  if (mask === undefined) return fields;
  const wanted = asList(mask).flatMap((each) => String(each).split(","));
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Rejection(400, `'${unknown}' in update_mask is unknown or read-only`);
  return picked(fields, wanted);
}

/** Throws if required fields are missing. */
export function assertPresent(fields: JsonObject, names: readonly string[]): void {
  const missing = names.filter((name) => fields[name] === undefined || fields[name] === null || fields[name] === "");
  if (missing.length > 0) throw new Rejection(400, `Missing required property(ies): ${missing.join(", ")}`);
}

/** A path parameter, decoded. */
export function nameOf({ path }: ReadRequest, parameter: string): string {
  return String(path[parameter]);
}
